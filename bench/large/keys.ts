import { createHash } from 'node:crypto'

/** The id of the row with this number; `id` in inserts.ts gives the same in SQL. */
export function idOf(kind: string, number: number): string {
  const digits = createHash('md5').update(`${kind}${number}`).digest('hex')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
