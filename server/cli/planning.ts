import type { Command } from 'commander'
import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Em } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { readFirst, readOne } from '../../entities/lists/page.ts'
import { lockEmployees, lockPositions } from '../../entities/locks.ts'
import { Employee } from '../../entities/people/employee.ts'
import { applicationList } from '../../entities/planning/application-log.ts'
import { readHistory } from '../../entities/planning/coverage-night.ts'
import { listEmployeeDates, setEmployeeDates } from '../../entities/planning/employee-dates.ts'
import { draftDetail, draftList, draftNameLength, PlanDraft } from '../../entities/planning/plan-draft.ts'
import {
  type DatedRequirement,
  listRequirements,
  positionRequirements,
  replaceRequirements,
} from '../../entities/planning/position-requirement.ts'
import { unitOrClinic } from '../../entities/work/org-units.ts'
import { maximumPageSize } from '../../routers/endpoints/page.ts'
import { showOne } from '../../routers/endpoints/resource.ts'
import { mostDays } from '../../routers/planning/establishment.ts'
import { countedBy, fingerprintOf } from '../../routers/planning/planned.ts'
import { PlanInput } from '../../routers/planning/plans.ts'
import { RebalanceInput } from '../../routers/planning/rebalances.ts'
import { takeBack } from '../../routers/planning/stored/applications.ts'
import { applyDraft, newDraft } from '../../routers/planning/stored/drafts.ts'
import { date, decimal, integer, isUuid, label } from '../../routers/schema/fields.ts'
import { addDays, calendarIn, toDate } from '../../src/calendar.ts'
import { formatHundredths, maximumRequiredHours, maximumWeekHours, toHundredths } from '../../src/hours.ts'
import type { Author } from '../../src/logs/audit.ts'
import { shownHistory } from '../../src/planning/establishment/history.ts'
import { type ClinicFacts, mostHeadroom } from '../../src/planning/facts/clinic-facts.ts'
import { clinicOn } from '../../src/planning/facts/known-dates.ts'
import { clinicFacts } from '../../src/planning/facts/read-snapshot.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { mostPairs } from '../../src/planning/qualifications/training.ts'
import { lackingOn, suggesting } from '../../src/planning/suggestions/suggestion.ts'
import { tasks } from '../../src/planning/tasks.ts'
import {
  asCsv,
  asJson,
  CommandRefusal,
  carryOut,
  csvOf,
  only,
  print,
  readBy,
  type Shown,
  table,
  withDatabase,
} from './connection.ts'
import {
  establishmentText,
  forecastText,
  historyText,
  namedPosition,
  namedUnit,
  planText,
  rebalanceText,
  renewalsText,
  singlePointsText,
  tableOf,
  trainingText,
  whoText,
} from './planning-texts.ts'

type Counting = Shown & { unit?: string; headroom?: number; date?: string }
type RebalanceOptions = Counting & { overtime?: true; minimum: string }
type PlanOptions = RebalanceOptions & { secure?: true; priority?: string[] }
type WeeksOptions = Counting & { weeks: number }
type TrainingOptions = Counting & { pairs: number; secure?: true; qualifications?: true }
type HistoryOptions = Shown & { unit?: string; days: number }
type WhoOptions = Counting & { hours?: string }

const ofUnit = ['--unit <code>', 'only the positions of this org unit and of all units below it'] as const
const ofDay = [
  '--date <day>',
  'the day whose tags and pools count; today by default',
  readBy(date()),
] as const
const ofSecure = [
  '--secure',
  'count only hours that can be counted on as covered, not all booked ones',
] as const

/** The commands of planning: those that ask it something store nothing. */
export function addCommands(program: Command) {
  addPlan(program)
  addRebalance(program)
  addForecast(program)
  addWho(program)
  addRenewals(program)
  addTraining(program)
  addSinglePoints(program)
  addPlans(program)
  addEstablishment(program)
  addHistory(program)
  addDates(
    program
      .command('dates')
      .description('show and set when people are expected back, or to start')
      .addHelpText(
        'after',
        '\nExamples:\n  coverage dates list\n  coverage dates set N-17 --return 2027-01-11',
      ),
  )
  addRequirements(
    program
      .command('requirements')
      .description('show and set what positions require from a date on')
      .addHelpText(
        'after',
        '\nExamples:\n  coverage requirements list\n  coverage requirements set "ICU/Night nurse" 2026-12-01 240',
      ),
  )
}

