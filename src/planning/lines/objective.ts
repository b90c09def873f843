/** What counts in a plan: the hours of each priority, the most urgent first, and the number of new assignments. */
export type Worth = { hours: readonly number[]; created: number }

/**
 * The objective of every search, most important first: the most hours in all, the most of them where it is most urgent,
 * and the fewest new assignments. Above zero if one plan is better than the other.
 */
export function compare(one: Worth, other: Worth): number {
  const [ours, theirs] = [ranked(one), ranked(other)]
  const at = ours.findIndex((value, index) => value !== theirs[index])
  return at < 0 ? 0 : (ours[at] as number) - (theirs[at] as number)
}

const ranked = ({ hours, created }: Worth) => [hours.reduce((sum, one) => sum + one, 0), ...hours, -created]
