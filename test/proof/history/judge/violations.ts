/** `kind` is short, and the same for all violations of one kind. */
export type Violation = { kind: string; text: string }
export type Report = (kind: string, text: string) => void

const shown = 3

/** A sentence for each kind: how many there are, and the first of them. */
export function sentences(violations: readonly Violation[]): string[] {
  const kinds = Map.groupBy(violations, ({ kind }) => kind)
  return [...kinds].map(([kind, all]) => {
    const first = all.slice(0, shown).map(({ text }) => text)
    return `${kind}: ${all.length}, such as ${first.join('; ')}`
  })
}
