import { readClinicSnapshot } from '../../../entities/clinic-snapshot.ts'
import { readHistory } from '../../../entities/planning/coverage-night.ts'
import { unitOrClinic } from '../../../entities/work/org-units.ts'
import { mostDays } from '../../../routers/planning/establishment.ts'
import { PlanInput } from '../../../routers/planning/plans.ts'
import { RebalanceInput } from '../../../routers/planning/rebalances.ts'
import { date, decimal, integer } from '../../../routers/schema/fields.ts'
import { addDays, calendarIn, toDate } from '../../../src/calendar.ts'
import { maximumWeekHours, toHundredths } from '../../../src/hours.ts'
import { shownHistory } from '../../../src/planning/establishment/history.ts'
import { type ClinicFacts, mostHeadroom } from '../../../src/planning/facts/clinic-facts.ts'
import { clinicOn } from '../../../src/planning/facts/known-dates.ts'
import { clinicFacts } from '../../../src/planning/facts/read-snapshot.ts'
import { mostWeeks } from '../../../src/planning/forecast/weeks.ts'
import { mostPairs } from '../../../src/planning/qualifications/training.ts'
import { lackingOn, suggesting } from '../../../src/planning/suggestions/suggestion.ts'
import { tasks } from '../../../src/planning/tasks.ts'
import type { Command } from '../common/command.ts'
import {
  type Answer,
  asCsv,
  asJson,
  CommandRefusal,
  printRows,
  readBy,
  type Shown,
  withDatabase,
} from '../common/connection.ts'
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
  trainingText,
  whoText,
} from './texts.ts'

type Counting = Shown & { unit?: string; headroom?: number; date?: string }
type RebalanceOptions = Counting & { overtime?: true; minimum: string }
export type PlanOptions = RebalanceOptions & { secure?: true; priority?: string[] }
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
export const ofSecure = [
  '--secure',
  'count only hours that can be counted on as covered, not all booked ones',
] as const

/** The commands that ask planning something, which store nothing. */
export function addCommands(program: Command) {
  addPlan(program)
  addRebalance(program)
  addForecast(program)
  addWho(program)
  addRenewals(program)
  addTraining(program)
  addSinglePoints(program)
  addEstablishment(program)
  addHistory(program)
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
    .addOption(asCsv())

/** The command, with the options of a plan. */
export const withChoices = (command: Command, dayIs: 'option' | 'requiredOption' = 'option') =>
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
export const choicesOf = (facts: ClinicFacts, { unit, overtime, minimum, date }: RebalanceOptions) => ({
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
    .addHelpText('after', '\nNothing is stored.')
    .examples(
      'coverage plan',
      'coverage plan --unit ICU --overtime --minimum 8',
      'coverage plan --secure --headroom 20 --priority ICU ER',
      'coverage plan --json > plan.json',
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
    .addHelpText('after', '\nNothing is stored: the console and the API apply the changes as a whole.')
    .examples(
      'coverage rebalance',
      'coverage rebalance --unit ICU --overtime --minimum 8',
      'coverage rebalance --json > rebalance.json',
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
    .examples('coverage forecast', 'coverage forecast --weeks 8 --unit ICU')
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
    .examples('coverage who "ICU/Night nurse"', 'coverage who "ICU/Night nurse" --hours 8')
    .action((name: string, options: WhoOptions) =>
      showClinic(options, (facts) => {
        const { hours } = options
        const onToday = clinicOn(facts, facts.today)
        const position = namedPosition(onToday, name)
        const lacking = lackingOn(suggesting(onToday, facts.today), onToday.positions.indexOf(position))
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
    .examples('coverage renewals', 'coverage renewals --weeks 4 --unit ICU --csv')
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
    .examples('coverage training', 'coverage training --pairs 10 --unit ICU --secure')
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
    .examples('coverage single-points', 'coverage single-points --unit ICU --csv')
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
    .examples('coverage establishment', 'coverage establishment --unit ICU --headroom 20 --csv')
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
    .addOption(asCsv())
    .examples('coverage history', 'coverage history --unit ICU --days 90 --csv')
    .action(({ unit: code, days, ...shown }: HistoryOptions) =>
      withDatabase(async (orm, { timeZone }) => {
        const em = orm.em.fork()
        const unit = await unitOrClinic(em, { code })
        if (!unit)
          throw new CommandRefusal(code ? `No org unit has the code "${code}".` : 'There are no org units.')
        const to = calendarIn(timeZone)(new Date())
        const nights = await readHistory(em, { unit: unit.id, from: addDays(to, 1 - days), to })
        const answer = { org_unit_id: unit.id, org_unit_name: unit.name, ...shownHistory(nights) }
        printRows(shown, { answer, rows: answer.nights, text: () => historyText(answer) })
      }),
    )
}

/** A page that holds all rows. */
const everything = { offset: 0, limit: Number.POSITIVE_INFINITY }

const unitOf = (facts: ClinicFacts, { unit }: Counting) =>
  unit === undefined ? null : namedUnit(facts, unit).id

const dayOf = (facts: ClinicFacts, { date = toDate(facts.today) }: Counting) => date

/** Computes an answer for the clinic as it is now, and prints it as text, as JSON, or its rows as CSV. */
const showClinic = ({ headroom, ...shown }: Counting, show: (facts: ClinicFacts) => Answer) =>
  withDatabase(async (orm, { timeZone, basis }) => {
    const today = calendarIn(timeZone)(new Date())
    const facts = { ...clinicFacts(await readClinicSnapshot(orm.em.fork(), today)), ...basis }
    printRows(shown, show(headroom === undefined ? facts : { ...facts, headroom }))
  })

const readWeeks = readBy(integer(1, mostWeeks), Number)
const readDays = readBy(integer(1, mostDays), Number)
const readPairs = readBy(integer(1, mostPairs), Number)
