import { expect, test } from 'vitest'
import { noon, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const at = (path: string) => `/planning/v1/${path}/`

const { make, admin } = await serviceForFile()

/** A week after today, Wednesday 4 March 2026. */
const nextWeek = '2026-03-11'

const contract = (await make.tag({ name: 'Forty', category: 'CONTRACT', hours_delta: '40.00' })).id
const nurse = (await make.tag({ name: 'Nurse', category: 'QUALIFICATION' })).id
const night = (await make.tag({ name: 'NightDuty', category: 'CERTIFICATION' })).id
const ward = await make.unit({ name: 'Ward' })
const station = await make.unit({ name: 'Station' })
const nights = (
  await make.position({ org_unit: ward.id, title: 'Night nurse', required_weekly_hours: '36.00' })
).id
const days = (
  await make.position({ org_unit: station.id, title: 'Day nurse', required_weekly_hours: '40.00' })
).id
await make.positionTag({ position: nights, tag: nurse })
await make.positionTag({ position: nights, tag: night })
await make.positionTag({ position: days, tag: nurse })

/** A nurse with a contract of 40 hours. */
async function employed(first_name: string, last_name: string) {
  const { id } = await make.employee({ first_name, last_name })
  for (const tag of [contract, nurse]) await make.employeeTag({ employee: id, tag })
  return id
}

const ana = await employed('Ana', 'Vidal')
const bea = await employed('Bea', 'Roca')
const { id: anasNights } = await make.employeeTag({ employee: ana, tag: night, end_date: nextWeek })
await make.assignment({ employee: ana, position: nights, effective_hours: '36.00' })
await make.assignment({ employee: bea, position: days, effective_hours: '10.00' })

test('a renewal says which tag of whom ends when, the hours that fall, and what then stays open', async () => {
  const { status, body } = await admin.get(at('renewals'))
  expect([status, body]).toEqual([
    200,
    {
      ...{ count: 1, next: null, previous: null },
      results: [
        {
          employee: ana,
          employee_name: 'Vidal, Ana',
          employee_tag: anasNights,
          tag: night,
          tag_name: 'NightDuty',
          tag_category: 'CERTIFICATION',
          last_day: nextWeek,
          hours: '36.00',
          open_hours: '36.00',
          positions: [{ position_id: nights, title: 'Night nurse', org_unit_name: 'Ward', hours: '36.00' }],
          sentence: `If NightDuty of Vidal, Ana is not renewed after ${nextWeek}, 36.00 h a week can no longer be counted on; no plan could make up for them.`,
        },
      ],
    },
  ])
})

test.each([
  ['weeks=1', 0],
  ['weeks=2', 1],
  ['category=CONTRACT', 0],
  ['category=CERTIFICATION', 1],
  [`org_unit_id=${ward.id}`, 1],
  [`org_unit_id=${station.id}`, 0],
])('renewals with %s are %i', async (query, count) => {
  expect((await admin.get(`${at('renewals')}?${query}`)).body.count).toBe(count)
})

test('a tag that is renewed already is no renewal', async () => {
  const { id } = await make.employeeTag({ employee: ana, tag: night, start_date: nextWeek })
  expect((await admin.get(at('renewals'))).body.results).toEqual([])
  await admin.delete(`/api/v1/employee-tags/${id}/`)
})

const carla = await employed('Carla', 'Soler')
const more = (await make.position({ org_unit: ward.id, required_weekly_hours: '50.00' })).id
for (const tag of [nurse, night]) await make.positionTag({ position: more, tag })

test('training names who should get which certificate, and how many hours each opens', async () => {
  const { status, body } = await admin.get(`${at('training')}?pairs=3`)
  expect([status, body]).toEqual([
    200,
    {
      computed_at: noon,
      lacking_hours: '80.00',
      open_hours: '46.00',
      pairs: [
        {
          employee: carla,
          employee_name: 'Soler, Carla',
          tag: night,
          tag_name: 'NightDuty',
          closes_hours: '40.00',
          closed_hours: '40.00',
          open_hours: '6.00',
        },
      ],
      sentence:
        '1 more qualification would close 40.00 h of the 46.00 h that stay open in every plan. Each builds on those before it.',
    },
  ])
})

test('training is for qualifications only when asked', async () => {
  const { id: porter } = await make.employee()
  await make.employeeTag({ employee: porter, tag: contract })
  const gate = (await make.position({ org_unit: station.id, required_weekly_hours: '40.00' })).id
  const { id: guard } = await make.tag({ name: 'Guard', category: 'QUALIFICATION' })
  await make.positionTag({ position: gate, tag: guard })
  const unit = `org_unit_id=${station.id}`
  const pairsOf = async (query: string) => (await admin.get(`${at('training')}?${unit}&${query}`)).body.pairs
  expect(await pairsOf('')).toEqual([])
  expect(await pairsOf('include_qualifications=true')).toMatchObject([{ tag: guard, closes_hours: '40.00' }])
  await admin.patch(`/api/v1/demand/${gate}/`, { is_active: false })
})

test('with SECURE hours, training also opens those that people work without the certificate', async () => {
  const assignment = await make.assignment({ employee: carla, position: nights, effective_hours: '8.00' })
  const { body } = await admin.get(`${at('training')}?pairs=1&demand=SECURE&org_unit_id=${ward.id}`)
  expect(body.pairs).toMatchObject([{ employee: carla, closes_hours: '32.00' }])
  await admin.post(`/api/v1/assignments/${assignment.id}/end/`, {})
})

test('a single point names the unit, what nobody could take over, and who could be trained', async () => {
  const { status, body } = await admin.get(at('single-points'))
  const trained = { tag: night, tag_name: 'NightDuty' }
  expect([status, body]).toEqual([
    200,
    {
      ...{ count: 1, next: null, previous: null },
      results: [
        {
          org_unit_id: ward.id,
          org_unit_name: 'Ward',
          org_unit_hours: '36.00',
          employee: ana,
          employee_name: 'Vidal, Ana',
          works_hours: '36.00',
          hours: '36.00',
          tags: ['NightDuty', 'Nurse'],
          other_holders: 0,
          could_train: [
            { employee: carla, employee_name: 'Soler, Carla', ...trained, closes_hours: '40.00' },
            { employee: bea, employee_name: 'Roca, Bea', ...trained, closes_hours: '30.00' },
          ],
          sentence:
            'If Vidal, Ana left, nobody could take over any of their 36.00 h a week. Nobody else on duty holds NightDuty + Nurse. Soler, Carla (NightDuty); Roca, Bea (NightDuty) could be trained.',
        },
      ],
    },
  ])
})

test('units with more hours that nobody could take over come first, and other units are left out when asked', async () => {
  const dora = await employed('Dora', 'Pons')
  const { id: scrub } = await make.tag({ name: 'Scrub', category: 'CERTIFICATION' })
  await make.employeeTag({ employee: dora, tag: scrub })
  const theatre = await make.unit({ name: 'Theatre' })
  const { id: table } = await make.position({ org_unit: theatre.id, required_weekly_hours: '38.00' })
  await make.positionTag({ position: table, tag: scrub })
  await make.assignment({ employee: dora, position: table, effective_hours: '38.00' })
  const unitsOf = async (query = '') =>
    (await admin.get(`${at('single-points')}${query}`)).body.results.map(
      (row: { org_unit_name: string; hours: string }) => [row.org_unit_name, row.hours],
    )
  expect(await unitsOf()).toEqual([
    ['Theatre', '38.00'],
    ['Ward', '36.00'],
  ])
  expect(await unitsOf('?page_size=1&page=2')).toEqual([['Ward', '36.00']])
  expect(await unitsOf(`?org_unit_id=${theatre.id}`)).toEqual([['Theatre', '38.00']])
  // Ana no longer holds her certificate on that day, so nobody can count on her.
  expect(await unitsOf('?reference_date=2026-03-16')).toEqual([['Theatre', '38.00']])
})

test('headroom takes from what people can be counted on for, and the sentence says so', async () => {
  const kept = ' 25.00 % of every contract is left unplanned, for leave, sickness and study.'
  for (const path of ['renewals', 'single-points']) {
    const { body } = await admin.get(`${at(path)}?headroom_pct=25&org_unit_id=${ward.id}`)
    expect(body.results[0]).toMatchObject({ employee: ana, hours: '30.00' })
    expect(body.results[0].sentence.endsWith(kept)).toBe(true)
  }
  const { body } = await admin.get(`${at('training')}?headroom_pct=25`)
  expect(body.sentence.endsWith(kept)).toBe(true)
})

/** Somebody of a unit of their own with a contract of 20 hours, who works these hours at each position. */
async function working(
  positions: { hours: string; tag?: string }[],
  { end_date }: { end_date?: string } = {},
) {
  const { id: org_unit } = await make.unit()
  const { id: employee } = await make.employee()
  const { id: tag } = await make.tag({ category: 'CONTRACT', hours_delta: '20.00' })
  await make.employeeTag({ employee, tag, end_date })
  const places = []
  for (const { hours, tag } of positions) {
    const { id: position } = await make.position({ org_unit, required_weekly_hours: '40.00' })
    if (tag) await make.positionTag({ position, tag })
    await make.assignment({ employee, position, effective_hours: hours })
    places.push(position)
  }
  const renewals = async () => (await admin.get(`${at('renewals')}?org_unit_id=${org_unit}`)).body.results
  return { employee, tag, places, renewals }
}

test.each([
  ['at once', '2026-03-12', '20.00', []],
  ['at once, with more hours', '2026-03-12', '40.00', []],
  ['on the Monday after', '2026-03-16', '20.00', []],
  ['a week later', '2026-03-19', '20.00', ['20.00']],
])(
  'a contract that is followed %s (%s) by one of %s h has renewals of %j',
  async (_, start_date, hours_delta, hours) => {
    const { employee, renewals } = await working([{ hours: '50.00' }], { end_date: nextWeek })
    const { id: tag } = await make.tag({ category: 'CONTRACT', hours_delta })
    await make.employeeTag({ employee, tag, start_date })
    expect((await renewals()).map((row: { hours: string }) => row.hours)).toEqual(hours)
  },
)

test('a renewal counts the hours of positions that lose some, whatever another one gains', async () => {
  const { id: tag } = await make.tag({ category: 'CERTIFICATION' })
  const { id: own } = await make.tag({ category: 'QUALIFICATION' })
  const { employee, places, renewals } = await working([
    { hours: '15.00', tag },
    { hours: '15.00', tag: own },
  ])
  await make.employeeTag({ employee, tag: own })
  await make.employeeTag({ employee, tag, end_date: nextWeek })
  const { id: other } = await make.employee()
  for (const held of [contract, tag]) await make.employeeTag({ employee: other, tag: held })
  const [found, ...others] = await renewals()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    ...{ hours: '10.00', open_hours: '0.00' },
    positions: [{ position_id: places[0], hours: '10.00' }],
  })
})

const badDay = ['Ensure this date is not before 2026-03-04.']
const noUnit = ['Select a valid choice. That choice is not one of the available choices.']
test.each([
  ['renewals?weeks=27', { weeks: ['Ensure this value is less than or equal to 26.'] }],
  ['renewals?category=WARD', expect.objectContaining({ category: expect.anything() })],
  [`renewals?org_unit_id=${unknown}`, { org_unit_id: noUnit }],
  [`training?org_unit_id=${unknown}`, { org_unit_id: noUnit }],
  [`single-points?org_unit_id=${unknown}`, { org_unit_id: noUnit }],
  ['training?pairs=21', { pairs: ['Ensure this value is less than or equal to 20.'] }],
  ['training?reference_date=2026-03-03', { reference_date: badDay }],
  ['single-points?reference_date=2026-03-03', { reference_date: badDay }],
  ['training?headroom_pct=90.01', { headroom_pct: ['Ensure this value is less than or equal to 90.'] }],
])('%s is refused', async (path, problems) => {
  const { status, body } = await admin.get(`/planning/v1/${path.replace('?', '/?')}`)
  expect([status, body]).toEqual([400, problems])
})
