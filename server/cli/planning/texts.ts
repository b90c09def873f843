import { formatHundredths } from '../../../src/hours.ts'
import type { shownHistory } from '../../../src/planning/establishment/history.ts'
import {
  type ClinicFacts,
  type PositionFacts,
  tagNames,
  type UnitFacts,
} from '../../../src/planning/facts/clinic-facts.ts'
import { workloadOf } from '../../../src/planning/facts/workload.ts'
import type { Tasks } from '../../../src/planning/tasks.ts'
import { rebalanceNote } from '../../../src/planning/words/rebalance.ts'
import { CommandRefusal, table } from '../common/connection.ts'

type PlanAnswer = ReturnType<Tasks['plan']>
type RebalanceAnswer = ReturnType<Tasks['rebalance']>
type ForecastAnswer = ReturnType<Tasks['forecast']>
type CliffAnswer = ReturnType<Tasks['cliffs']>['rows'][number]
type RenewalAnswer = ReturnType<Tasks['renewals']>['rows'][number]
type TrainingAnswer = ReturnType<Tasks['training']>
type SinglePointAnswer = ReturnType<Tasks['single_points']>['rows'][number]
type EstablishmentAnswer = ReturnType<Tasks['establishment']>
type HistoryAnswer = ReturnType<typeof shownHistory> & { org_unit_name: string }
type CandidateAnswer = ReturnType<Tasks['candidates']>['rows'][number]

/** The maximum rows of a table, and sentences of a list. */
const mostRows = 100
const mostSentences = 10

/** A plan as text: its summary with the proof, its lines, and what stays open. */
export function planText({ summary, certificate, lines, shortages }: PlanAnswer): string {
  const rows = lines.map((line) => [
    line.org_unit_name,
    line.position_title,
    line.employee_name,
    line.current_hours,
    line.added_hours,
    line.effective_hours,
    line.balance_after,
    codesOf(line.violations.warnings),
  ])
  const open = shortages.map(({ sentence, remedies }) =>
    [`- ${sentence}`, ...remedies.map((remedy) => `    ${remedy.sentence}`)].join('\n'),
  )
  return sections(
    `${summary.sentence}\n${certificate.sentence}`,
    tableOf('Org unit, Position, Employee, Now >, Added >, Then >, Left >, Warnings', rows),
    open.length > 0 && `What stays open:\n${few(open, mostSentences)}`,
  )
}

const kinds = { LOWER: 'lower', END: 'end', RAISE: 'raise', CREATE: 'new' } as const

/** A rebalance as text: its summary with the proof, and its changes in an order in which they can be made. */
export function rebalanceText({ summary, certificate, changes }: RebalanceAnswer): string {
  const isBalanced = Number(certificate.missed_hours) === 0
  const rows = changes.map((change, at) => [
    `${at + 1}`,
    kinds[change.kind],
    change.org_unit_name,
    change.position_title,
    change.employee_name,
    change.current_hours,
    change.effective_hours,
    change.balance_after,
    objectionsTo(change.violations).join(', '),
  ])
  return sections(
    isBalanced ? summary.sentence : `${summary.sentence}\n${certificate.sentence}`,
    tableOf('Step >, Change, Org unit, Position, Employee, Now >, Then >, Left >, Remarks', rows),
    changes.length > 0 && rebalanceNote(summary),
  )
}

/** A forecast as text: the secure hours of each week, and who loses hours when. */
export function forecastText({ weeks }: ForecastAnswer, losses: readonly CliffAnswer[]): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  const rows = weeks.map(({ week, at_risk, ...hours }) => [
    week,
    hours.required_hours,
    hours.booked_hours,
    hours.secure_hours,
    at_risk.away_hours,
    at_risk.missing_tags_hours,
    at_risk.not_started_hours,
    at_risk.over_contract_hours,
    hours.secure_coverage_pct,
  ])
  const head =
    'Week, Required >, Booked >, Secure >, Away >, Tags missing >, Not started >, Over contract >, % >'
  const cliffs = losses.map(({ sentence }) => `- ${sentence}`)
  return sections(
    `Of ${first?.booked_hours} h booked, ${first?.secure_hours} h are secure in ${first?.week} and ${last?.secure_hours} h in ${last?.week}.`,
    tableOf(head, rows),
    cliffs.length ? `Who loses hours:\n${few(cliffs, mostSentences)}` : 'No one loses hours.',
  )
}

/** Renewals as text: what ends when, the hours at stake, and the sentences about the first. */
export function renewalsText(found: readonly RenewalAnswer[]): string {
  if (!found.length) return 'No hours depend on a tag that ends in these weeks.'
  const rows = found.map((one) => [
    one.last_day,
    one.tag_name,
    one.employee_name,
    one.hours,
    one.open_hours,
    one.positions.map(({ title, org_unit_name }) => `${title}, ${org_unit_name}`).join('; '),
  ])
  const sentences = found.map(({ sentence }) => `- ${sentence}`)
  return sections(
    tableOf('Last day, Tag, Employee, Falls >, Stays open >, Positions', rows),
    few(sentences, mostSentences),
  )
}

