import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { Command } from '../../../server/cli/common/command.ts'
import { csvOf } from '../../../server/cli/common/connection.ts'
import * as dates from '../../../server/cli/planning/dates.ts'
import * as plans from '../../../server/cli/planning/plans.ts'
import * as questions from '../../../server/cli/planning/questions.ts'
import { namedPosition, namedUnit } from '../../../server/cli/planning/texts.ts'
import { addDays, isoWeek } from '../../../src/calendar.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { clinicDatabase } from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'
import { closedAfterAll, testInCheck } from '../../setup/fixture.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { lastingToday } from '../../setup/today.ts'

const today = await lastingToday()
const nextSunday = addDays(isoWeek(today).end_date, 7)

const clinic = await clinicDatabase()
closedAfterAll({ close: clinic.drop })
await clinic.importing()
const make = factories(clinic)
const [unit] = await clinic.rows<{ id: string }>(sql`select id from org_units where code = 'U'`)
const org_unit = unit?.id ?? ''
const twins = [
  await make.position({ org_unit, title: 'Porter', required_weekly_hours: '10.00' }),
  await make.position({ org_unit, title: 'Porter', required_weekly_hours: '12.00' }),
]
await make.position({ org_unit, title: 'Cook/driver', required_weekly_hours: '6.00' })
const covered = await make.position({ org_unit, title: 'Covered', required_weekly_hours: '4.00' })
const { employee } = await make.assignment({ position: covered.id, effective_hours: '4.00' })
const contract = await make.tag({ name: 'Short', category: 'CONTRACT', hours_delta: '4.00' })
await make.employeeTag({ employee, tag: contract.id, end_date: nextSunday })

const env = { DATABASE_URL: clinic.url }
const coverage = (...args: string[]) => runCommand(args, { env })

test.concurrent('coverage plan prints the sentence, the proof, a table of lines and the hours left open', async () => {
  const { code, out, err } = await runProgram(['plan'], { env })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^8\.00 of 52\.50 missing hours can be covered.*\nPositions lack 52\.50 h/)
  expect(out).toMatch(/│ Ward +│ Day nurse +│ Álvarez, Ada │ 32\.00 │ +8\.00 │ 40\.00 │ 0\.00 │/)
  expect(out).toMatch(/What stays open:\n- Short .+\n {4}\S/)
})

testInCheck.concurrent('what a command prints is JSON or CSV, not both', async () => {
  expect(await coverage('plan', '--json', '--csv')).toEqual({
    ...{ code: 2, out: '' },
    err: expect.stringContaining("option '--csv' cannot be used with option '--json'"),
  })
})

testInCheck.concurrent('coverage plan takes a unit, overtime and a minimum, and prints JSON', async () => {
  const { code, out } = await coverage('plan', '--unit', 'D', '--overtime', '--minimum', '20', '--json')
  expect(code).toBe(0)
  const { summary, lines } = JSON.parse(out)
  expect(summary).toMatchObject({ lacking_hours: '52.50', planned_hours: '52.50' })
  const raised = lines.filter(({ kind }: { kind: string }) => kind === 'RAISE')
  expect(raised).toMatchObject([{ position_title: 'Day nurse' }, { position_title: 'Night nurse' }])
})

test.concurrent('coverage rebalance prints the sentence, the proof and the changes in order', async () => {
  const { code, out, err } = await coverage('rebalance', '--unit', 'U')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^1 change would cover 8\.00 of 52\.50 missing hours; that is the most, .*\nThe hours that positions lack and the hours over contract come to 68\.50 h\./,
  )
  expect(out).toMatch(/│ +1 │ raise +│ Ward +│ Day nurse +│ Álvarez, Ada │ 32\.00 │ 40\.00 │ 0\.00 │ +│/)
  expect(out).toMatch(
    /\nThese changes can be applied as a whole, or made by hand in this order\. It is proved that .*\n$/,
  )
})

test.concurrent('coverage forecast prints the weeks asked for and who loses hours', async () => {
  const { code, out, err } = await coverage('forecast', '--weeks', '3', '--unit', 'U')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^Of 52\.00 h booked, 36\.00 h are secure in \d{4}-W\d\d and 32\.00 h in \d{4}-W\d\d\.\n/,
  )
  expect(out.match(/│ \d{4}-W\d\d │ +104\.50 │ +52\.00 │ +3[62]\.00 │/g)).toHaveLength(3)
  expect(out).toContain(`Who loses hours:\n- Short of Last`)
  expect(out).toContain(`ends on ${nextSunday}`)
})

test.concurrent('coverage who prints what the position lacks and who could cover it', async () => {
  const { code, out, err } = await coverage('who', 'U/Day nurse')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Day nurse in Ward \(U\) lacks 8\.00 of its 40\.00 h a week\.\n/)
  const ada = /│ Álvarez, Ada │ E1 +│ 32\.00 │ 40\.00 │ +8\.00 │ +0\.00 │ +0\.00 │ works in the unit +│/
  expect(out).toMatch(ada)
})

