import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { lockEmployees, lockPositions } from '../../../entities/locks.ts'
import { Employee } from '../../../entities/people/employee.ts'
import { listEmployeeDates, setEmployeeDates } from '../../../entities/planning/employee-dates.ts'
import {
  type DatedRequirement,
  listRequirements,
  positionRequirements,
  replaceRequirements,
} from '../../../entities/planning/position-requirement.ts'
import { showOne } from '../../../routers/endpoints/resource.ts'
import { date, decimal } from '../../../routers/schema/fields.ts'
import { calendarIn } from '../../../src/calendar.ts'
import { maximumRequiredHours } from '../../../src/hours.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import type { Command } from '../common/command.ts'
import {
  asCsv,
  asJson,
  CommandRefusal,
  carryOut,
  printRows,
  readBy,
  type Shown,
  table,
  withDatabase,
} from '../common/connection.ts'
import { namedPosition } from './texts.ts'

/** The commands that say what planning knows of later days. */
export function addCommands(program: Command) {
  addDates(
    program
      .command('dates')
      .description('show and set when people are expected back, or to start')
      .examples('coverage dates list', 'coverage dates set SA-0216 --return 2027-01-11'),
  )
  addRequirements(
    program
      .command('requirements')
      .description('show and set what positions require from a date on')
      .examples('coverage requirements list', 'coverage requirements set "ICU/Night nurse" 2026-12-01 240'),
  )
}

const readDay = readBy(date())
const dayOrNone = (text: string) => (text === 'none' ? text : readDay(text))
const readDecimal = readBy(decimal({ digits: 6, minimum: '0.00', maximum: maximumRequiredHours }))
const readHours = (text: string) => (text === 'own' || text === 'none' ? text : readDecimal(text))

type DateOptions = { return?: string; start?: string }

function addDates(dates: Command) {
  dates
    .command('list')
    .description('show who is expected when, and which of these dates planning counts with')
    .option(...asJson)
    .addOption(asCsv())
    .examples('coverage dates list')
    .action((shown: Shown) =>
      withDatabase(async (orm, { timeZone }) => {
        const rows = await listEmployeeDates(orm.em.fork(), calendarIn(timeZone)(new Date()))
        const text = rows.map((row) => [
          ...[row.employee_number, row.employee_name, row.status],
          ...[row.expected_return_date, row.expected_start_date, row.counted_date].map((day) => day ?? '–'),
        ])
        const head = ['Number', 'Employee', 'Status', 'Return', 'Start', 'Counts']
        printRows(shown, { answer: rows, rows, text: () => table(head, text) })
      }),
    )

  dates
    .command('set')
    .description('say when an employee is expected back from leave, or to start')
    .argument('<number>', 'the number of the employee')
    .option('--return <day>', 'the first day back of an employee ON_LEAVE, or none', dayOrNone)
    .option('--start <day>', 'the first day of an employee ONBOARDING, or none', dayOrNone)
    .examples('coverage dates set SA-0216 --return 2027-01-11', 'coverage dates set SA-0216 --return none')
    .action((number: string, options: DateOptions, command: Command) => {
      if (Object.keys(options).length === 0)
        command.error("error: give at least one of '--return' and '--start'")
      return setDates(number, options)
    })
}

const storedDay = (day: string) => (day === 'none' ? null : day)

const setDates = (number: string, options: DateOptions) => {
  const changes = {
    ...(options.return && { expected_return_date: storedDay(options.return) }),
    ...(options.start && { expected_start_date: storedDay(options.start) }),
  }
  return carryOut(
    'dates set',
    `${number} ${JSON.stringify(changes)}`,
    async ({ inTransaction, settings }) => {
      const at = new Date()
      const today = calendarIn(settings.timeZone)(at)
      const dates = await inTransaction(async (em) => {
        const employee = await em.findOne(Employee, { employee_number: number })
        if (!employee) throw new CommandRefusal(`There is no employee with the number ${number}.`)
        await lockEmployees(em, [employee.id])
        return setEmployeeDates(em, employee.id, { changes, today, at })
      })
      const { employee_name, counted_date } = dates
      console.log(`Planning counts with ${counted_date ?? 'no date'} for ${employee_name}.`)
    },
  )
}

function addRequirements(requirements: Command) {
  requirements
    .command('list')
    .description('show what positions require from which date on')
    .option(...asJson)
    .addOption(asCsv())
    .examples('coverage requirements list')
    .action((shown: Shown) =>
      withDatabase(async (orm) => {
        const rows = await listRequirements(orm.em.fork())
        const text = rows.map((row) => [row.org_unit_code, row.title, row.from_date, hoursText(row)])
        const head = ['Org unit', 'Position', 'From', 'Hours']
        printRows(shown, { answer: rows, rows, text: () => table(head, text) })
      }),
    )

  requirements
    .command('set')
    .description('say what a position requires from a date on')
    .argument('<position>', 'UNIT/TITLE, with the code of the org unit, or the id of the position')
    .argument('<day>', 'the first day', readDay)
    .argument(
      '<hours>',
      'the hours a week, own for those of the position itself, or none to remove the row',
      readHours,
    )
    .examples(
      'coverage requirements set "ICU/Night nurse" 2026-12-01 240',
      'coverage requirements set "ICU/Night nurse" 2027-03-01 own',
    )
    .action(setRequirement)
}

const hoursText = ({ required_weekly_hours }: DatedRequirement) => required_weekly_hours ?? 'own'

function setRequirement(name: string, from_date: string, hours: string) {
  const required_weekly_hours = hours === 'own' ? null : hours
  return carryOut(
    'requirements set',
    `${name} ${from_date} ${hours}`,
    async ({ orm, inTransaction, settings }) => {
      const at = new Date()
      const snapshot = await readClinicSnapshot(orm.em.fork(), calendarIn(settings.timeZone)(at))
      const { id } = namedPosition(clinicFacts(snapshot), name)
      const rows = await inTransaction(async (em) => {
        await lockPositions(em, [id])
        const others = (await showOne(em, positionRequirements, id)).rows.filter(
          (row) => row.from_date !== from_date,
        )
        const all = hours === 'none' ? others : [...others, { from_date, required_weekly_hours }]
        await replaceRequirements(em, id, { rows: all, at })
        await em.flush()
        return (await showOne(em, positionRequirements, id)).rows
      })
      const listed = rows.map((row) => `${hoursText(row)} from ${row.from_date}`).join(', ')
      console.log(`${name} requires ${listed || 'its own hours on every date'}.`)
    },
  )
}