/** A training plan as text: its sentence, and the pairs with what each closes. */
export function trainingText({ sentence, pairs }: TrainingAnswer): string {
  const rows = pairs.map((one, at) => [
    `${at + 1}`,
    one.tag_name,
    one.employee_name,
    one.closes_hours,
    one.closed_hours,
    one.open_hours,
  ])
  return sections(
    sentence,
    tableOf('Step >, Qualification, Employee, Closes >, Closed so far >, Stays open >', rows),
  )
}

/** Single points of failure as text: whose hours nobody could take over, by unit, with the sentences about the worst. */
export function singlePointsText(found: readonly SinglePointAnswer[]): string {
  if (!found.length) return "Others could take over anyone's hours."
  const rows = found.map((one) => [
    one.org_unit_name,
    one.employee_name,
    one.works_hours,
    one.hours,
    one.tags.join(' + '),
    `${one.other_holders}`,
  ])
  const sentences = found.map(({ sentence }) => `- ${sentence}`)
  return sections(
    tableOf('Org unit, Employee, Works >, Not covered >, Tags, Other holders >', rows),
    few(sentences, mostSentences),
  )
}

/** The establishment as text: each unit and its groups of qualifications, in hours, and what is vacant in posts. */
export function establishmentText({ totals, units, unplaced_hours }: EstablishmentAnswer): string {
  const row = (unit: string, tags: string, of: EstablishmentAnswer['totals']) => [
    ...[unit, tags, `${of.positions}`, of.required_hours, of.contracted_hours, of.assigned_hours],
    ...[of.secure_hours, of.vacant_hours, of.vacant_fte, of.vacant_pct],
  ]
  const rows = units.flatMap(({ org_unit_name, groups, ...of }) => [
    ...groups.map(({ tags, ...group }) => row(org_unit_name, tags.join(' + ') || '-', group)),
    ...(groups.length > 1 ? [row(org_unit_name, 'all', of)] : []),
  ])
  const head =
    'Org unit, Qualifications, Positions >, Required >, Contracted >, Assigned >, Secure >, Vacant >, Vacant FTE >, Vacant % >'
  return sections(
    `Of ${totals.required_hours} h required, ${totals.vacant_hours} h are vacant (${totals.vacant_fte} FTE).`,
    tableOf(head, [...rows, ...(units.length > 1 ? [row('All', '', totals)] : [])]),
    Number(unplaced_hours) > 0 && `${unplaced_hours} h more are contracted by people without an assignment.`,
  )
}

/** The history of a unit as text: its last nights, the latest first, and how right the forecasts were. */
export function historyText({ org_unit_name, nights, accuracy }: HistoryAnswer): string {
  if (!nights.length) return `No night of ${org_unit_name} has been kept yet.`
  const rows = nights
    .toReversed()
    .map((night) => [
      ...[
        night.date,
        night.required_hours,
        night.booked_hours,
        night.secure_hours,
        night.secure_coverage_pct,
      ],
      ...[night.said_4_weeks_ago, night.said_8_weeks_ago, night.said_12_weeks_ago].map((said) => said ?? ''),
    ])
  const sentences = accuracy
    .filter(({ mondays }) => mondays > 0)
    .map(
      ({ weeks_ahead, mondays, mean_error_hours, mean_difference_hours }) =>
        `- ${weeks_ahead} weeks before, the forecast was wrong by ${mean_error_hours} h on average (${mean_difference_hours} h came more than was said; Mondays: ${mondays}).`,
    )
  return sections(
    org_unit_name,
    tableOf('Date, Required >, Booked >, Secure >, % >, Said 4 weeks ago >, 8 weeks >, 12 weeks >', rows),
    sentences.length > 0 && sentences.join('\n'),
  )
}

type Vacancy = { position: PositionFacts; lacking: number }

/** Candidates as text: what the position lacks, and who could cover it. */
export function whoText(facts: ClinicFacts, { position, lacking }: Vacancy, found: CandidateAnswer[]) {
  const unit = facts.units[position.unit]
  const lacks = lacking
    ? `${formatHundredths(lacking)} of its ${formatHundredths(position.required)} h`
    : 'no hours'
  const rows = found.map((one) => [
    one.employee_name,
    one.employee_number,
    one.current_hours,
    one.effective_hours,
    one.balance,
    one.balance_after,
    one.costs_elsewhere_hours ?? '?',
    remarksOn(one),
  ])
  return sections(
    `${position.title} in ${unit?.name} (${unit?.code}) lacks ${lacks} a week.`,
    tableOf('Employee, Number, Now >, Then >, Left >, Left then >, Costs elsewhere >, Remarks', rows),
    found.length ? fewerHours(found) : nobody(facts, position),
  )
}

