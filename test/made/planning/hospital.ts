import type { ClinicFacts, EmployeeFacts, PositionFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import type { PlanRequest } from '../../../src/planning/flow/solution.ts'

export type HospitalSize = {
  seed: number
  people: number
  positions: number
  /** How much of the contracts is assigned already, from 0 to 1. */
  assigned?: number
  /** Required hours compared with the hours of all contracts. */
  demand?: number
}

const professions = 6
const specialities = 14
const contracts = [4000, 3850, 3600, 3000, 2400, 2000]
const today = 20_780

/** Seeded numbers from 0 up to 1, without 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a plan is asked for when nothing is said. */
export const plainRequest = (facts: ClinicFacts, changes: Partial<PlanRequest> = {}): PlanRequest => ({
  units: null,
  day: facts.today,
  hours_limit: 'CONTRACT',
  demand: 'BOOKED',
  minimum: 400,
  priorities: [],
  exclude_employees: [],
  exclude_positions: [],
  allow: 'CREATE_AND_RAISE',
  keep: [],
  ...changes,
})

/**
 * A hospital of six professions, with fourteen specialities that each build on one, six kinds of contract and 4 % on
 * leave. It needs a little more hours than the contracts give, and not of the professions that the people have.
 */
export function madeUpHospital({
  seed,
  people,
  positions,
  assigned = 0,
  demand = 1.05,
}: HospitalSize): ClinicFacts {
  const random = seeded(seed)
  const any = (count: number) => Math.floor(random() * count)
  // A product of two leans towards the first: there are more nurses than physicists.
  const profession = () => Math.floor(random() * random() * professions)
  const specialitiesOf = (base: number, most: number) => {
    const own = Array.from({ length: specialities }, (_, at) => at).filter((at) => at % professions === base)
    const count = any(most + 1)
    return own
      .sort(() => random() - 0.5)
      .slice(0, count)
      .map((at) => professions + at)
  }
  const units = madeUpUnits(Math.max(1, Math.round(positions / 10)))
  const employees = Array.from({ length: people }, (_, index): EmployeeFacts => {
    const base = profession()
    const held = [professions + specialities + any(contracts.length), base, ...specialitiesOf(base, 3)]
    return {
      id: uuid(1, index),
      name: `Person ${index}`,
      number: `P${index}`,
      status: random() < 0.04 ? 'ON_LEAVE' : 'ACTIVE',
      previous_status: null,
      tags: held.map((tag, at) => ({
        id: uuid(2, 10 * index + at),
        tag,
        start: 0,
        end: Number.POSITIVE_INFINITY,
      })),
    }
  })
  const facts: ClinicFacts = {
    today,
    ...usualBasis,
    weekly_cap: 4800,
    rules: [{ code: 'MAX_WEEKLY_HOURS', severity: 'BLOCKING', threshold: null, enabled: true }],
    tags: madeUpTags(),
    units,
    employees,
    positions: Array.from({ length: positions }, (_, index): PositionFacts => {
      const base = profession()
      return {
        id: uuid(3, index),
        title: `Position ${index}`,
        unit: units.length - 1 - any(units.length - 2),
        required: 1 + any(8),
        mandatory: [base, ...specialitiesOf(base, random() < 0.5 ? 1 : 2)],
        optional: [],
      }
    }),
    assignments: [],
  }
  scaleDemand(facts, demand)
  if (assigned > 0) assign(facts, assigned, random)
  return facts
}

const uuid = (kind: number, index: number) =>
  `00000000-0000-400${kind}-8000-${String(index).padStart(12, '0')}`

function madeUpTags(): ClinicFacts['tags'] {
  const tag = (
    index: number,
    name: string,
    category: ClinicFacts['tags'][number]['category'],
    hours_delta = 0,
  ) => ({
    id: uuid(4, index),
    name,
    display_name: name,
    category,
    hours_delta,
    is_active: true,
  })
  return [
    ...Array.from({ length: professions }, (_, at) => tag(at, `Profession${at}`, 'QUALIFICATION')),
    ...Array.from({ length: specialities }, (_, at) =>
      tag(professions + at, `Special${at}`, 'CERTIFICATION'),
    ),
    ...contracts.map((hours, at) => tag(professions + specialities + at, `Contract${at}`, 'CONTRACT', hours)),
  ]
}

/** A clinic, a department, and units below it. */
function madeUpUnits(count: number): ClinicFacts['units'] {
  const unit = (index: number, type: ClinicFacts['units'][number]['type'], parent: number | null) => ({
    id: uuid(5, index),
    code: `U${index}`,
    name: `Unit ${index}`,
    type,
    parent,
    is_active: true,
  })
  return [
    unit(0, 'CLINIC', null),
    unit(1, 'DEPARTMENT', 0),
    ...Array.from({ length: count }, (_, at) => unit(at + 2, 'UNIT', 1)),
  ]
}

const contractOf = ({ tags }: EmployeeFacts, facts: ClinicFacts) =>
  tags.reduce((sum, { tag }) => sum + (facts.tags[tag]?.hours_delta ?? 0), 0)

/** Turns the positions' shares into half hours that add up to about the demand. */
function scaleDemand(facts: ClinicFacts, demand: number) {
  const contracted = facts.employees.reduce((sum, employee) => sum + contractOf(employee, facts), 0)
  const shares = facts.positions.reduce((sum, { required }) => sum + required, 0)
  for (const position of facts.positions)
    position.required = Math.max(
      400,
      50 * Math.round((position.required * demand * contracted) / shares / 50),
    )
}

/** Assigns people to positions they may fill, in pieces of 4 to 20 hours, until the part of the contract is used. */
function assign(
  { employees, positions, assignments, tags }: ClinicFacts,
  part: number,
  random: () => number,
) {
  const lacking = positions.map(({ required }) => required)
  const facts = { tags } as ClinicFacts
  for (const [employee, entry] of employees.entries()) {
    const held = new Set(entry.tags.map(({ tag }) => tag))
    const fitting = [...positions.keys()].filter((at) =>
      positions[at]?.mandatory.every((tag) => held.has(tag)),
    )
    let left = Math.round(contractOf(entry, facts) * Math.min(1, part * (0.7 + 0.6 * random())))
    fitting.sort(() => random() - 0.5)
    for (const position of fitting) {
      const piece = Math.min(left, lacking[position] ?? 0, 400 + 50 * Math.floor(random() * 33))
      if (left <= 0) break
      if (piece <= 0) continue
      left -= piece
      lacking[position] = (lacking[position] ?? 0) - piece
      const index = assignments.length
      assignments.push({
        id: uuid(6, index),
        employee,
        position,
        hours: piece,
        from: null,
        is_suspended: random() < 0.01,
      })
    }
  }
}