/** The command with the options that all of them have. */
const counting = (command: Command) =>
  command
    .option(
      '--headroom <percent>',
      `the part of every pool kept for leave, sickness and study, 0 to ${mostHeadroom}; HEADROOM_PCT by default`,
      readBy(decimal({ digits: 4, minimum: '0.00', maximum: `${mostHeadroom}` }).transform(toHundredths)),
    )
    .option(...asJson)
    .option(...asCsv)

/** The command, with the options of a plan. */
const withChoices = (command: Command, dayIs: 'option' | 'requiredOption' = 'option') =>
  counting(
    command
      .option(...ofUnit)
      [dayIs](...ofDay)
      .option('--overtime', 'count hours up to the weekly cap, even beyond contracts')
      .option(
        '--minimum <hours>',
        'the fewest hours of a new assignment',
        readBy(decimal({ digits: 4, minimum: '0.25', maximum: '40' })),
        '4.00',
      ),
  )

/** Turns the options into the input that the service takes. */
const choicesOf = (facts: ClinicFacts, { unit, overtime, minimum, date }: RebalanceOptions) => ({
  org_unit_id: unit === undefined ? undefined : namedUnit(facts, unit).id,
  hours_limit: overtime ? 'WEEKLY_CAP' : 'CONTRACT',
  minimum_hours: minimum,
  reference_date: date,
})

function addPlan(program: Command) {
  withChoices(program.command('plan'))
    .option(...ofSecure)
    .option('--priority <code...>', 'org units whose positions come first, the most urgent first')
    .description('plan who covers the hours that positions lack, and show why no more can be covered')
    .addHelpText(
      'after',
      '\nNothing is stored.\n\nExamples:\n  coverage plan\n  coverage plan --unit ICU --overtime --minimum 8\n  coverage plan --secure --headroom 20 --priority ICU ER\n  coverage plan --json > plan.json',
    )
    .action((options: PlanOptions) =>
      showClinic(options, (facts) => {
        const { secure, priority = [] } = options
        const priorities = priority.map((code) => namedUnit(facts, code).id)
        const choices = { ...choicesOf(facts, options), demand: secure ? 'SECURE' : 'BOOKED', priorities }
        const plan = tasks.plan(facts, PlanInput.parse(choices))
        return { answer: plan, rows: plan.lines, text: () => planText(plan) }
      }),
    )
}

function addRebalance(program: Command) {
  withChoices(program.command('rebalance'))
    .description('propose changes that move hours from where there are too many to where they are missing')
    .addHelpText(
      'after',
      '\nNothing is stored: the console and the API apply the changes as a whole.\n\nExamples:\n  coverage rebalance\n  coverage rebalance --unit ICU --overtime --minimum 8\n  coverage rebalance --json > rebalance.json',
    )
    .action((options: RebalanceOptions) =>
      showClinic(options, (facts) => {
        const rebalance = tasks.rebalance(facts, RebalanceInput.parse(choicesOf(facts, options)))
        return { answer: rebalance, rows: rebalance.changes, text: () => rebalanceText(rebalance) }
      }),
    )
}

const ofWeeks = (usual: number) =>
  ['--weeks <number>', `how many weeks, this one included: 1 to ${mostWeeks}`, readWeeks, usual] as const

function addForecast(program: Command) {
  counting(program.command('forecast'))
    .description('show how many booked hours are secure in the coming weeks, and who loses hours when')
    .option(...ofWeeks(mostWeeks))
    .option(...ofUnit)
    .addHelpText('after', '\nExamples:\n  coverage forecast\n  coverage forecast --weeks 8 --unit ICU')
    .action((options: WeeksOptions) =>
      showClinic(options, (facts) => {
        const { weeks } = options
        const org_unit_id = unitOf(facts, options)
        const forecast = tasks.forecast(facts, { weeks, org_unit_id, by_unit: false })
        const losses = { weeks, org_unit_id, cause: null, employee: null, direction: 'LOSS' } as const
        const { rows } = tasks.cliffs(facts, { ...losses, ...everything })
        const text = () => forecastText(forecast, rows)
        return { answer: { ...forecast, cliffs: rows }, rows: forecast.weeks, text }
      }),
    )
}