test('coverage who counts what the position lacks from what a date requires of it', async () => {
  await clinic.rows(sql`insert into position_requirements (id, position_id, from_date, required_weekly_hours, created_at)
    values (gen_random_uuid(), ${covered.id}, ${today}, 9, now())`)
  onTestFinished(() => clinic.rows(sql`delete from position_requirements`).then())
  const { out } = await coverage('who', 'U/Covered')
  expect(out).toMatch(/^Covered in Ward \(U\) lacks 5\.00 of its 9\.00 h a week\.\n/)
})

testInCheck.concurrent(
  'coverage who prints the hours people have left if no one has enough, and marks refused people',
  async () => {
    const { out } = await coverage('who', 'U/Cook/driver', '--hours', '45')
    expect(out).toMatch(/│ Álvarez, Ada .* refused: MAX_WEEKLY_HOURS +│/)
    expect(out).toMatch(
      /\n\nNo one has that many hours left\. Álvarez, Ada has the most, 8\.00 h: try --hours\.\n$/,
    )
  },
)

test.concurrent('coverage who takes the title in any case, takes hours, and prints JSON', async () => {
  const { code, out } = await coverage('who', 'u/cook/DRIVER', '--hours', '2.5', '--json')
  expect(code).toBe(0)
  const [first] = JSON.parse(out)
  expect(first).toMatchObject({
    rank: 1,
    employee_name: 'Álvarez, Ada',
    effective_hours: '2.50',
    is_valid: true,
  })
})

test.concurrent('coverage who asks for hours and exits with 1 if the position lacks none', async () => {
  const err = 'The position lacks no hours; give --hours.\n'
  expect(await coverage('who', 'U/Covered')).toEqual({ code: 1, out: '', err })
})

test.concurrent('coverage renewals prints what ends when and what stays open', async () => {
  const { code, out, err } = await coverage('renewals', '--weeks', '2', '--unit', 'U')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(new RegExp(`│ ${nextSunday} │ Short │ Last.*│ +4\\.00 │ +\\d\\.00 │ Covered, Ward +│`))
  expect(out).toMatch(/\n\n- If Short of Last/)
})

test.concurrent('coverage training prints its sentence, and takes every choice', async () => {
  const { code, out, err } = await coverage(
    ...['training', '--pairs', '3', '--unit', 'U', '--secure', '--qualifications', '--date', today],
  )
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(
    /^(\d+ more qualifications? would close|No single additional qualification would close)/,
  )
})

test.concurrent('coverage establishment prints units with their groups of qualifications, and as CSV one row for each group', async () => {
  const { code, out, err } = await coverage('establishment', '--unit', 'U')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Of 104\.50 h required, \d+\.50 h are vacant \(1\.\d\d FTE\)\.\n/)
  expect(out).toMatch(/│ Ward +│ all +│ +\d │ +104\.50 │/)
  const csv = await coverage('establishment', '--headroom', '20', '--csv')
  expect(csv.out).toMatch(/^org_unit_id,org_unit_code,org_unit_name,tags,positions,required_hours,/)
  expect(csv.out.split('\n').length).toBeGreaterThan(3)
})

test.concurrent('coverage history prints the nights of a unit and how right its forecasts were', async () => {
  expect(await coverage('history', '--unit', 'D')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^No night of .+ has been kept yet\.\n$/),
  })
  expect(await coverage('history', '--unit', 'X')).toMatchObject({
    code: 1,
    err: 'No org unit has the code "X".\n',
  })
  const monday = isoWeek(today).start_date
  for (const day of [addDays(monday, -28), monday])
    await clinic.rows(
      sql`insert into coverage_history values (${org_unit}, ${day}, 100, 90, 80, 100, 70.5, 100, 70, 100, 70)`,
    )
  const { code, out, err } = await coverage('history', '--unit', 'U', '--days', '60')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(new RegExp(`│ ${monday} │ +100\\.00 │ +90\\.00 │ +80\\.00 │ 80\\.00 │ +70\\.50 │`))
  expect(out).toContain(
    '- 4 weeks before, the forecast was wrong by 9.50 h on average (9.50 h came more than was said; Mondays: 1).',
  )
  const csv = await coverage('history', '--unit', 'U', '--csv')
  expect(csv.out).toMatch(/^date,required_hours,booked_hours,secure_hours,/)
  expect(JSON.parse((await coverage('history', '--unit', 'U', '--json')).out)).toMatchObject({
    org_unit_name: 'Ward',
  })
})

test.concurrent('coverage single-points prints rows as CSV for spreadsheets', async () => {
  const { code, out, err } = await coverage('single-points', '--csv', '--headroom', '50')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const [head, first] = out.split('\n')
  expect(head).toBe(
    'org_unit_id,org_unit_name,org_unit_hours,employee,employee_name,works_hours,hours,other_holders,sentence',
  )
  expect(first).toContain('Ward')
  expect(first).toContain('50.00 % of every contract is left unplanned')
})

