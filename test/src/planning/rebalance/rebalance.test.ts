import { expect, test } from 'vitest'
import { toDate } from '../../../../src/calendar.ts'
import { formatHundredths } from '../../../../src/hours.ts'
import type { ClinicFacts, EmployeeFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { tagsOn } from '../../../../src/planning/facts/day.ts'
import type { PlannedLine, PlanRequest } from '../../../../src/planning/flow/solution.ts'
import { rebalance } from '../../../../src/planning/rebalance/rebalance.ts'
import { rebalanceAnswer } from '../../../../src/planning/rebalance/rebalance-answer.ts'
import { imbalanceOf } from '../../../../src/planning/rebalance/rebalance-network.ts'
import { rebalanceNote } from '../../../../src/planning/words/rebalance.ts'
import { checkAssignment } from '../../../../src/work/assignment-check.ts'
import type { RuleCode } from '../../../../src/work/business-rules.ts'
import { type Drawn, drawnClinic } from '../../../made/planning/drawn-clinic.ts'
import { madeUpHospital, plainRequest, seeded } from '../../../made/planning/hospital.ts'
import { tinyClinic } from '../../../made/planning/tiny-clinic.ts'
import { seeds } from '../../../setup/run/ring.ts'

/** The clinic once the changes are made. */
function changed(facts: ClinicFacts, changes: readonly PlannedLine[]): ClinicFacts {
  const assignments = facts.assignments.map((one, index) => {
    const by = changes.find(({ assignment }) => assignment === index)?.added ?? 0
    return { ...one, hours: one.hours + by }
  })
  const made = changes.flatMap(({ employee, position, assignment, added }) =>
    assignment === null
      ? [{ id: '', employee, position, hours: added, from: null, is_suspended: false }]
      : [],
  )
  return { ...facts, assignments: [...assignments, ...made].filter(({ hours }) => hours > 0) }
}

type Asked = { facts: ClinicFacts; request: PlanRequest }

const defaults = {
  hours_limit: 'CONTRACT',
  minimum_hours: '4.00',
  exclude_employees: [],
  exclude_positions: [],
} as const

const ana = { hours: 40, tags: ['Nurse'] }

const total = (list: readonly number[]) => list.reduce((sum, hours) => sum + hours, 0)

test('an attempt to do with fewer changes that fails does not spoil the next one', () => {
  const made = madeUpHospital({ seed: 1, people: 41, positions: 26, assigned: 0.8 })
  const moved = ({ position }: { position: number }, at: number) =>
    at % 5 === 2 ? (position + 1) % made.positions.length : position
  const assignments = made.assignments.map((one, at) => ({ ...one, position: moved(one, at) }))
  const request = plainRequest(made, { allow: 'CREATE_AND_RAISE', minimum: 400 })
  expect(rebalance({ ...made, assignments }, request).changes.length).toBeLessThan(42)
})

test('a rebalance corrects what it promises, makes nothing worse, and respects its lower bound', () => {
  for (const seed of seeds(400)) {
    const { facts, request: asked } = tinyClinic(seed)
    const request = { ...asked, allow: 'CREATE_AND_RAISE' as const }
    const result = rebalance(facts, request)
    const before = imbalanceOf(facts, request)
    const after = imbalanceOf(changed(facts, result.changes), request)
    const lacking = ({ problem }: typeof before) => total(problem.demands.map(({ need }) => need))
    expect({ seed, covered: lacking(before) - lacking(after) }).toEqual({ seed, covered: result.covered })
    expect({ seed, relieved: total(before.over) - total(after.over) }).toEqual({
      seed,
      relieved: result.relieved,
    })
    for (const kind of ['over', 'surplus'] as const)
      for (const [at, hours] of after[kind].entries())
        expect({ seed, kind, hours }).toEqual({ seed, kind, hours: Math.min(hours, before[kind][at] ?? 0) })
    for (const [at, { need }] of after.problem.demands.entries())
      expect(need).toBeLessThanOrEqual(before.problem.demands[at]?.need ?? 0)
    expect(result.certificate.maximum).toBeLessThanOrEqual(result.certificate.missed)
    expect(result.covered + result.relieved).toBeLessThanOrEqual(result.certificate.maximum)
    if (result.is_maximum)
      expect(result.changes.length).toBeGreaterThanOrEqual(result.changes_at_least ?? Infinity)
  }
})

/** A clinic whose rules refuse much: caps, tags on the day on which an assignment began, too much coverage. */
function strictClinic(seed: number): Asked {
  const { facts, request } = tinyClinic(seed)
  const random = seeded(seed + 10_000)
  const rule = (code: RuleCode, threshold: string | null) => ({
    ...{ code, threshold, severity: random() < 0.7 ? ('BLOCKING' as const) : ('WARNING' as const) },
    enabled: random() < 0.7,
  })
  return {
    request: { ...request, allow: 'CREATE_AND_RAISE' },
    facts: {
      ...facts,
      rules: [
        rule('MAX_WEEKLY_HOURS', `${2 + Math.floor(random() * 8)}.00`),
        rule('TAG_REQUIREMENT_MISMATCH', null),
        rule('COVERAGE_EXCEEDED', null),
      ],
      employees: facts.employees.map((one) => ({
        ...one,
        tags: one.tags.map((held) => (random() < 0.4 ? { ...held, start: facts.today } : held)),
      })),
      assignments: facts.assignments.map((one) => ({
        ...one,
        hours: 2 * one.hours,
        from: random() < 0.5 ? facts.today - 9 : null,
      })),
    },
  }
}

type Row = Pick<ClinicFacts['assignments'][number], 'employee' | 'position' | 'hours' | 'from'>

/** The clinic's ACTIVE assignments, changed one by one by the rules of the real service. */
function realClinic({ facts, request }: Asked) {
  const rows = new Map<number, Row>(facts.assignments.entries().filter(([, one]) => !one.is_suspended))
  const sumOf = (wanted: Partial<Row>) =>
    [...rows.values()]
      .filter((row) => Object.entries(wanted).every(([key, value]) => row[key as keyof Row] === value))
      .reduce((sum, { hours }) => sum + hours, 0)
  const check = ({ employee, position, hours, from }: Row) => {
    const [of, on] = [facts.employees[employee], facts.positions[position]]
    const held = tagsOn(of as EmployeeFacts, from ?? facts.today)
    const names = (tags: number[] = []) => tags.filter((tag) => !held.includes(tag)).map(String)
    checkAssignment(facts.rules, true, {
      employeeStatus: of?.status ?? 'TERMINATED',
      hasActivePair: sumOf({ employee, position }) > 0,
      employeeOtherHours: formatHundredths(sumOf({ employee })),
      requestedHours: formatHundredths(hours),
      clinicMaxWeeklyHours: null,
      positionRequiredHours: formatHundredths(on?.required ?? 0),
      positionOtherHours: formatHundredths(sumOf({ position })),
      missingMandatoryTags: names(on?.mandatory),
      missingOptionalTags: [],
      contractEndDates: [],
      today: toDate(facts.today),
    })
  }
  return function change({ employee, position, assignment, added }: PlannedLine) {
    const before = assignment === null ? undefined : rows.get(assignment)
    const after = {
      employee,
      position,
      hours: (before?.hours ?? 0) + added,
      from: before?.from ?? request.day,
    }
    if (assignment !== null) rows.delete(assignment)
    if (after.hours === 0) return
    check(assignment === null ? after : { ...after, from: before?.from ?? null })
    rows.set(assignment ?? 1000 + rows.size, after)
  }
}

test('the rules accept all changes of a rebalance, one by one in their order', () => {
  const kinds = { refused: 0, anew: 0 }
  for (const seed of seeds(1500)) {
    const asked = strictClinic(seed)
    const result = rebalance(asked.facts, asked.request)
    const change = realClinic(asked)
    for (const one of result.changes) expect(() => change(one), `clinic ${seed}`).not.toThrow()
    const before = imbalanceOf(asked.facts, asked.request)
    const after = imbalanceOf(changed(asked.facts, result.changes), asked.request)
    const lacking = ({ problem }: typeof before) => total(problem.demands.map(({ need }) => need))
    expect([seed, result.covered, result.relieved]).toEqual([
      seed,
      lacking(before) - lacking(after),
      total(before.over) - total(after.over),
    ])
    const pairs = new Set(result.changes.map(({ employee, position }) => `${employee} ${position}`))
    kinds.refused += Number(!result.is_maximum)
    kinds.anew += result.changes.length - pairs.size
  }
  expect(kinds.refused).toBeGreaterThan(0)
  expect(kinds.anew).toBeGreaterThan(0)
})

test('an assignment that the rules refuse to lower ends, and begins anew', () => {
  const drawn = drawnClinic({
    people: { 'Vidal, Ana': { ...ana, hours: 30, works: { Desk: 30 } } },
    positions: { Desk: { hours: 20, tags: ['Nurse'] }, Day: { hours: 10 } },
  })
  // The certificate that the rule asks for is younger than the assignment.
  const late = drawn.employees.map((one) => ({
    ...one,
    tags: one.tags.map((held) => ({ ...held, start: drawn.today - 5 })),
  }))
  const facts = {
    ...drawn,
    employees: late,
    rules: [
      {
        code: 'TAG_REQUIREMENT_MISMATCH' as const,
        severity: 'BLOCKING' as const,
        threshold: null,
        enabled: true,
      },
    ],
    assignments: drawn.assignments.map((one) => ({ ...one, from: drawn.today - 9 })),
  }
  const { changes } = rebalanceAnswer(facts, defaults)
  expect(changes.map(({ kind, changed_hours, reason }) => [kind, changed_hours, reason])).toEqual([
    ['END', '-30.00', 'End (30.00 h): it cannot be lowered, and begins anew with 20.00 h.'],
    ['CREATE', '20.00', expect.any(String)],
    ['CREATE', '10.00', expect.any(String)],
  ])
})

test('a rebalance without a minimum reaches the maximum', () => {
  for (const seed of seeds(400)) {
    const { facts, request } = tinyClinic(seed)
    const { is_maximum } = rebalance(facts, { ...request, allow: 'CREATE_AND_RAISE', minimum: 1 })
    expect({ seed, is_maximum }).toEqual({ seed, is_maximum: true })
  }
})

const answer = (drawn: Drawn, input: object = {}) => {
  return rebalanceAnswer(drawnClinic(drawn), { ...defaults, ...input })
}
const shown = (drawn: Drawn, input?: object) =>
  answer(drawn, input).changes.map((change) => [
    change.kind,
    change.employee_name,
    change.position_title,
    change.changed_hours,
    change.reason,
  ])

test('a rebalance lowers or ends surplus hours over contract', () => {
  const drawn = {
    people: {
      'Vidal, Ana': { ...ana, works: { Day: 40, Desk: 6 } },
      'Roy, Jean': { hours: 20, works: { Desk: 20 } },
    },
    positions: { Day: { hours: 40, tags: ['Nurse'] }, Desk: { hours: 12 } },
  }
  expect(answer(drawn).summary).toEqual({
    lacking_hours: '0.00',
    over_contract_hours: '6.00',
    surplus_hours: '14.00',
    covered_hours: '0.00',
    relieved_hours: '6.00',
    maximum_hours: '6.00',
    is_maximum: true,
    changes: 1,
    changes_at_least: 1,
    sentence:
      '1 change would remove 6.00 of the 6.00 h over contract (1 person); that is the most, and at least 1 is needed.',
  })
  expect(shown(drawn)).toEqual([
    [
      'END',
      'Vidal, Ana',
      'Desk',
      '-6.00',
      'End (6.00 h): the position has 14.00 h more than it requires; is 6.00 h over contract, no longer afterwards.',
    ],
  ])
})

test('a rebalance moves surplus hours to a position that lacks them', () => {
  const drawn = {
    people: { 'Vidal, Ana': { ...ana, works: { Desk: 40 } } },
    positions: { Day: { hours: 10, tags: ['Nurse'] }, Desk: { hours: 30 } },
  }
  expect(shown(drawn)).toEqual([
    [
      'LOWER',
      'Vidal, Ana',
      'Desk',
      '-10.00',
      'Lower by 10.00 h to 30.00 h: the position has 10.00 h more than it requires; has 10.00 h for other positions afterwards.',
    ],
    [
      'CREATE',
      'Vidal, Ana',
      'Day',
      '10.00',
      'Assign 10.00 h: holds Nurse; has 10.00 h left, 0.00 h afterwards; the position lacks 10.00 h, nothing afterwards; works in the unit already.',
    ],
  ])
})

test('a rebalance raises an assignment by less than the minimum of a new one', () => {
  const drawn = {
    people: { 'Vidal, Ana': { ...ana, works: { Day: 8, Desk: 32 } } },
    positions: { Day: { hours: 11, tags: ['Nurse'] }, Desk: { hours: 30 } },
  }
  expect(shown(drawn).map(([kind, , title, hours]) => [kind, title, hours])).toEqual([
    ['LOWER', 'Desk', '-2.00'],
    ['RAISE', 'Day', '2.00'],
  ])
})

test('a rebalance gives hours of overloaded or scarce employees to those with hours left', () => {
  const positions = { Desk: { hours: 40 }, Day: { hours: 10, tags: ['Nurse'] } }
  const people = {
    'Vidal, Ana': { ...ana, works: { Desk: 40 } },
    'Roy, Jean': { hours: 10 },
  }
  expect(
    shown({ people, positions }).map(([kind, name, title, hours]) => [kind, name, title, hours]),
  ).toEqual([
    ['LOWER', 'Vidal, Ana', 'Desk', '-10.00'],
    ['CREATE', 'Roy, Jean', 'Desk', '10.00'],
    ['CREATE', 'Vidal, Ana', 'Day', '10.00'],
  ])
  const over = {
    people: { ...people, 'Vidal, Ana': { hours: 35, works: { Desk: 40 } } },
    positions: { Desk: { hours: 40 } },
  }
  expect(shown(over)).toEqual([
    [
      'LOWER',
      'Vidal, Ana',
      'Desk',
      '-5.00',
      'Lower by 5.00 h to 35.00 h: others take over the hours; is 5.00 h over contract, no longer afterwards.',
    ],
    ['CREATE', 'Roy, Jean', 'Desk', '5.00', expect.any(String)],
  ])
})

test('a rebalance puts missing hours before contracts', () => {
  const { summary, certificate } = answer({
    people: { 'Vidal, Ana': { hours: 30, works: { Desk: 40 } }, 'Roy, Jean': { hours: 12 } },
    positions: { Desk: { hours: 40 }, Door: { hours: 8 } },
  })
  expect(summary.sentence).toBe(
    '3 changes would cover 8.00 of 8.00 missing hours and remove 4.00 of the 10.00 h over contract (1 person); that is the most, and at least 2 are needed.',
  )
  expect(certificate.sentence).toBe(
    'The hours that positions lack and the hours over contract come to 18.00 h. 1 position and 1 person account for 18.00 h of it, and all that could help there is 12.00 h that people have left, 0.00 h above what positions require, and 0.00 h that others could take over. So at most 18.00 - 18.00 + 12.00 = 12.00 h can be put right.',
  )
})

test.each<[string, Drawn, string]>([
  ['nothing', {}, 'No position lacks hours and no one is over contract, so there is nothing to rebalance.'],
  [
    'only a surplus',
    { people: { 'Vidal, Ana': { ...ana, works: { Desk: 40 } } }, positions: { Desk: { hours: 30 } } },
    'No position lacks hours and no one is over contract, so there is nothing to rebalance. Positions have 10.00 h more than required, which no other position needs.',
  ],
  [
    'nothing that helps',
    { people: { 'Vidal, Ana': { hours: 30, works: { Desk: 40 } } }, positions: { Desk: { hours: 40 } } },
    'No change can help with the 10.00 h over contract (1 person); here is why.',
  ],
  [
    'nothing as large as the minimum',
    {
      people: { 'Vidal, Ana': { hours: 30, works: { Desk: 33 } }, 'Roy, Jean': { hours: 12 } },
      positions: { Desk: { hours: 33 } },
    },
    'No changes were found that help with the 3.00 h over contract (1 person); none could put right more than 3.00 h.',
  ],
])('a rebalance describes a clinic with %s', (_, drawn, sentence) => {
  expect(answer(drawn).summary.sentence).toBe(sentence)
})

test('a rebalance gives no hours to an employee who has more than a week holds', () => {
  const drawn = (works: Record<string, number>) => ({
    people: { 'Vidal, Ana': { ...ana, works } },
    positions: { Day: { hours: 10 }, Desk: { hours: 10 }, Night: { hours: 300 } },
  })
  const overworked: Record<string, number>[] = [
    { Day: 100, Night: 100 },
    { Day: 100, Desk: 100 },
    { Day: 150, Desk: 100, Night: 50 },
  ]
  for (const works of overworked) {
    const { summary, changes } = rebalanceAnswer({ ...drawnClinic(drawn(works)), rules: [] }, defaults)
    expect(summary).toMatchObject({ covered_hours: '0.00', is_maximum: true })
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['LOWER']))
  }
})

test('people who can work overtime are over the weekly cap, not over contract', () => {
  const drawn = {
    people: { 'Vidal, Ana': { hours: 30, works: { Desk: 40 } } },
    positions: { Desk: { hours: 40 } },
  }
  const { summary, certificate } = answer(drawn, { hours_limit: 'WEEKLY_CAP' })
  expect([summary.sentence, certificate.sentence]).toEqual([
    'No position lacks hours and no one is over the weekly cap, so there is nothing to rebalance.',
    'No position lacks hours, and no one is over the weekly cap.',
  ])
})

test.each([
  [true, 2, 'It is proved that no more can be put right, and that it takes this many changes.'],
  [true, 1, 'It is proved that no more can be put right, but not that it takes this many changes.'],
  [
    false,
    null,
    'The most that can be put right is proved; other changes may come closer to it, or be fewer.',
  ],
])(
  'the note about two changes depends on maximum %j and lower bound %j',
  (is_maximum, changes_at_least, text) => {
    const byHand = 'These changes can be applied as a whole, or made by hand in this order.'
    expect(rebalanceNote({ is_maximum, changes: 2, changes_at_least })).toBe(`${byHand} ${text}`)
  },
)
