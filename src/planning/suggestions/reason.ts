import { compareText } from '../../text-order.ts'
import type { ClinicFacts } from '../facts/clinic-facts.ts'
import { listed, spokenHours } from '../facts/words.ts'
import { isValid, type Ranked } from './ranking.ts'

/** In one sentence of facts, why the suggestion ranks where it does; a second one says why it would be refused. */
export function reasonOf(facts: ClinicFacts, one: Ranked): string {
  const what = one.assignment
    ? `Raise by ${spokenHours(one.added)} to ${spokenHours(one.hours)}`
    : `Assign ${spokenHours(one.hours)}`
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
    listed(indexes.map((tag) => tags[tag]?.name ?? '').sort(compareText))
  const held = on.mandatory.filter((tag) => !missing.includes(tag))
  const parts = [held.length && `holds ${named(held)}`, missing.length && `lacks ${named(missing)}`]
  return parts.filter(Boolean).join(' but ') || 'no tags are required'
}

function personClause({ of, balance, after }: Ranked) {
  const leave = of.status === 'ON_LEAVE' ? 'is on leave; ' : ''
  if (after >= 0) return `${leave}has ${spokenHours(balance)} left and then ${spokenHours(after)}`
  return `${leave}${leftOf(balance)} and would be ${spokenHours(-after)} over contract`
}

function leftOf(balance: number) {
  if (balance < 0) return `is ${spokenHours(-balance)} over contract`
  return balance > 0 ? `has only ${spokenHours(balance)} left` : 'has no hours left'
}

function positionClause({ lacking, added }: Ranked) {
  if (lacking === 0) return 'the position lacks nothing'
  return `the position lacks ${spokenHours(lacking)} and then ${lacking > added ? spokenHours(lacking - added) : 'nothing'}`
}

function placeClause({ assignment, works_in_unit }: Ranked) {
  if (assignment) return 'works there already'
  return works_in_unit && 'works in the unit already'
}

const costClause = ({ cost }: Ranked) => cost !== null && cost > 0 && `costs ${spokenHours(cost)} elsewhere`
