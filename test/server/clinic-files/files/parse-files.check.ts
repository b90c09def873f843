import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { parseFiles } from '../../../../server/clinic-files/files/parse-files.ts'
import { ImportProblems } from '../../../../server/clinic-files/files/problems.ts'

const rows = 20_000

/** The milliseconds of processor time that it takes to read employee tags with ids of their own. */
function timeOf(numberOf: (row: number) => string) {
  const lines = Array.from({ length: rows }, (_, row) => `${numberOf(row)},ALS,2026-01-01,,${randomUUID()}`)
  const bytes = Buffer.from(['employee_number,tag,start_date,end_date,id', ...lines].join('\n'))
  const before = process.threadCpuUsage()
  const { employee_tags } = parseFiles({ employee_tags: bytes }, new ImportProblems())
  const { user, system } = process.threadCpuUsage(before)
  expect(employee_tags.rows).toHaveLength(rows)
  return (user + system) / 1000
}

test('rows that share a key, and are told apart by their ids, are read about as fast as others', () => {
  const others = timeOf((row) => `N${row}`)
  expect(timeOf(() => 'N1')).toBeLessThan(3 * others)
})
