import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { record } from '../../../ops/examples/record.ts'
import { now } from '../../../ops/examples/service.ts'
import { loadDemo } from '../../../server/demo/load.ts'
import type { Recording } from '../../../server/openapi/examples.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { toHundredths, totalHours } from '../../../src/hours.ts'
import { coverageStateOf } from '../../../src/work/coverage.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

const file = join(import.meta.dirname, '../../../server/openapi/examples.json')
const committed: Recording = JSON.parse(readFileSync(file, 'utf8'))

/** Examples are of any shape. */
type Shown = Record<string, ReturnType<typeof JSON.parse>>

/** Every object in the examples, however deep. */
function objectsIn(value: unknown): Shown[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? below : [value, ...below]
}

const shown = objectsIn(committed)

test('the examples are what the service answers in the demo clinic: `npm run examples` writes them', async () => {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  await loadDemo(readSettings({}), database.url, { now, log: pino({ level: 'silent' }) })
  expect(await record(database.workingUrl, database.url)).toEqual(committed)
}, 60_000)

test("an id has the same person's name in all examples", () => {
  const named = shown.flatMap(({ id, employee, employee_name, first_name, last_name }) => [
    ...(employee_name ? [[employee, employee_name]] : []),
    ...(last_name && id ? [[id, `${last_name}, ${first_name}`]] : []),
  ])
  const names = Map.groupBy(named, ([id]) => id)
  expect(Math.max(...[...names.values()].map((uses) => uses.length))).toBeGreaterThan(10)
  for (const uses of names.values()) expect(new Set(uses.map(([, name]) => name)).size, `${uses}`).toBe(1)
})

test('the hours of positions, balances and the clinic add up in the examples', () => {
  const positions = shown.filter(({ coverage_state, assigned_hours }) => coverage_state && assigned_hours)
  for (const { title, coverage_state, assigned_hours, required_weekly_hours } of positions)
    expect(coverage_state, title).toBe(
      coverageStateOf(toHundredths(assigned_hours), toHundredths(required_weekly_hours)),
    )
  expect(positions.map(({ coverage_state }) => coverage_state)).toContain('VACANT')

  const balances = shown.filter(({ pool, consumption }) => pool && consumption)
  for (const { pool, consumption, balance, state } of balances) {
    expect(totalHours([consumption.assigned_hours, balance])).toBe(pool.effective_hours)
    expect(state).toBe(balance === '0.00' ? 'BALANCED' : balance.startsWith('-') ? 'SURPLUS' : 'DEFICIT')
  }
  expect(balances.map(({ pool }) => pool.adjustment_delta)).toContain('-8.00')

  const { global, by_unit } = shown.find(({ global, by_unit }) => global && by_unit) ?? expect.unreachable()
  const sum = (field: string) => totalHours(by_unit.map((unit: Shown) => unit[field]))
  expect(global).toMatchObject({
    total_required_hours: sum('required_hours'),
    total_assigned_hours: sum('assigned_hours'),
  })
})