test.concurrent('coverage plan counts secure hours, keeps headroom, puts units first and plans another day', async () => {
  const choices = ['--secure', '--headroom', '20', '--priority', 'U', 'D', '--date', nextSunday]
  const { code, out } = await coverage('plan', ...choices, '--json')
  expect(code).toBe(0)
  const { reference_date, summary, certificate } = JSON.parse(out)
  expect(reference_date).toBe(nextSunday)
  expect(summary.sentence).toContain('hours that are missing or at risk')
  expect(certificate.sentence).toContain('20.00 % of every contract is left unplanned')
})

test.each([
  [['plan', '--headroom', '91'], 'Ensure this value is less than or equal to 90.'],
  [['plan', '--date', 'tomorrow'], 'Date has wrong format.'],
  [['training', '--pairs', '0'], 'Ensure this value is greater than or equal to 1.'],
])('coverage %j is wrong usage', async (args, message) => {
  const { code, err } = await coverage(...args)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('text in CSV that a spreadsheet would compute gets a quote, and numbers do not', () => {
  const rows = [{ title: '=1+1', hours: '-4.00', is_new: true, none: null, list: [] }]
  expect(csvOf(rows)).toBe("title,hours,is_new,none\n'=1+1,-4.00,true,\n")
  expect(csvOf([])).toBe('')
})

const facts = clinicFacts(await readClinicSnapshot(clinic.orm.em.fork(), today))
const named = (name: string) => () => namedPosition(facts, name)

test('a planning command can name a position by its id', () => {
  for (const { id } of twins) expect(namedPosition(facts, id.toUpperCase()).id).toBe(id)
})

test('a title shared by several positions is refused with their ids', () => {
  const [a, b] = twins.map(
    ({ id, required_weekly_hours }) => `  ${id}: 0.00 of ${required_weekly_hours} h are assigned`,
  )
  expect(named('U/Porter')).toThrow('2 positions are named "U/Porter". Give the id of one:\n')
  for (const line of [a, b]) expect(named('U/Porter')).toThrow(line)
})

test.each([
  [
    'U/Surgeon',
    'U has no active position with the title "Surgeon". Its titles: Cook/driver, Covered, Day nurse, Night nurse, Porter.',
  ],
  ['D/Surgeon', 'D has no active position with the title "Surgeon". Its titles: none.'],
  ['Ward/Surgeon', 'No org unit has the code "Ward". Codes: C, D, U.'],
  ['Surgeon', 'Name the position as UNIT/TITLE, or by its id.'],
])('a planning command refuses the position %s with advice', (name, message) => {
  expect(named(name)).toThrow(message)
})

test('an unknown unit is refused with similar codes, or with the first ten', () => {
  const units = Array.from({ length: 14 }, (_, index) => ({ code: `ICU-${10 + index}` }))
  const withUnits = { ...facts, units: [...units, ...facts.units] as typeof facts.units }
  expect(() => namedUnit(withUnits, 'icu-2')).toThrow(
    'No org unit has the code "icu-2". Codes: ICU-20, ICU-21, ICU-22, ICU-23.',
  )
  expect(() => namedUnit(withUnits, 'ward')).toThrow(/Codes: C, D, ICU-10, .*ICU-17 and 7 more\.$/)
})

/** The commands by themselves, which throw where the program exits. */
function program() {
  const made = new Command('coverage').exitOverride().configureOutput({ writeErr: () => {} })
  for (const { addCommands } of [questions, plans, dates]) addCommands(made)
  return made
}

test.each([
  ['plan --minimum 0.2', 'Ensure this value is greater than or equal to 0.25.'],
  ['plan --minimum 40.5', 'Ensure this value is less than or equal to 40.'],
  ['plan --minimum few', 'A valid number is required.'],
  ['rebalance --minimum 0.2', 'Ensure this value is greater than or equal to 0.25.'],
  ['forecast --weeks 27', 'Ensure this value is less than or equal to 26.'],
  ['forecast --weeks 0', 'Ensure this value is greater than or equal to 1.'],
  ['forecast --weeks some', 'A valid integer is required.'],
  ['who U/Cook --hours 0', 'Ensure this value is greater than or equal to 0.01.'],
  ['who U/Cook --hours 169', 'Ensure this value is less than or equal to 168.'],
  ['who', "missing required argument 'position'"],
])('the planning command %s is wrong usage', async (line, message) => {
  for (const command of program().commands) command.exitOverride().configureOutput({ writeErr: () => {} })
  await expect(program().parseAsync(line.split(' '), { from: 'user' })).rejects.toThrow(message)
})

test('the help of every planning command has examples', () => {
  for (const command of program().commands) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help).toContain(`Examples:\n  coverage ${command.name()}`)
  }
})
