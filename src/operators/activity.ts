/** The spans of time for which operators see what was counted. */
export const activityRanges = ['hour', 'day', 'week'] as const
export type ActivityRange = (typeof activityRanges)[number]
