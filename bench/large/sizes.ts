import { createHash } from 'node:crypto'

/** The work of a run besides its requests. */
export type Work = { throttleKeys: number; sweptTags: number; imported: Size }

const large = {
  employees: 1_000_000,
  positions: 100_000,
  units: 2000,
  assignments: 2_000_000,
  activeAssignments: 300_000,
  suspendedAssignments: 100_000,
  employeeTags: 1_500_000,
  tags: 208,
  users: 2200,
  transitions: 2_000_000,
  tagChanges: 500_000,
  changes: 500_000,
  securityEvents: 200_000,
  operatorChanges: 20_000,
}

/** How many rows a size has; see `inserts` for what they are. */
export type Size = typeof large

/** A fraction of the large size, with the whole catalogue of tags and a multiple of 100 positions. */
const part = (share: number): Size => ({
  ...(Object.fromEntries(
    Object.entries(large).map(([name, rows]) => [name, Math.ceil(rows * share)]),
  ) as Size),
  positions: Math.ceil((large.positions * share) / 100) * 100,
  tags: large.tags,
})

export const sizes = {
  large: { size: large, work: { throttleKeys: 200_000, sweptTags: 100_000, imported: part(0.02) } },
  tiny: { size: part(0.001), work: { throttleKeys: 200, sweptTags: 100, imported: part(0.0001) } },
} satisfies Record<string, { size: Size; work: Work }>

/** The id of the row with this number; `id` in inserts.ts gives the same in SQL. */
export function idOf(kind: string, number: number): string {
  const digits = createHash('md5').update(`${kind}${number}`).digest('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
