/** The rows of a clinic at one instant, as JSON that the planner's thread reads. */
export type ClinicSnapshot = readonly string[]