/** If no one has enough hours left, says who has the most. */
function fewerHours(found: readonly CandidateAnswer[]) {
  const most = found.reduce((a, b) => (Number(b.balance) > Number(a.balance) ? b : a))
  if (Number(most.balance) <= 0 || found.some((one) => !one.would_exceed_pool)) return false
  return `No one has that many hours left. ${most.employee_name} has the most, ${most.balance} h: try --hours.`
}

function nobody(facts: ClinicFacts, { mandatory }: PositionFacts) {
  const names = tagNames(facts, mandatory)
  return names.length
    ? `No one who may be assigned holds all its mandatory tags: ${names.join(', ')}.`
    : 'No employee may be assigned.'
}

function remarksOn({ status, works_in_unit, violations }: CandidateAnswer) {
  const remarks = [status === 'ON_LEAVE' && 'on leave', works_in_unit && 'works in the unit']
  return [...remarks, ...objectionsTo(violations)].filter(Boolean).join(', ')
}

const objectionsTo = ({ blocking, warnings }: CandidateAnswer['violations']) => [
  ...(blocking.length ? [`refused: ${codesOf(blocking)}`] : []),
  ...(blocking.length || !warnings.length ? [] : [`warned: ${codesOf(warnings)}`]),
]

const codesOf = (violations: readonly { rule_code: string }[]) =>
  [...new Set(violations.map(({ rule_code }) => rule_code))].join(', ')

const sections = (...texts: (string | false)[]) => texts.filter(Boolean).join('\n\n')

/** Formats a table; headings that end in `>` align right. Returns nothing if there are no rows. */
export function tableOf(columns: string, rows: (string | number)[][]): string | false {
  if (!rows.length) return false
  const heads = columns.split(', ')
  const aligned = heads.map((head) => (head.endsWith('>') ? ('right' as const) : ('left' as const)))
  const drawn = table(
    heads.map((head) => head.replace(' >', '')),
    rows.slice(0, mostRows),
    aligned,
  )
  return rows.length > mostRows ? `${drawn}\n${notShown(rows.length - mostRows)}` : drawn
}

const few = (lines: readonly string[], most: number) =>
  [...lines.slice(0, most), ...(lines.length > most ? [notShown(lines.length - most)] : [])].join('\n')

const notShown = (number: number) => `${number} more not shown; --json prints everything.`

/** The maximum number of names that an error suggests. */
const mostOffered = 10

/** Finds the org unit by its code; the error suggests codes that contain it, or else any. */
export function namedUnit({ units }: ClinicFacts, code: string): UnitFacts {
  const unit = units.find((one) => one.code === code)
  if (unit) return unit
  const codes = units.map((one) => one.code).sort()
  const similar = codes.filter((one) => one.toLowerCase().includes(code.toLowerCase()))
  throw new CommandRefusal(
    `No org unit has the code "${code}". ${offer('Codes', similar.length ? similar : codes)}`,
  )
}

/** The active position that is named by its id, or by the code of its unit and its title: `ICU/Night nurse`. */
export function namedPosition(facts: ClinicFacts, wanted: string): PositionFacts {
  const { units, positions } = facts
  const nameOf = ({ unit, title }: PositionFacts) => `${units[unit]?.code}/${title}`
  const isNamed = (position: PositionFacts) =>
    position.id === wanted.toLowerCase() || nameOf(position).toLowerCase() === wanted.toLowerCase()
  const found = positions.filter(isNamed)
  const exact = found.filter((position) => nameOf(position) === wanted)
  const [position, ...others] = exact.length ? exact : found
  if (!position) throw notNamed(facts, wanted)
  if (others.length) throw ambiguous(facts, wanted, [position, ...others])
  return position
}

function notNamed(facts: ClinicFacts, wanted: string): CommandRefusal {
  const { units, positions } = facts
  if (!wanted.includes('/')) return new CommandRefusal('Name the position as UNIT/TITLE, or by its id.')
  const index = units.findIndex(({ code }) => wanted.toLowerCase().startsWith(`${code.toLowerCase()}/`))
  const unit = units[index] ?? namedUnit(facts, wanted.slice(0, wanted.indexOf('/')))
  const titles = positions.filter((one) => one.unit === index).map(({ title }) => title)
  const title = wanted.slice(unit.code.length + 1)
  const offered = offer('Its titles', [...new Set(titles)].sort())
  return new CommandRefusal(`${unit.code} has no active position with the title "${title}". ${offered}`)
}

function ambiguous(facts: ClinicFacts, wanted: string, found: PositionFacts[]): CommandRefusal {
  const { ofPosition } = workloadOf(facts)
  const lines = found.map((position) => {
    const assigned = formatHundredths(ofPosition[facts.positions.indexOf(position)] ?? 0)
    return `  ${position.id}: ${assigned} of ${formatHundredths(position.required)} h are assigned`
  })
  return new CommandRefusal(
    [`${found.length} positions are named "${wanted}". Give the id of one:`, ...lines].join('\n'),
  )
}

function offer(what: string, names: readonly string[]) {
  if (!names.length) return `${what}: none.`
  const more = names.length - mostOffered
  return `${what}: ${names.slice(0, mostOffered).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
