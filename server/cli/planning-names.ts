import { formatHundredths } from '../../src/hours.ts'
import type { ClinicFacts, PositionFacts, UnitFacts } from '../../src/planning/facts/clinic-facts.ts'
import { workloadOf } from '../../src/planning/facts/workload.ts'
import { Refusal } from './connection.ts'

/** The most names that a refusal offers. */
const mostOffered = 10

/** The org unit with the code; a refusal offers codes that contain it, else any. */
export function namedUnit({ units }: ClinicFacts, code: string): UnitFacts {
  const unit = units.find((one) => one.code === code)
  if (unit) return unit
  const codes = units.map((one) => one.code).sort()
  const similar = codes.filter((one) => one.toLowerCase().includes(code.toLowerCase()))
  throw new Refusal(`No org unit has the code "${code}". ${offer('Codes', similar.length ? similar : codes)}`)
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

function notNamed(facts: ClinicFacts, wanted: string): Refusal {
  const { units, positions } = facts
  if (!wanted.includes('/')) return new Refusal('Name the position as UNIT/TITLE, or by its id.')
  const index = units.findIndex(({ code }) => wanted.toLowerCase().startsWith(`${code.toLowerCase()}/`))
  const unit = units[index] ?? namedUnit(facts, wanted.slice(0, wanted.indexOf('/')))
  const titles = positions.filter((one) => one.unit === index).map(({ title }) => title)
  const title = wanted.slice(unit.code.length + 1)
  const offered = offer('Its titles', [...new Set(titles)].sort())
  return new Refusal(`${unit.code} has no active position with the title "${title}". ${offered}`)
}

function ambiguous(facts: ClinicFacts, wanted: string, found: PositionFacts[]): Refusal {
  const { ofPosition } = workloadOf(facts)
  const lines = found.map((position) => {
    const assigned = formatHundredths(ofPosition[facts.positions.indexOf(position)] ?? 0)
    return `  ${position.id}: ${assigned} of ${formatHundredths(position.required)} h are assigned`
  })
  return new Refusal(
    [`${found.length} positions are named "${wanted}". Give the id of one:`, ...lines].join('\n'),
  )
}

function offer(what: string, names: readonly string[]) {
  if (!names.length) return `${what}: none.`
  const more = names.length - mostOffered
  return `${what}: ${names.slice(0, mostOffered).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
