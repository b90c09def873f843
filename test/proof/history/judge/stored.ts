import { connected } from '../../../setup/stores/execute.ts'
import type { Row } from '../commits/commits.ts'
import type { Replay } from '../commits/replay.ts'
import type { Violation } from './violations.ts'

const tables = [
  'employees',
  'assignments',
  'employee_tags',
  'positions',
  'tags',
  'transition_log',
  'tag_change_log',
]
const raw = { getTypeParser: () => (text: string) => text }

/** Rows that differ from what the replayed commits give, and rows that only one of both has. */
export async function findDifferences(ownerUrl: string, replay: Replay): Promise<Violation[]> {
  const violations: Violation[] = []
  await connected(ownerUrl, async (client) => {
    await client.query(`set timezone = 'UTC'`)
    for (const table of tables) {
      const { rows } = await client.query<Row>({ text: `select * from ${table}`, types: raw })
      for (const text of differences(rows, replay.rowsOf(table)))
        violations.push({ kind: 'stored', text: `${table} ${text}` })
    }
  })
  return violations
}

function differences(stored: Row[], replayed: Row[]): string[] {
  const byId = new Map(stored.map((row) => [row.id, row]))
  const differing = replayed.filter((row) => {
    const other = byId.get(row.id ?? '')
    byId.delete(row.id ?? '')
    return Object.keys(row).some((column) => other?.[column] !== row[column])
  })
  return [
    ...differing.map(({ id }) => `${id} differs`),
    ...[...byId.keys()].map((id) => `${id} was not committed`),
  ]
}
