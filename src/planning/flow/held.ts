import { holds } from './problem.ts'

/** Tells by index which of the sets of tags somebody holds. It looks only at those whose rarest tag they hold. */
export function heldAmong(sets: readonly { tags: readonly number[] }[]) {
  const count = new Map<number, number>()
  for (const { tags } of sets) for (const tag of tags) count.set(tag, (count.get(tag) ?? 0) + 1)
  const rarity = (tag: number) => count.get(tag) ?? 0
  const byRarest = Map.groupBy(
    sets.keys(),
    (index) => sets[index]?.tags.toSorted((a, b) => rarity(a) - rarity(b))[0],
  )
  const known = new Map<string, readonly number[]>()
  return (tags: readonly number[]): readonly number[] =>
    known.getOrInsertComputed(tags.join(), () =>
      [undefined, ...tags]
        .flatMap((tag) => byRarest.get(tag) ?? [])
        .filter((index) => holds(tags, sets[index]?.tags ?? []))
        .sort((a, b) => a - b),
    )
}