function addWho(program: Command) {
  counting(program.command('who'))
    .description('list who could cover a position, the best first')
    .argument('<position>', 'UNIT/TITLE, with the code of the org unit, or the id of the position')
    .option(
      '--hours <hours>',
      'hours to cover; by default what the position lacks, at most 40.00',
      readBy(decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` })),
    )
    .addHelpText(
      'after',
      '\nExamples:\n  coverage who "ICU/Night nurse"\n  coverage who "ICU/Night nurse" --hours 8',
    )
    .action((name: string, options: WhoOptions) =>
      showClinic(options, (facts) => {
        const { hours } = options
        const position = namedPosition(facts, name)
        const onToday = suggesting(clinicOn(facts, facts.today), facts.today)
        const lacking = lackingOn(onToday, facts.positions.indexOf(position))
        if (!lacking && hours === undefined)
          throw new CommandRefusal('The position lacks no hours; give --hours.')
        const { rows } = tasks.candidates(facts, {
          position: position.id,
          hours: hours === undefined ? null : toHundredths(hours),
          allow_partial: false,
          day: facts.today,
          include_ineligible: false,
          ...everything,
        })
        return { answer: rows, rows, text: () => whoText(facts, { position, lacking }, rows) }
      }),
    )
}

function addRenewals(program: Command) {
  counting(program.command('renewals'))
    .description('list the tags of people that end soon, those with the most hours at stake first')
    .option(...ofWeeks(12))
    .option(...ofUnit)
    .addHelpText('after', '\nExamples:\n  coverage renewals\n  coverage renewals --weeks 4 --unit ICU --csv')
    .action((options: WeeksOptions) =>
      showClinic(options, (facts) => {
        const wanted = { weeks: options.weeks, org_unit_id: unitOf(facts, options), category: null }
        const { rows } = tasks.renewals(facts, { ...wanted, ...everything })
        return { answer: rows, rows, text: () => renewalsText(rows) }
      }),
    )
}

function addTraining(program: Command) {
  counting(program.command('training'))
    .description('show which qualifications, for which people, would close most hours')
    .option('--pairs <number>', `the most pairs of person and qualification: 1 to ${mostPairs}`, readPairs, 5)
    .option('--qualifications', 'train for qualifications too, not only for certifications')
    .option(...ofSecure)
    .option(...ofUnit)
    .option(...ofDay)
    .addHelpText(
      'after',
      '\nExamples:\n  coverage training\n  coverage training --pairs 10 --unit ICU --secure',
    )
    .action((options: TrainingOptions) =>
      showClinic(options, (facts) => {
        const { pairs, secure, qualifications = false } = options
        const demand = secure ? ('SECURE' as const) : ('BOOKED' as const)
        const on = { org_unit_id: unitOf(facts, options), reference_date: dayOf(facts, options) }
        const answer = tasks.training(facts, { ...on, pairs, demand, include_qualifications: qualifications })
        return { answer, rows: answer.pairs, text: () => trainingText(answer) }
      }),
    )
}

function addSinglePoints(program: Command) {
  counting(program.command('single-points'))
    .description('list the people whose hours nobody could take over, by org unit, the worst first')
    .option(...ofUnit)
    .option(...ofDay)
    .addHelpText('after', '\nExamples:\n  coverage single-points\n  coverage single-points --unit ICU --csv')
    .action((options: Counting) =>
      showClinic(options, (facts) => {
        const on = { org_unit_id: unitOf(facts, options), reference_date: dayOf(facts, options) }
        const { rows } = tasks.single_points(facts, { ...on, ...everything })
        return { answer: rows, rows, text: () => singlePointsText(rows) }
      }),
    )
}

function addEstablishment(program: Command) {
  counting(program.command('establishment'))
    .description(
      'show what each org unit requires and has, by qualifications, in hours and full-time equivalents',
    )
    .option(...ofUnit)
    .option(...ofDay)
    .addHelpText(
      'after',
      '\nExamples:\n  coverage establishment\n  coverage establishment --unit ICU --headroom 20 --csv',
    )
    .action((options: Counting) =>
      showClinic(options, (facts) => {
        const on = { org_unit_id: unitOf(facts, options), reference_date: dayOf(facts, options) }
        const answer = tasks.establishment(facts, on)
        const rows = answer.units.flatMap(({ org_unit_id, org_unit_name, org_unit_code, groups }) =>
          groups.map(({ tags, ...hours }) => ({
            ...{ org_unit_id, org_unit_code, org_unit_name, tags: tags.join(' + ') },
            ...hours,
          })),
        )
        return { answer, rows, text: () => establishmentText(answer) }
      }),
    )
}

function addHistory(program: Command) {
  program
    .command('history')
    .description('show the hours of the last nights, and how right the forecasts were')
    .option('--unit <code>', 'this org unit and all units below it; the clinic by default')
    .option('--days <number>', `how many days, today included: 1 to ${mostDays}`, readDays, mostDays)
    .option(...asJson)
    .option(...asCsv)
    .addHelpText('after', '\nExamples:\n  coverage history\n  coverage history --unit ICU --days 90 --csv')
    .action(({ unit: code, days, json, csv }: HistoryOptions) =>
      withDatabase(async (orm, { timeZone }) => {
        const em = orm.em.fork()
        const unit = await unitOrClinic(em, { code })
        if (!unit)
          throw new CommandRefusal(code ? `No org unit has the code "${code}".` : 'There are no org units.')
        const to = calendarIn(timeZone)(new Date())
        const nights = await readHistory(em, { unit: unit.id, from: addDays(to, 1 - days), to })
        const answer = { org_unit_id: unit.id, org_unit_name: unit.name, ...shownHistory(nights) }
        if (csv) process.stdout.write(csvOf(answer.nights))
        else print({ json }, answer, () => historyText(answer))
      }),
    )
}

/** A page that holds all rows. */
const everything = { offset: 0, limit: Number.POSITIVE_INFINITY }

const unitOf = (facts: ClinicFacts, { unit }: Counting) =>
  unit === undefined ? null : namedUnit(facts, unit).id

const dayOf = (facts: ClinicFacts, { date = toDate(facts.today) }: Counting) => date

type Answer = { answer: unknown; rows: readonly object[]; text: () => string }

/** Computes an answer for the clinic as it is now, and prints it as text, as JSON, or its rows as CSV. */
const showClinic = ({ headroom, json, csv }: Counting, show: (facts: ClinicFacts) => Answer) =>
  withDatabase(async (orm, { timeZone, basis }) => {
    const today = calendarIn(timeZone)(new Date())
    const facts = { ...clinicFacts(await readClinicSnapshot(orm.em.fork(), today)), ...basis }
    const { answer, rows, text } = show(headroom === undefined ? facts : { ...facts, headroom })
    if (csv) process.stdout.write(csvOf(rows))
    else print({ json }, answer, text)
  })

const readWeeks = readBy(integer(1, mostWeeks), Number)
const readDays = readBy(integer(1, mostDays), Number)
const readPairs = readBy(integer(1, mostPairs), Number)

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
    .option(...asCsv)
    .addHelpText('after', '\nExample:\n  coverage dates list')
    .action((shown: Shown) =>
      withDatabase(async (orm, { timeZone }) => {
        const rows = await listEmployeeDates(orm.em.fork(), calendarIn(timeZone)(new Date()))
        const text = rows.map((row) => [
          ...[row.employee_number, row.employee_name, row.status],
          ...[row.expected_return_date, row.expected_start_date, row.counted_date].map((day) => day ?? '–'),
        ])
        printRows(shown, rows, () =>
          table(['Number', 'Employee', 'Status', 'Return', 'Start', 'Counts'], text),
        )
      }),
    )

  dates
    .command('set')
    .description('say when an employee is expected back from leave, or to start')
    .argument('<number>', 'the number of the employee')
    .option('--return <day>', 'the first day back of an employee ON_LEAVE, or none', dayOrNone)
    .option('--start <day>', 'the first day of an employee ONBOARDING, or none', dayOrNone)
    .addHelpText(
      'after',
      '\nExamples:\n  coverage dates set N-17 --return 2027-01-11\n  coverage dates set N-17 --return none',
    )
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
  return carryOut('dates set', `${number} ${JSON.stringify(changes)}`, async ({ orm, author, settings }) => {
    const at = new Date()
    const today = calendarIn(settings.timeZone)(at)
    const dates = await transaction({ em: orm.em, author }, async (em) => {
      const employee = await em.findOne(Employee, { employee_number: number })
      if (!employee) throw new CommandRefusal(`There is no employee with the number ${number}.`)
      await lockEmployees(em, [employee.id])
      return setEmployeeDates(em, employee.id, { changes, today, at })
    })
    const { employee_name, counted_date } = dates
    console.log(`Planning counts with ${counted_date ?? 'no date'} for ${employee_name}.`)
  })
}

function addRequirements(requirements: Command) {
  requirements
    .command('list')
    .description('show what positions require from which date on')
    .option(...asJson)
    .option(...asCsv)
    .addHelpText('after', '\nExample:\n  coverage requirements list')
    .action((shown: Shown) =>
      withDatabase(async (orm) => {
        const rows = await listRequirements(orm.em.fork())
        const text = rows.map((row) => [row.org_unit_code, row.title, row.from_date, hoursText(row)])
        printRows(shown, rows, () => table(['Org unit', 'Position', 'From', 'Hours'], text))
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
    .addHelpText(
      'after',
      '\nExamples:\n  coverage requirements set "ICU/Night nurse" 2026-12-01 240\n  coverage requirements set "ICU/Night nurse" 2027-03-01 own',
    )
    .action(setRequirement)
}

const hoursText = ({ required_weekly_hours }: DatedRequirement) => required_weekly_hours ?? 'own'

function setRequirement(name: string, from_date: string, hours: string) {
  const required_weekly_hours = hours === 'own' ? null : hours
  return carryOut('requirements set', `${name} ${from_date} ${hours}`, async ({ orm, author, settings }) => {
    const at = new Date()
    const snapshot = await readClinicSnapshot(orm.em.fork(), calendarIn(settings.timeZone)(at))
    const { id } = namedPosition(clinicFacts(snapshot), name)
    const rows = await transaction({ em: orm.em, author }, async (em) => {
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
  })
}

function printRows(shown: Shown, rows: readonly object[], text: () => string) {
  if (shown.csv) process.stdout.write(csvOf(rows))
  else print(shown, rows, text)
}
const maximumLines = 500

type KeepOptions = PlanOptions & { name: string }

/** `coverage plans ...`: drafts, and what was applied. */
function addPlans(program: Command) {
  const plans = program
    .command('plans')
    .description('keep plans for coming weeks, apply them, and take them back')
    .addHelpText(
      'after',
      '\nExamples:\n  coverage plans keep --date 2026-12-14 --unit ICU\n  coverage plans list\n  coverage plans apply 0b6d…',
    )
  const command = (name: string, description: string, example: string) =>
    plans
      .command(name)
      .description(description)
      .option(...asJson)
      .addHelpText('after', `\nExample:\n  coverage plans ${example}`)
  command('list', 'list the kept drafts, the newest first', 'list').action(listDrafts)
  command('applied', 'list what was applied, the newest first', 'applied').action(listApplied)
  command('show <draft>', 'show a draft, and which of its lines still hold', 'show 0b6d…').action(showDraft)
  command('apply <draft>', 'apply a draft, from the Monday of its week on', 'apply 0b6d…').action(applyKept)
  command(
    'take-back <application>',
    'take back what was applied, while nothing has changed since',
    'take-back 5c1f…',
  ).action(takeBackApplied)
  withChoices(plans.command('keep'), 'requiredOption')
    .option(...ofSecure)
    .option('--name <name>', 'a name for the draft', readBy(label(draftNameLength)), '')
    .description('keep the plan for a coming day as a draft')
    .addHelpText(
      'after',
      '\nExample:\n  coverage plans keep --date 2026-12-14 --unit ICU --name "Before the holidays"',
    )
    .action(keepPlan)
}

const listDrafts = (shown: Shown) =>
  withDatabase(async (orm) => {
    const drafts = await readFirst(orm.em.fork(), draftList, maximumPageSize)
    const rows = drafts.map(({ id, reference_date, name, line_count, added_hours, application }) => {
      const applied = application ? `by ${application.applied_by_name}` : 'no'
      return [id, reference_date, name, line_count, added_hours, applied]
    })
    print(shown, drafts, () => tableOf('Draft, For, Name, Lines >, Added >, Applied', rows) || 'No drafts.')
  })

const listApplied = (shown: Shown) =>
  withDatabase(async (orm) => {
    const applied = await readFirst(orm.em.fork(), applicationList, maximumPageSize)
    const rows = applied.map(({ id, kind, applied_at, applied_by_name, change_count, taken_back }) => {
      return [
        id,
        kind,
        applied_at,
        applied_by_name,
        change_count,
        taken_back ? `by ${taken_back.by_name}` : 'no',
      ]
    })
    const head = 'Application, Kind, Applied at, By, Changes >, Taken back'
    print(shown, applied, () => tableOf(head, rows) || 'Nothing was applied.')
  })

const showDraft = (id: string, shown: Shown) =>
  withDatabase(async (orm, { timeZone, basis }) => {
    const em = orm.em.fork()
    const draft = await draftNamed(em, id)
    const today = calendarIn(timeZone)(new Date())
    const facts = { ...clinicFacts(await readClinicSnapshot(em, today)), ...basis }
    const { options, lines } = draft
    const found = tasks.drift(
      { ...facts, headroom: toHundredths(options.headroom_pct) },
      { ...options, lines },
    )
    const rows = lines.map(({ org_unit_name, position_title, employee_name, effective_hours }, index) => {
      const now = found.lines[index]
      const why = Object.values(now?.problems ?? {})
        .flat()
        .join(' ')
      return [org_unit_name, position_title, employee_name, effective_hours, now?.state ?? '', why]
    })
    const head = 'Org unit, Position, Employee, Hours >, State, Why'
    print(shown, { ...draft, drift: found }, () => `${found.sentence}\n\n${tableOf(head, rows)}`)
  })

async function draftNamed(em: Em, id: string) {
  const draft = isUuid(id) ? await readOne(em, draftDetail, id) : undefined
  if (!draft) throw new CommandRefusal(`There is no draft ${id}.`)
  return draft
}

const keepPlan = (choices: KeepOptions) =>
  carryOut('plans keep', choices.name, async ({ orm, settings, author }) => {
    const today = calendarIn(settings.timeZone)(new Date())
    const snapshot = await readClinicSnapshot(orm.em.fork(), today)
    const headroom = choices.headroom ?? settings.basis.headroom
    const basis = { ...settings.basis, headroom }
    const facts = { ...clinicFacts(snapshot), ...basis }
    const demand = choices.secure ? 'SECURE' : 'BOOKED'
    const { keep: _, ...asked } = PlanInput.parse({ ...choicesOf(facts, choices), demand })
    const options = {
      ...asked,
      reference_date: choices.date ?? today,
      headroom_pct: formatHundredths(headroom),
    }
    const { lines } = tasks.plan(facts, { ...options, keep: [] })
    if (!lines.length) throw new CommandRefusal('There is nothing to plan for that day.')
    if (lines.length > maximumLines)
      throw new CommandRefusal(
        `The plan has ${lines.length} lines, and a draft at most ${maximumLines}; choose an org unit.`,
      )
    const sent = lines.map((line) =>
      only(line, ['employee', 'position_id', 'assignment', 'current_hours', 'effective_hours']),
    )
    const found = tasks.kept_plan(facts, { ...options, lines: sent }).lines
    const fingerprint = fingerprintOf(countedBy(basis, snapshot))
    const kept = newDraft({ name: choices.name, lines: sent, options, fingerprint }, found, applierOf(author))
    const id = await transaction({ em: orm.em, author }, async (em) => {
      const draft = em.create(PlanDraft, { ...kept, created_at: new Date() })
      return draft.id
    })
    print(choices, { id }, () => `Kept ${lines.length} lines as draft ${id}.`)
  })

const applyKept = (draft_id: string, shown: Shown) =>
  carryOut('plans apply', draft_id, async ({ orm, settings, author }) => {
    await draftNamed(orm.em.fork(), draft_id)
    const today = calendarIn(settings.timeZone)(new Date())
    const clock = () => new Date()
    const how = { draft_id, notes: '', by: applierOf(author), basis: settings.basis, today, clock }
    const applied = await transaction({ em: orm.em, author }, (em) => applyDraft(em, how))
    print(
      shown,
      applied,
      () =>
        `Applied ${applied.applied.length} lines, ${applied.covered_hours} h a week.\nTake them back with: coverage plans take-back ${applied.application}`,
    )
  })

const takeBackApplied = (id: string, shown: Shown) =>
  carryOut('plans take-back', id, async ({ orm, author }) => {
    if (!isUuid(id)) throw new CommandRefusal(`Nothing was applied under ${id}.`)
    const by = applierOf(author)
    const done = await transaction({ em: orm.em, author }, (em) =>
      takeBack(em, id, { by, clock: () => new Date() }),
    )
    print(
      shown,
      done,
      () => `Removed ${done.removed}, put back ${done.put_back} and reopened ${done.reopened} assignments.`,
    )
  })

/** The system user, as the log of applications names them. */
const applierOf = ({ name = '' }: Author) => ({ actor: null, name })
