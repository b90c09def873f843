import { expect, test } from 'vitest'
import { noon, unknown } from '../../expect/texts.ts'
import { closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { startService } from '../../setup/service.ts'

const { service, make, admin } = await serviceForFile({ env: { FTE_HOURS: '37.5', HEADROOM_PCT: '25' } })

const at = (path: string) => `/planning/v1/${path}`
const establishment = (query = '') => admin.get(at(`establishment/${query}`))

test('a clinic without org units has an empty history', async () => {
  const viewer = await closedAfterTest(await startService()).as('VIEWER')
  const { status, body } = await viewer.get(at('history/'))
  expect([status, body]).toMatchObject([200, { org_unit_id: null, org_unit_name: '', nights: [] }])
})

const contract = (await make.tag({ name: 'Forty', category: 'CONTRACT', hours_delta: '40.00' })).id
const nurse = (await make.tag({ name: 'Nurse', category: 'QUALIFICATION' })).id
const ward = await make.unit({ name: 'Ward', code: 'W' })
const station = await make.unit({ name: 'Station', code: 'S' })
const nights = (await make.position({ org_unit: ward.id, required_weekly_hours: '75.00' })).id
const desk = (await make.position({ org_unit: ward.id, required_weekly_hours: '15.00' })).id
await make.position({ org_unit: station.id, required_weekly_hours: '30.00' })
await make.positionTag({ position: nights, tag: nurse })

/** Someone with a contract of 40 hours, perhaps from a day on. */
async function employed(start_date = '2026-01-01') {
  const { id } = await make.employee()
  await make.employeeTag({ employee: id, tag: contract, start_date })
  await make.employeeTag({ employee: id, tag: nurse })
  return id
}

const ana = await employed()
await make.assignment({ employee: ana, position: nights, effective_hours: '25.00' })
await make.assignment({ employee: ana, position: desk, effective_hours: '15.00' })
await employed('2026-03-30')

const ofNights = {
  positions: 1,
  ...{ required_hours: '75.00', required_fte: '2.00', contracted_hours: '18.75', contracted_fte: '0.50' },
  ...{ assigned_hours: '25.00', assigned_fte: '0.67', secure_hours: '18.75', secure_fte: '0.50' },
  ...{ vacant_hours: '50.00', vacant_fte: '1.33', vacant_pct: '66.67', secure_coverage_pct: '25.00' },
}

test('the establishment has each unit and group of qualifications in hours and full-time equivalents, with the headroom of the clinic', async () => {
  const { status, body } = await establishment()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    computed_at: '2026-03-04T10:00:00.000Z',
    totals: { positions: 3, required_hours: '120.00', contracted_hours: '30.00', vacant_hours: '80.00' },
    unplaced_hours: '0.00',
    units: [
      { org_unit_id: station.id, org_unit_name: 'Station', org_unit_code: 'S', vacant_hours: '30.00' },
      {
        ...{
          org_unit_id: ward.id,
          required_hours: '90.00',
          contracted_hours: '30.00',
          vacant_hours: '50.00',
        },
        groups: [
          { tags: [], required_hours: '15.00', contracted_hours: '11.25', secure_hours: '11.25' },
          { tags: ['Nurse'], ...ofNights },
        ],
      },
    ],
  })
})

test('the establishment can be that of an org unit, of another day, and with another headroom', async () => {
  const ofUnit = (await establishment(`?org_unit_id=${station.id}`)).body
  expect(ofUnit.units.map((unit: { org_unit_id: string }) => unit.org_unit_id)).toEqual([station.id])
  expect(ofUnit.totals.required_hours).toBe('30.00')
  expect((await establishment('?headroom_pct=0')).body.totals).toMatchObject({
    contracted_hours: '40.00',
    secure_hours: '40.00',
  })
  expect((await establishment('?reference_date=2026-03-30')).body.unplaced_hours).toBe('30.00')
})

const noUnit = ['Select a valid choice. That choice is not one of the available choices.']

test.each([
  [`establishment/?org_unit_id=${unknown}`, { org_unit_id: noUnit }],
  [
    'establishment/?reference_date=2026-03-03',
    { reference_date: ['Ensure this date is not before 2026-03-04.'] },
  ],
  [
    'establishment/?reference_date=2026-09-03',
    { reference_date: ['Ensure this date is not after 2026-09-02.'] },
  ],
  [`history/?org_unit_id=${unknown}`, { org_unit_id: noUnit }],
  ['history/?days=0', { days: ['Ensure this value is greater than or equal to 1.'] }],
  ['history/?days=367', { days: ['Ensure this value is less than or equal to 366.'] }],
])('%s is refused', async (path, body) => {
  expect(await admin.get(at(path))).toMatchObject({ status: 400, body })
})

test('the history does not count as use of the planner', async () => {
  const limit = async (path: string) => (await admin.get(at(path))).headers.get('ratelimit-policy')
  expect(await limit('history/')).toBe(await limit('../../api/v1/tags/'))
  expect(service.clock.now).toEqual(new Date(noon))
})
