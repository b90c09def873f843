import type { EmployeeStatus } from '../../../src/people/employee-lifecycle.ts'
import type { AssignedHours, ClinicFacts, HeldTagFacts } from '../../../src/planning/facts/clinic-facts.ts'
import { mondayOf } from '../../../src/planning/facts/day.ts'
import { usualBasis } from '../../../src/planning/facts/read-snapshot.ts'
import type { RuleSetting } from '../../../src/work/business-rules.ts'
import { seeded } from './hospital.ts'

const uuid = (kind: number, index: number) =>
  `00000000-0000-400${kind}-8000-${String(index).padStart(12, '0')}`

const skills = ['Nurse', 'ALS', 'Night', 'Deleted']
const contracts = [40_00, 40_00, 40_00, 44_00, 50_00, 30_00, 38_50, 20_00, 7_77, 1, 168_50]
const reduction = -20_00
const requirements = [24_00, 38_50, 40_00, 48_00, 72_00, 84_00, 96_00, 120_00, 168_50, 4_00, 1]
const statuses: EmployeeStatus[] = ['ON_LEAVE', 'PROPOSAL_PENDING', 'ONBOARDING', 'TERMINATED']

/**
 * A clinic of up to 25 people and 10 positions on the edges of everything: hours of a hundredth and of more than a week,
 * caps below contracts, rules that block, warn or are off, two contracts at once, tags that begin or end around today,
 * reductions in the middle of a week, suspended and future assignments, and positions that have too much already.
 */
export function edgeClinic(seed: number): ClinicFacts {
  const random = seeded(seed)
  const any = (count: number) => Math.floor(random() * count)
  const one = <T>(of: readonly T[]) => of[any(of.length)] as T
  const rarely = (share = 0.1) => random() < share
  const some = <T>(of: readonly T[], share: number) => of.filter(() => rarely(share))
  const list = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, at) => make(at))
  const today = 20_780 + any(7)
  const monday = mondayOf(today)
  const days = [today - 1, today, today + 1, monday, monday + 6, monday + 7, today + 20]
  const [people, positions] = rarely(0.3) ? [25, 10] : [1 + any(12), 1 + any(8)]

  const tag = (name: string, hours_delta: number, at: number): ClinicFacts['tags'][number] => ({
    id: uuid(4, at),
    name,
    display_name: name,
    category: hours_delta > 0 ? 'CONTRACT' : 'QUALIFICATION',
    hours_delta,
    is_active: name !== 'Deleted',
  })
  const held = (index: number): HeldTagFacts => ({
    id: '',
    tag: index,
    start: rarely() ? one(days) : 0,
    end: rarely() ? one(days) : Number.POSITIVE_INFINITY,
  })
  const assignments = list(people, (employee) =>
    some([...Array(positions).keys(), -1], rarely(0.5) ? 0 : 0.12).map((position) => ({
      employee,
      position,
    })),
  ).flat()
  return {
    today,
    ...usualBasis,
    weekly_cap: one([null, null, 12_00, 36_00, 48_00, 60_00]),
    rules: rulesOf(one, any),
    tags: [
      ...skills.map((name, at) => tag(name, 0, at)),
      ...contracts.map((hours, at) => tag(`Contract ${at}`, hours, skills.length + at)),
      tag('Reduced', reduction, skills.length + contracts.length),
    ],
    units: [{ id: uuid(5, 0), code: 'C', name: 'Clinic', type: 'CLINIC', parent: null, is_active: true }],
    employees: list(people, (index) => ({
      id: uuid(1, index),
      name: `Person ${index}`,
      number: `P${index}`,
      status: rarely() ? one(statuses) : 'ACTIVE',
      previous_status: 'ACTIVE' as const,
      tags: [
        ...some([0, 1, 2, 3], 0.6),
        skills.length + any(contracts.length),
        ...(rarely() ? [skills.length + any(contracts.length)] : []),
        ...(rarely() ? [skills.length + contracts.length] : []),
      ].map((index, at) => ({ ...held(index), id: uuid(2, 10 * index + at) })),
    })),
    positions: list(positions, (index) => ({
      id: uuid(3, index),
      title: `Position ${index}`,
      unit: 0,
      required: one(requirements),
      mandatory: some([0, 1, 2, 3], 0.3),
      optional: [],
    })),
    assignments: assignments.map(
      (pair, index): AssignedHours => ({
        ...pair,
        id: uuid(6, index),
        hours: one([1, 4_00, 7_77, 12_00, 20_00, 60_00]),
        from: rarely(0.2) ? one(days) : null,
        is_suspended: rarely(0.2),
      }),
    ),
  }
}

/** Rules that block, warn or are off. */
function rulesOf(one: <T>(of: readonly T[]) => T, any: (count: number) => number): RuleSetting[] {
  const rule = (code: RuleSetting['code'], threshold: string | null): RuleSetting => ({
    code,
    threshold,
    severity: one(['BLOCKING', 'WARNING', 'INFO'] as const),
    enabled: any(4) > 0,
  })
  return [
    rule('MAX_WEEKLY_HOURS', one([null, '48.00', '60.00'])),
    rule('TAG_REQUIREMENT_MISMATCH', null),
    rule('MAX_CONSECUTIVE_SHIFTS', one([null, '4.00', '5.50', '7.00'])),
    rule('COVERAGE_EXCEEDED', null),
    { ...rule('CONTRACT_NEAR_EXPIRY', one(['2.00', '30.00'])), enabled: any(4) === 0 },
  ]
}
