import { expect, test } from 'vitest'
import { toDate } from '../../../../src/calendar.ts'
import { DomainError } from '../../../../src/errors.ts'
import type { ClinicFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { applyChanges } from '../../../../src/planning/scenario/changes/apply.ts'
import type { ScenarioChange } from '../../../../src/planning/scenario/changes/change.ts'
import { type Draft, settled } from '../../../../src/planning/scenario/changes/draft.ts'
import { replan, takenOver } from '../../../../src/planning/scenario/replan.ts'
import { scenario } from '../../../../src/planning/scenario/scenario.ts'
import { violationChange } from '../../../../src/planning/scenario/violations.ts'
import { madeUpHospital, seeded } from '../../../made/planning/hospital.ts'
import { seeds } from '../../../setup/run/ring.ts'

/** A hospital in which several rules find something, and certificates end in the coming weeks. */
function hospital(seed: number): ClinicFacts {
  const facts = madeUpHospital({ seed, people: 30, positions: 20, assigned: 0.8 })
  const random = seeded(seed)
  const rule = { threshold: null, enabled: true }
  facts.rules = [
    { ...rule, code: 'MAX_WEEKLY_HOURS', severity: 'BLOCKING' },
    { ...rule, code: 'TAG_REQUIREMENT_MISMATCH', severity: 'WARNING' },
    { ...rule, code: 'COVERAGE_EXCEEDED', severity: 'WARNING' },
    { ...rule, code: 'CONTRACT_NEAR_EXPIRY', severity: 'INFO' },
    { ...rule, code: 'EMPLOYEE_TERMINATED', severity: 'BLOCKING' },
  ]
  for (const { tags } of facts.employees)
    for (const held of tags) if (random() < 0.3) held.end = facts.today + Math.floor(40 * random())
  return facts
}

/** Up to ten changes that the service would make, one after the other. */
function someChanges(facts: ClinicFacts, seed: number): ScenarioChange[] {
  const random = seeded(seed + 1000)
  const any = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T
  const changes: ScenarioChange[] = []
  for (let tries = 0; tries < 25 && changes.length < 10; tries++) {
    const { facts: now } = applyChanges(facts, changes, {}).at(-1) as Draft
    const employee = any(now.employees).id
    const position_id = any(now.positions).id
    const assignment = any(now.assignments).id
    const [tag, other] = [any(now.tags).id, any(now.tags).id]
    const hours = `${1 + Math.floor(30 * random())}.00`
    const change = any<ScenarioChange>([
      { kind: 'LEAVE', employee, start_date: toDate(facts.today + Math.floor(14 * random())) },
      { kind: 'RETURN', employee, start_date: toDate(facts.today + Math.floor(14 * random())) },
      { kind: 'TERMINATION', employee },
      { kind: 'HIRE', tags: [tag, other] },
      { kind: 'TAG_REVOKED', employee_tag: any(any(now.employees.slice(0, 30)).tags)?.id ?? '' },
      { kind: 'TAG_GRANTED', employee, tag },
      {
        kind: 'POSITION_ADDED',
        org_unit_id: any(now.units).id,
        title: 'New',
        required_weekly_hours: hours,
        tags: [tag],
      },
      { kind: 'POSITION_CHANGED', position_id, required_weekly_hours: hours },
      { kind: 'POSITION_CHANGED', position_id, add_tags: [tag] },
      { kind: 'POSITION_CLOSED', position_id },
      { kind: 'ASSIGNMENT_ADDED', employee, position_id, effective_hours: hours },
      { kind: 'ASSIGNMENT_CHANGED', assignment, effective_hours: hours },
      { kind: 'ASSIGNMENT_ENDED', assignment },
    ])
    if (isTaken(facts, [...changes, change])) changes.push(change)
  }
  return changes
}

function isTaken(facts: ClinicFacts, changes: ScenarioChange[]) {
  try {
    applyChanges(facts, changes, {})
    return true
  } catch (error) {
    if (error instanceof DomainError) return false
    throw error
  }
}

test('a scenario does not change the facts of the clinic', () => {
  for (const seed of seeds(20)) {
    const facts = hospital(seed)
    const before = structuredClone(facts)
    const changes = someChanges(facts, seed)
    const input = { changes, left_out: {}, reference_date: toDate(facts.today), weeks: 3, replan: true }
    const answer = scenario(facts, input)
    expect(facts).toEqual(before)
    const { weeks } = forecast(facts, { weeks: 3, org_unit_id: null, by_unit: false })
    expect(answer.before).toEqual(weeks)
    expect(scenario(facts, input)).toEqual(answer)
  }
})

test('a scenario neither adds nor resolves violations of unaffected assignments', () => {
  let found = 0
  for (const seed of seeds(100)) {
    const facts = hospital(seed)
    const { facts: after } = applyChanges(facts, someChanges(facts, seed), {}).at(-1) as Draft
    const change = violationChange(facts, after)
    // Every assignment is evaluated if the rules are other objects, even with the same content.
    expect(change).toEqual(violationChange(facts, { ...after, rules: [...after.rules] }))
    found += change.new.length + change.resolved.length
  }
  expect(found).toBeGreaterThan(100)
})

test('others can take over all, some or none of the hours that a scenario loses', () => {
  let partly = 0
  for (const seed of seeds(100)) {
    const facts = hospital(seed)
    const last = applyChanges(facts, someChanges(facts, seed), {}).at(-1) as Draft
    const { wanted, taken, open_tags } = takenOver(replan(facts, settled(last), facts.today))
    expect(taken).toBeGreaterThanOrEqual(0)
    expect(taken).toBeLessThanOrEqual(wanted)
    expect(open_tags.length > 0).toBe(taken < wanted)
    if (taken > 0 && taken < wanted) partly++
  }
  expect(partly).toBeGreaterThan(5)
})
