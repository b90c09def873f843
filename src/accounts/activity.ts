/** The time spans for which operators see activity. */
export const activityRanges = ['hour', 'day', 'week'] as const
export type ActivityRange = (typeof activityRanges)[number]
