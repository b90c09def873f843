import type { Command } from 'commander'
import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import { PlanInput } from '../../routers/planning/plans.ts'
import { RebalanceInput } from '../../routers/planning/rebalances.ts'
import { decimal, integer } from '../../routers/schema/fields.ts'
import { calendarIn } from '../../src/calendar.ts'
import { maximumWeekHours, toHundredths } from '../../src/hours.ts'
import type { ClinicFacts } from '../../src/planning/facts/clinic-facts.ts'
import { clinicFacts } from '../../src/planning/facts/read-snapshot.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { lackingOn, suggesting } from '../../src/planning/suggestions/suggestion.ts'
import { tasks } from '../../src/planning/tasks.ts'
import { asJson, CommandRefusal, readBy, type Shown, withDatabase } from './connection.ts'
import { forecastText, namedPosition, namedUnit, planText, rebalanceText, whoText } from './planning-texts.ts'

type PlanOptions = Shown & { unit?: string; overtime?: true; minimum: string }
type ForecastOptions = Shown & { unit?: string; weeks: number }
type WhoOptions = Shown & { hours?: string }

const ofUnit = ['--unit <code>', 'only the positions of this org unit and of all units below it'] as const

/** `coverage plan`, `coverage rebalance`, `coverage forecast` and `coverage who`. None of them stores anything. */
export function addCommands(program: Command) {
  addPlan(program)
  addRebalance(program)
  addForecast(program)
  addWho(program)
}

/** The command, with the options of a plan. */
const withChoices = (command: Command) =>
  command
    .option(...ofUnit)
    .option('--overtime', 'count hours up to the weekly cap, even beyond contracts')
    .option(
      '--minimum <hours>',
      'the fewest hours of a new assignment',
      readBy(decimal({ digits: 4, minimum: '0.25', maximum: '40' })),
      '4.00',
    )
    .option(...asJson)

/** Turns the options into the input that the service takes. */
const choicesOf = (facts: ClinicFacts, { unit, overtime, minimum }: PlanOptions) => ({
  org_unit_id: unit === undefined ? undefined : namedUnit(facts, unit).id,
  hours_limit: overtime ? 'WEEKLY_CAP' : 'CONTRACT',
  minimum_hours: minimum,
})

function addPlan(program: Command) {
  withChoices(program.command('plan'))
    .description('plan who covers the hours that positions lack, and show why no more can be covered')
    .addHelpText(
      'after',
      '\nNothing is stored.\n\nExamples:\n  coverage plan\n  coverage plan --unit ICU --overtime --minimum 8\n  coverage plan --json > plan.json',
    )
    .action((options: PlanOptions) =>
      showClinic((facts) => {
        const plan = tasks.plan(facts, PlanInput.parse(choicesOf(facts, options)))
        return options.json ? plan : planText(plan)
      }),
    )
}

function addRebalance(program: Command) {
  withChoices(program.command('rebalance'))
    .description('propose changes that move hours from where there are too many to where they are missing')
    .addHelpText(
      'after',
      '\nNothing is stored: the changes are made by hand, one by one and in their order.\n\nExamples:\n  coverage rebalance\n  coverage rebalance --unit ICU --overtime --minimum 8\n  coverage rebalance --json > rebalance.json',
    )
    .action((options: PlanOptions) =>
      showClinic((facts) => {
        const rebalance = tasks.rebalance(facts, RebalanceInput.parse(choicesOf(facts, options)))
        return options.json ? rebalance : rebalanceText(rebalance)
      }),
    )
}

function addForecast(program: Command) {
  program
    .command('forecast')
    .description('show how many booked hours are secure in the coming weeks, and who loses hours when')
    .option('--weeks <number>', `how many weeks, this one included: 1 to ${mostWeeks}`, readWeeks, mostWeeks)
    .option(...ofUnit)
    .option(...asJson)
    .addHelpText('after', '\nExamples:\n  coverage forecast\n  coverage forecast --weeks 8 --unit ICU')
    .action(({ unit, weeks, json }: ForecastOptions) =>
      showClinic((facts) => {
        const org_unit_id = unit === undefined ? null : namedUnit(facts, unit).id
        const forecast = tasks.forecast(facts, { weeks, org_unit_id, by_unit: false })
        const losses = { weeks, org_unit_id, cause: null, employee: null, direction: 'LOSS' } as const
        const { rows } = tasks.cliffs(facts, { ...losses, ...everything })
        return json ? { ...forecast, cliffs: rows } : forecastText(forecast, rows)
      }),
    )
}

function addWho(program: Command) {
  program
    .command('who')
    .description('list who could cover a position, the best first')
    .argument('<position>', 'UNIT/TITLE, with the code of the org unit, or the id of the position')
    .option(
      '--hours <hours>',
      'hours to cover; by default what the position lacks, at most 40.00',
      readBy(decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` })),
    )
    .option(...asJson)
    .addHelpText(
      'after',
      '\nExamples:\n  coverage who "ICU/Night nurse"\n  coverage who "ICU/Night nurse" --hours 8',
    )
    .action((name: string, { hours, json }: WhoOptions) =>
      showClinic((facts) => {
        const position = namedPosition(facts, name)
        const lacking = lackingOn(suggesting(facts, facts.today), facts.positions.indexOf(position))
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
        return json ? rows : whoText(facts, { position, lacking }, rows)
      }),
    )
}

/** A page that holds all rows. */
const everything = { offset: 0, limit: Number.POSITIVE_INFINITY }

/** Computes an answer for the clinic as it is now, and prints it: text as it is, anything else as JSON. */
const showClinic = (show: (facts: ClinicFacts) => unknown) =>
  withDatabase(async (orm, { timeZone }) => {
    const today = calendarIn(timeZone)(new Date())
    const shown = show(clinicFacts(await readClinicSnapshot(orm.em.fork(), today)))
    console.log(typeof shown === 'string' ? shown : JSON.stringify(shown, null, 2))
  })

const readWeeks = readBy(integer(1, mostWeeks), Number)
