import { describe, expect, test } from 'vitest'
import { PlanInput } from '../../../../routers/planning/plans.ts'
import { RebalanceInput } from '../../../../routers/planning/rebalances.ts'
import { toDate, toDay } from '../../../../src/calendar.ts'
import type { ClinicFacts, DatedHours, EmployeeFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { mondayOf } from '../../../../src/planning/facts/day.ts'
import { clinicOn, isOnDuty, requiredOn } from '../../../../src/planning/facts/known-dates.ts'
import { cliffs } from '../../../../src/planning/forecast/cliffs.ts'
import { forecast } from '../../../../src/planning/forecast/forecast.ts'
import { applyChanges } from '../../../../src/planning/scenario/changes/apply.ts'
import type { ScenarioChange } from '../../../../src/planning/scenario/changes/change.ts'
import { statusOn } from '../../../../src/planning/scenario/changes/draft.ts'
import { tasks } from '../../../../src/planning/tasks.ts'
import { drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { seeded } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seededRules } from '../../../made/seeded-rules.ts'
import { seeds } from '../../../setup/run/ring.ts'

const mostDays = 60

/** Who may be expected; a proposal interrupts a leave only. */
const awaited = [
  { status: 'ON_LEAVE', previous_status: null },
  { status: 'ONBOARDING', previous_status: null },
  { status: 'PROPOSAL_PENDING', previous_status: 'ON_LEAVE' },
] as const

/** A tiny clinic with the seeded rules in which some people are expected, and some positions change. */
function datedClinic(seed: number): ClinicFacts {
  const random = seeded(10_000 + seed)
  const any = (count: number) => Math.floor(random() * count)
  const { facts } = tinyClinic(seed)
  const rows = () =>
    Array.from({ length: any(4) }, () => facts.today - 10 + any(mostDays))
      .sort((a, b) => a - b)
      .map((from): DatedHours => ({ from, required: any(4) ? 100 * any(14) : null }))
  return {
    ...facts,
    rules: [...seededRules],
    employees: facts.employees.map((employee) => {
      const expected = facts.today + 1 + any(mostDays)
      if (random() < 0.5) return employee
      return { ...employee, ...awaited[any(3)], expected: any(4) ? expected : undefined }
    }),
    positions: facts.positions.map((position) => (any(2) ? { ...position, dated: rows() } : position)),
    // An assignment without a date is checked as of today, whenever the plan is for.
    assignments: facts.assignments.map((assignment) => ({ ...assignment, from: facts.today - 100 })),
  }
}

/** The employee once they have returned or started, with their proposal still unanswered. */
const atWork = (employee: EmployeeFacts): EmployeeFacts =>
  employee.status === 'PROPOSAL_PENDING'
    ? { ...employee, previous_status: 'ACTIVE' }
    : { ...employee, status: 'ACTIVE' }

/** The clinic once the day has come, people have returned or started, and positions were changed by hand. */
const comeTrue = (facts: ClinicFacts, day: number): ClinicFacts => ({
  ...facts,
  today: day,
  employees: facts.employees.map(({ expected, ...employee }) =>
    expected !== undefined && expected <= day ? atWork(employee) : employee,
  ),
  positions: facts.positions.map(({ dated, ...position }) => {
    const last = (dated ?? []).filter(({ from }) => from <= day).at(-1)
    return { ...position, required: last?.required ?? position.required }
  }),
})

test('each week of a forecast is that of the clinic once the known dates have come, in random clinics', () => {
  for (const seed of seeds(100)) {
    const facts = datedClinic(seed)
    const input = { org_unit_id: null, by_unit: true }
    const { weeks } = forecast(facts, { ...input, weeks: 9 })
    for (const [index, week] of weeks.entries()) {
      const then = comeTrue(facts, index ? mondayOf(facts.today) + 7 * index : facts.today)
      expect(week, `seed ${seed}`).toEqual(forecast(then, { ...input, weeks: 1 }).weeks[0])
    }
  }
})

test('what planning answers for a later day is what it answers on that day, in random clinics', () => {
  for (const seed of seeds(100)) {
    const facts = datedClinic(seed)
    const day = facts.today + 1 + (seed % mostDays)
    const then = comeTrue(facts, day)
    const reference_date = toDate(day)
    const page = { limit: 50, offset: 0 }
    const ask = (clinic: ClinicFacts) => {
      const on = { org_unit_id: null, reference_date, ...page }
      const choices = { reference_date, minimum_hours: '1' }
      return {
        plan: tasks.plan(clinic, PlanInput.parse(choices)),
        secure: tasks.plan(clinic, PlanInput.parse({ ...choices, demand: 'SECURE' })),
        rebalance: tasks.rebalance(clinic, RebalanceInput.parse(choices)),
        training: tasks.training(clinic, { ...on, demand: 'SECURE', pairs: 3, include_qualifications: true }),
        single_points: tasks.single_points(clinic, on),
        establishment: tasks.establishment(clinic, on),
        scenario: tasks.scenario(clinic, {
          ...{ changes: [], left_out: {}, reference_date, weeks: 1, replan: true },
        }),
        candidates: clinic.positions.map(({ id: position }) =>
          tasks.candidates(clinic, {
            ...{ position, hours: 400, allow_partial: true, day, include_ineligible: true, ...page },
          }),
        ),
      }
    }
    expect(ask(facts), `seed ${seed}`).toEqual(ask(then))
  }
})

const works = { Ward: 30 }
const people = { Ana: { hours: 40, works, status: 'ON_LEAVE' as const } }
const clinic = drawnClinic({ people, positions: { Ward: { hours: 40 } } })
const expectedOn = (date: string, facts = clinic): ClinicFacts => ({
  ...facts,
  employees: facts.employees.map((employee) => ({ ...employee, expected: toDay(date) })),
})
const page = { limit: 10, offset: 0, weeks: 4, org_unit_id: null, cause: null, employee: null }
const gains = (facts: ClinicFacts, language?: 'es') =>
  cliffs(facts, { ...page, direction: 'GAIN', language }).rows

test('the first day of an expected return is the reason why hours become secure', () => {
  expect(gains(expectedOn('2026-03-11'))).toMatchObject([
    {
      date: '2026-03-11',
      week: '2026-W12',
      cause: 'LEAVE_ENDS',
      employee_tag: null,
      hours: '30.00',
      sentence:
        'Ana is expected back from leave on 2026-03-11: from 2026-03-16 on, 30.00 h a week become secure: Ward, Ward (30.00 h).',
    },
  ])
  expect(gains(expectedOn('2026-03-11'), 'es')[0]?.sentence).toMatch(
    /^Se espera que Ana vuelva de su permiso el 11 mar 2026: desde el 16 mar 2026 pasan a estar aseguradas/,
  )
})

test('a proposal only interrupts a leave: the return is still the reason why hours become secure', () => {
  const pending = { status: 'PROPOSAL_PENDING', previous_status: 'ON_LEAVE' } as const
  const facts = expectedOn('2026-03-11')
  const proposed = { ...facts, employees: facts.employees.map((employee) => ({ ...employee, ...pending })) }
  expect(gains(proposed)).toEqual(gains(facts))
})

test('the first day of a new employee is the reason why hours become secure', () => {
  const hired = drawnClinic({
    people: { Ana: { hours: 40, works, status: 'ONBOARDING' } },
    positions: { Ward: { hours: 40 } },
  })
  const facts = expectedOn('2026-03-09', hired)
  expect(gains(facts)).toMatchObject([
    {
      cause: 'EMPLOYMENT_BEGINS',
      week: '2026-W11',
      sentence: expect.stringMatching(/^Ana is expected to start/),
    },
  ])
  expect(gains(facts, 'es')[0]?.sentence).toMatch(/^Se espera que Ana se incorpore el 9 mar 2026/)
})

test('a position requires what its last dated requirement until the day says, or what it requires itself', () => {
  const [position] = clinic.positions
  if (!position) throw new Error('There is no position.')
  const dated = [
    { from: toDay('2026-04-01'), required: 0 },
    { from: toDay('2026-05-01'), required: 6000 },
    { from: toDay('2026-06-01'), required: null },
  ]
  const on = (date: string) => requiredOn({ ...position, dated }, toDay(date))
  expect(['2026-03-31', '2026-04-01', '2026-05-31', '2026-06-01'].map(on)).toEqual([4000, 0, 6000, 4000])
})

test('a position that requires nothing for now is no vacant one', () => {
  const closed = drawnClinic({ positions: { Ward: { hours: 40 } } })
  const dated = [{ from: closed.today, required: 0 }]
  const facts = { ...closed, positions: closed.positions.map((position) => ({ ...position, dated })) }
  const [week] = forecast(facts, { weeks: 1, org_unit_id: null, by_unit: false }).weeks
  expect(week).toMatchObject({
    required_hours: '0.00',
    secure_states: { vacant: 0, partial: 0, covered: 1, over_covered: 0 },
  })
})

test('a scenario calls a position that requires nothing what the forecast calls it', () => {
  const facts = drawnClinic({
    people: { Ana: { hours: 40, works: { Ward: 40 } } },
    positions: { Ward: { hours: 40 } },
  })
  for (const position of facts.positions) position.dated = [{ from: facts.today, required: 0 }]
  const changes = [{ kind: 'LEAVE' as const, employee: facts.employees[0]?.id ?? '' }]
  const asked = { changes, left_out: {}, reference_date: toDate(facts.today), weeks: 1, replan: false }
  const { after, positions } = tasks.scenario(facts, asked)
  expect(after[0]?.secure_states).toMatchObject({ vacant: 0, covered: 1 })
  expect(positions).toMatchObject([
    {
      before: { secure_coverage_state: 'OVER_COVERED' },
      after: { coverage_state: 'OVER_COVERED', secure_coverage_state: 'COVERED' },
    },
  ])
})

/** The clinic while a rule refuses more than a position requires, and a date asks for more from today on. */
function refusing() {
  const rules = clinic.rules.map((rule) =>
    rule.code === 'COVERAGE_EXCEEDED' ? { ...rule, severity: 'BLOCKING' as const, enabled: true } : rule,
  )
  const dated = [{ from: clinic.today, required: 6000 }]
  return { ...clinic, rules, positions: clinic.positions.map((position) => ({ ...position, dated })) }
}

test('while a rule refuses more than a position requires, a plan for today gives it no more', () => {
  const facts = refusing()
  const required = (day: number) => clinicOn(facts, day).positions[0]?.required
  expect([required(facts.today), required(facts.today + 1)]).toEqual([4000, 6000])
})

test('while a rule refuses more than a position requires, a scenario requires what the forecast does, and plans no more', () => {
  const facts = refusing()
  const changes: ScenarioChange[] = [{ kind: 'RULE_CHANGED', code: 'COVERAGE_EXCEEDED', severity: 'WARNING' }]
  const asked = { changes, left_out: {}, reference_date: toDate(facts.today), weeks: 2 }
  const { weeks } = forecast(facts, { weeks: 2, org_unit_id: null, by_unit: false })
  const { sentence, before, after } = tasks.scenario(facts, { ...asked, replan: false })
  expect([sentence, before, after]).toEqual([expect.stringContaining('nothing changes'), weeks, weeks])
  const { plan_before, plan_after } = tasks.scenario(facts, { ...asked, replan: true })
  const planned = (facts: ClinicFacts) => tasks.plan(facts, PlanInput.parse({})).summary
  expect(plan_before?.summary).toEqual(planned(facts))
  expect(plan_after?.summary).toEqual(planned({ ...facts, rules: clinic.rules }))
})

describe('in a scenario', () => {
  const facts = expectedOn('2026-04-01')
  const employee = facts.employees[0]?.id ?? ''
  const statusAfter = (...changes: ScenarioChange[]) => {
    const draft = applyChanges(facts, changes, {}).at(-1)
    return (date: string) => draft && statusOn(draft, 0, toDay(date))
  }

  test('a person may return before the expected date', () => {
    const on = statusAfter({ kind: 'RETURN', employee, start_date: '2026-03-20' })
    expect(['2026-03-19', '2026-03-20', '2026-04-02'].map(on)).toEqual(['ON_LEAVE', 'ACTIVE', 'ACTIVE'])
  })

  test('a person may go on leave again after the expected return', () => {
    const on = statusAfter({ kind: 'LEAVE', employee, start_date: '2026-05-01', end_date: '2026-05-31' })
    expect(['2026-03-31', '2026-04-01', '2026-05-01', '2026-06-01'].map(on)).toEqual([
      'ON_LEAVE',
      'ACTIVE',
      'ON_LEAVE',
      'ACTIVE',
    ])
    expect(() => statusAfter({ kind: 'LEAVE', employee, start_date: '2026-03-31' })).toThrow()
  })

  test('a person with a proposal cannot go on leave before its answer, even after the expected return', () => {
    const pending = { status: 'PROPOSAL_PENDING', previous_status: 'ON_LEAVE' } as const
    const proposed = { ...facts, employees: facts.employees.map((one) => ({ ...one, ...pending })) }
    const leave: ScenarioChange = { kind: 'LEAVE', employee, start_date: '2026-05-01' }
    expect(() => applyChanges(proposed, [leave], {})).toThrow(/PROPOSAL_PENDING/)
  })

  test('a person whose employment ends is no longer expected', () => {
    expect(statusAfter({ kind: 'TERMINATION', employee })('2026-04-02')).toBe('TERMINATED')
  })

  test('a new employee who goes on leave works between their start and the leave', () => {
    const hired = {
      ...facts,
      employees: facts.employees.map((one) => ({ ...one, status: 'ONBOARDING' as const })),
    }
    const [draft] = applyChanges(hired, [{ kind: 'LEAVE', employee, start_date: '2026-05-01' }], {}).slice(-1)
    const on = (date: string) => draft && statusOn(draft, 0, toDay(date))
    expect(['2026-03-31', '2026-04-01', '2026-05-01'].map(on)).toEqual(['ONBOARDING', 'ACTIVE', 'ON_LEAVE'])
  })
})

test('an expected person is on duty from that day on', () => {
  const [ana] = expectedOn('2026-03-11').employees
  if (!ana) throw new Error('There is no employee.')
  expect(['2026-03-10', '2026-03-11'].map((date) => isOnDuty(ana, toDay(date)))).toEqual([false, true])
})
