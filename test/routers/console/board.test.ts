import { expect, test } from 'vitest'
import { statementsOf } from '../../expect/database.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

// Today is Wednesday 4 March 2026.
const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const manager = await ops.as('MANAGER')

const ask = async (input: object = {}) =>
  (await manager.trpc('query', 'operator.board', { weeks: 3, ...input })).body

const contract = (await make.tag({ name: 'FULL', category: 'CONTRACT', hours_delta: '40.00' })).id
const night = (await make.tag({ name: 'NightDuty', category: 'CERTIFICATION' })).id
const surgery = (await make.department({ name: 'Surgery' })).id
const ward = (await make.unit({ name: 'Ward 1', parent: surgery })).id
const rooms = (await make.unit({ name: 'Rooms', parent: surgery })).id
const nights = (await make.position({ org_unit: ward, title: 'Night nurse', required_weekly_hours: '40.00' }))
  .id
await make.positionTag({ position: nights, tag: night })
const days = (await make.position({ org_unit: ward, title: 'Day nurse', required_weekly_hours: '10.00' })).id
await make.position({ org_unit: rooms, title: 'Scrub nurse', required_weekly_hours: '20.00' })

async function person(last_name: string, end_date?: string) {
  const { id } = await make.employee({ last_name, first_name: 'Ana' })
  await make.employeeTag({ employee: id, tag: contract })
  const held = await make.employeeTag({ employee: id, tag: night, ...(end_date && { end_date }) })
  return { id, held: held.id }
}

const vidal = await person('Vidal', '2026-03-10')
await make.assignment({ employee: vidal.id, position: nights, effective_hours: '36.00' })
const roca = await person('Roca')
// A surplus of one position does not make up for what another lacks.
await make.assignment({ employee: roca.id, position: days, effective_hours: '30.00' })

const loss = {
  employee: vidal.id,
  employee_name: 'Vidal, Ana',
  employee_tag: vidal.held,
  hours: '36.00',
  sentence:
    'NightDuty of Vidal, Ana ends on 2026-03-10: from 2026-03-16 on, 36.00 h a week are no longer secure: Night nurse, Ward 1 (36.00 h).',
}

test('the board shows what each unit lacks week by week, the worst first, and who loses hours there', async () => {
  const { weeks, count, rows } = await ask()
  expect(weeks.map(({ week }: { week: string }) => week)).toEqual(['2026-W10', '2026-W11', '2026-W12'])
  expect(count).toBe(2)
  expect(rows).toEqual([
    {
      name: 'Ward 1',
      org_unit_id: ward,
      org_unit_name: 'Ward 1',
      position_id: null,
      cells: [
        { required_hours: '50.00', secure_hours: '66.00', lacking_hours: '4.00', losses: [] },
        { required_hours: '50.00', secure_hours: '66.00', lacking_hours: '4.00', losses: [] },
        { required_hours: '50.00', secure_hours: '30.00', lacking_hours: '40.00', losses: [loss] },
      ],
      staff: [],
    },
    expect.objectContaining({ name: 'Rooms' }),
  ])
})

test('the board of chosen units shows their positions, and who is there in each week', async () => {
  const { rows } = await ask({ by: 'POSITION', org_unit_ids: [ward, ward.toUpperCase()] })
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(['Night nurse', 'Day nurse'])
  expect(rows[0]).toMatchObject({
    position_id: nights,
    org_unit_name: 'Ward 1',
    staff: [
      {
        employee: vidal.id,
        employee_name: 'Vidal, Ana',
        booked_hours: '36.00',
        weeks: [
          { secure_hours: '36.00', risk: null },
          { secure_hours: '36.00', risk: null },
          { secure_hours: '0.00', risk: 'missing_tags' },
        ],
      },
    ],
  })
  expect((await ask({ by: 'POSITION', org_unit_ids: [surgery] })).count).toBe(3)
})

test('the board takes as many statements for one unit as for all', async () => {
  const count = async (input: object) => (await statementsOf(ops.services.orm, () => ask(input))).length
  const ofOne = await count({ org_unit_ids: [ward] })
  expect(await count({})).toBe(ofOne)
  expect(await count({ by: 'POSITION', org_unit_ids: [ward, rooms, surgery] })).toBe(ofOne)
})

test('an unknown unit is refused', async () => {
  const answer = await manager.trpc('query', 'operator.board', { org_unit_ids: [vidal.id] })
  expect(answer.status).toBe(400)
})

test('what ends and what waits can be limited to the people of units', async () => {
  const { clock } = service
  const expires = new Date(clock.now.getTime() + 86_400_000)
  const asked = await make.employee({ status: 'PROPOSAL_PENDING', proposal_expires_at: expires })
  await make.assignment({ employee: asked.id, position: days, effective_hours: '1.00' })
  const counted = async (name: string, input: object) =>
    (await manager.trpc('query', `operator.overview.${name}`, input)).body.count
  const certificates = (units: string[]) => counted('ending', { kind: 'certificates', org_unit_ids: units })
  const proposals = (units: string[]) => counted('proposals', { org_unit_ids: units })
  expect(await Promise.all([[], [ward], [surgery], [rooms]].map(certificates))).toEqual([1, 1, 1, 0])
  expect(await Promise.all([[], [ward], [surgery], [rooms]].map(proposals))).toEqual([1, 1, 1, 0])
})
