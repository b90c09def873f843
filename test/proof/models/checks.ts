import assert from 'node:assert/strict'
import type { Json } from '../calls/operations.ts'
import { activeOf, balance, type Clinic, coverage, day, summaryOf } from './clinic.ts'
import type { Asked, World } from './world.ts'

/**
 * Balances, logs and coverage must match the model. Coverage is read alternately from the positions of a unit and from
 * the summary: a kept total that is wrong stays wrong, so the next check finds it.
 */
export async function checkState(world: World, clinic: Clinic, { how, date, turn }: Look) {
  const reference_date = day(date)
  const employee_ids = clinic.employees.map(({ id }) => id)
  const [balances] = await Promise.all([
    read(world, how, ['hours_batch_balance', { employee_ids, reference_date }]),
    checkLogs(world, clinic),
    turn % 2 ? checkSummary(world, clinic, how) : checkPositions(world, clinic, { how, turn: turn / 2 }),
  ])
  assert.deepEqual(
    balances.map(({ computed_at: _, ...shown }: Json) => shown),
    clinic.employees.map((employee) => balance(clinic, employee, reference_date)),
    'the balances',
  )
}

/** The caller, surface and instance to read with, the day of the balances, and how many checks came before. */
type Look = { how: Asked; date: number; turn: number }

async function checkPositions(world: World, clinic: Clinic, { how, turn }: Omit<Look, 'date'>) {
  const unit = clinic.units[turn % clinic.units.length]
  const { count, results } = await read(world, how, [
    'positions_list',
    { org_unit_id: unit?.id, page_size: 100 },
  ])
  const covered = clinic.positions
    .filter((position) => position.unit === unit)
    .map((position) => coverage(clinic, position))
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  assert.equal(count, covered.length)
  assert.partialDeepStrictEqual(results.sort(byId), covered.sort(byId), 'the coverage')
}

async function read(
  world: World,
  how: Asked,
  [name, input]: [string, Record<string, unknown>],
): Promise<Json> {
  const { status, body } = await world.ask(how, name, input)
  assert.equal(status, 200, `${name} -> ${status} ${JSON.stringify(body)}`)
  return body
}

async function checkSummary(world: World, clinic: Clinic, how: Asked) {
  const { global, by_unit } = await read(world, how, ['positions_coverage_summary', {}])
  for (const unit of clinic.units) {
    const shown = by_unit.find((one: Json) => one.org_unit_id === unit.id)
    const expected = summaryOf(clinic, unit)
    if (expected) assert.partialDeepStrictEqual(shown, expected, `the summary of ${unit.name}`)
    else assert.equal(shown, undefined)
  }
  const hundredths = (field: string) =>
    by_unit.reduce((sum: number, one: Json) => sum + Math.round(Number(one[field]) * 100), 0) / 100
  assert.equal(global.total_required_hours, hundredths('required_hours').toFixed(2))
  assert.equal(global.total_assigned_hours, hundredths('assigned_hours').toFixed(2))
}

/** The logs must have gained the entries that the model expects, and no others. */
async function checkLogs({ database }: World, clinic: Clinic) {
  const { rows } = await database.query({
    name: 'logs',
    text: `select (select coalesce(json_agg(to_json(t) order by t.id), '[]') from transition_log t
          where t.employee_id = any($1::uuid[])) as transitions,
        (select coalesce(json_agg(to_json(t) order by t.id), '[]') from tag_change_log t
          where t.employee_id = any($1::uuid[])) as tag_changes`,
    values: [clinic.employees.map(({ id }) => id)],
  })
  const [{ transitions, tag_changes }] = rows as [Json]
  assert.deepEqual(
    transitions.map(
      ({
        id: _,
        created_at: __,
        transaction_id: ___,
        employee_id,
        assignment_id,
        actor_id,
        ...entry
      }: Json) => ({
        ...entry,
        employee: employee_id,
        assignment: assignment_id,
        actor: actor_id,
      }),
    ),
    clinic.transitions,
    'the log of transitions',
  )
  assert.deepEqual(
    tag_changes.map(({ employee_id, tag_id, actor_id, action, reason }: Json) => ({
      employee: employee_id,
      tag: tag_id,
      action,
      actor: actor_id,
      reason,
    })),
    clinic.tagChanges,
    'the log of tag changes',
  )
}

/** At the end of a run: the lists of both logs, and the positions with their assignments and tags. */
export async function checkLists(world: World, clinic: Clinic, how: Asked) {
  for (const { id: employee } of clinic.employees) {
    const query = { employee, ordering: 'id', page_size: 100 }
    const [transitions, changes] = await Promise.all([
      read(world, how, ['transitions_list', query]),
      read(world, how, ['tag_change_logs_list', query]),
    ])
    const of = <T extends { employee: string }>(entries: T[]) =>
      entries.filter((one) => one.employee === employee)
    checkList(
      transitions,
      of(clinic.transitions).map(({ assignment: _, ...shown }) => shown),
    )
    checkList(changes, of(clinic.tagChanges))
  }
  for (const position of clinic.positions) {
    const body = await read(world, how, ['positions_get', { id: position.id }])
    const active = activeOf(clinic, { position }).map(({ id }) => id)
    const required = clinic.required.filter((one) => one.position === position).map(({ id }) => id)
    assert.deepEqual(idsOf(body.assignments), active.sort(), 'the assignments of a position')
    assert.deepEqual(idsOf(body.required_tags), required.sort(), 'the tags that a position requires')
  }
}

const idsOf = (rows: Json[]) => rows.map(({ id }) => id as string).sort()

function checkList({ count, results }: Json, expected: object[]) {
  assert.equal(count, expected.length, 'the count of a log')
  assert.partialDeepStrictEqual(results, expected, 'the list of a log')
}
