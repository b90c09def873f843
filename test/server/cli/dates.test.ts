import { expect, test } from 'vitest'
import { addDays } from '../../../src/calendar.ts'
import { clinicDatabase } from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { runCommand } from '../../setup/programs/command.ts'

/** Commands go by the real clock. */
const today = new Date().toISOString().slice(0, 10)
const later = addDays(today, 40)

const clinic = await clinicDatabase()
closedAfterAll({ close: clinic.drop })
await clinic.importing()
const make = factories(clinic)
await make.employee({ employee_number: 'N-17', last_name: 'Vidal', first_name: 'Ana', status: 'ON_LEAVE' })

const coverage = (...args: string[]) => runCommand(args, { env: { DATABASE_URL: clinic.url } })

test('coverage dates sets an expected return, lists it, and clears it', async () => {
  expect(await coverage('dates', 'set', 'N-17', '--return', later)).toEqual({
    code: 0,
    err: '',
    out: `Planning counts with ${later} for Vidal, Ana.\n`,
  })
  const { out } = await coverage('dates', 'list')
  expect(out).toMatch(new RegExp(`│ N-17 +│ Vidal, Ana +│ ON_LEAVE +│ ${later} │ – +│ ${later} │`))
  expect(JSON.parse((await coverage('dates', 'list', '--json')).out)).toMatchObject([
    { employee_number: 'N-17', expected_return_date: later, counted_date: later, ignored_because: null },
  ])
  expect((await coverage('dates', 'list', '--csv')).out).toMatch(/^employee,employee_number,/)
  const cleared = await coverage('dates', 'set', 'N-17', '--return', 'none')
  expect(cleared).toEqual({ code: 0, err: '', out: 'Planning counts with no date for Vidal, Ana.\n' })
  expect(JSON.parse((await coverage('dates', 'list', '--json')).out)).toEqual([])
})

test('coverage requirements sets, lists and removes what a position requires from a date on', async () => {
  const set = (...args: string[]) => coverage('requirements', 'set', 'U/Day nurse', ...args)
  expect((await set(later, '60')).out).toBe(`U/Day nurse requires 60.00 from ${later}.\n`)
  const end = addDays(later, 90)
  expect((await set(end, 'own')).out).toBe(`U/Day nurse requires 60.00 from ${later}, own from ${end}.\n`)
  expect((await coverage('requirements', 'list')).out).toMatch(
    new RegExp(`│ U +│ Day nurse +│ ${later} │ 60\\.00 │`),
  )
  expect(JSON.parse((await coverage('requirements', 'list', '--json')).out)).toMatchObject([
    { org_unit_code: 'U', title: 'Day nurse', from_date: later, required_weekly_hours: '60.00' },
    { from_date: end, required_weekly_hours: null },
  ])
  await set(end, 'none')
  expect((await set(later, 'none')).out).toBe('U/Day nurse requires its own hours on every date.\n')
})

test.each([
  [['dates', 'set', 'N-17', '--start', later], 'The employee must be ONBOARDING.'],
  [['dates', 'set', 'N-18', '--return', later], 'There is no employee with the number N-18.'],
  [['requirements', 'set', 'U/Surgeon', later, '8'], 'U has no active position with the title "Surgeon".'],
])('coverage %j is refused with a reason', async (args, message) => {
  const { code, err } = await coverage(...args)
  expect([code, err]).toEqual([1, expect.stringContaining(message)])
})

test.each([
  [['dates', 'set', 'N-17'], "give at least one of '--return' and '--start'"],
  [['dates', 'set', 'N-17', '--return', 'soon'], 'Date has wrong format.'],
  [
    ['requirements', 'set', 'U/Day nurse', later, '-4'],
    'Ensure this value is greater than or equal to 0.00.',
  ],
  [['requirements', 'set', 'U/Day nurse', later, 'many'], 'A valid number is required.'],
])('coverage %j is wrong usage', async (args, message) => {
  const { code, err } = await coverage(...args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
