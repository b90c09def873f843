import { formatHundredths } from '../hours.ts'
import { compareText } from '../text-order.ts'
import type { ClinicFacts } from './clinic-facts.ts'
import { isValid, type Ranked } from './ranking.ts'

const h = (hundredths: number) => `${formatHundredths(hundredths)} h`

/** `A`, `A and B`, `A, B and C`. */
const enumerated = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** In one sentence of facts, why the suggestion ranks where it does; a second one says why it would be refused. */
export function reasonOf(facts: ClinicFacts, one: Ranked): string {
  const what = one.assignment ? `Raise by ${h(one.added)} to ${h(one.hours)}` : `Assign ${h(one.hours)}`
  const clauses = [
    tagsClause(facts, one),
    personClause(one),
    positionClause(one),
    placeClause(one),
    costClause(one),
  ]
  const refusals = one.violations.blocking.map(({ message }) => ` Not possible: ${message}`)
  return `${what}: ${clauses.filter(Boolean).join('; ')}.${isValid(one) ? '' : refusals.join('')}`
}

function tagsClause({ tags }: ClinicFacts, { on, missing }: Ranked) {
  const named = (indexes: readonly number[]) =>
    enumerated(indexes.map((tag) => tags[tag]?.name ?? '').sort(compareText))
  const held = on.mandatory.filter((tag) => !missing.includes(tag))
  const parts = [held.length && `holds ${named(held)}`, missing.length && `lacks ${named(missing)}`]
  return parts.filter(Boolean).join(' but ') || 'no tags are required'
}

function personClause({ of, balance, after }: Ranked) {
  const leave = of.status === 'ON_LEAVE' ? 'is on leave; ' : ''
  if (after >= 0) return `${leave}has ${h(balance)} left and then ${h(after)}`
  const left = balance > 0 ? `has only ${h(balance)} left` : 'has no hours left'
  return `${leave}${left} and would be ${h(-after)} over the pool`
}

function positionClause({ lacking, added }: Ranked) {
  if (lacking === 0) return 'the position lacks nothing'
  return `the position lacks ${h(lacking)} and then ${lacking > added ? h(lacking - added) : 'nothing'}`
}

function placeClause({ assignment, works_in_unit }: Ranked) {
  if (assignment) return 'works there already'
  return works_in_unit && 'works in the unit already'
}

const costClause = ({ cost }: Ranked) => cost !== null && cost > 0 && `costs ${h(cost)} elsewhere`
