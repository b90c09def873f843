import { expect, test } from 'vitest'
import type { EmployeeFacts, PositionFacts } from '../../../../src/planning/facts/clinic-facts.ts'
import { byPerson, byPosition, ranked } from '../../../../src/planning/suggestions/ranking.ts'
import type { Suggestion } from '../../../../src/planning/suggestions/suggestion.ts'

const warning = { rule_code: 'COVERAGE_EXCEEDED' as const, message: 'Too many.' }
const of: EmployeeFacts = {
  id: 'b',
  name: 'Mora, Ana',
  number: '1',
  status: 'ACTIVE',
  previous_status: null,
  tags: [],
}
const on: PositionFacts = { id: 'b', title: 'Nurse', unit: 0, required: 40_00, mandatory: [], optional: [] }

/** A suggestion that nothing speaks for or against, with the changes. */
const suggestion = (changes: Partial<Suggestion> = {}): Suggestion => ({
  employee: 0,
  position: 0,
  added: 8_00,
  of,
  on,
  assignment: null,
  current: 0,
  hours: 8_00,
  lacking: 20_00,
  room: 20_00,
  violations: { blocking: [], warnings: [], info: [] },
  missing: [],
  pool: 40_00,
  balance: 18_00,
  after: 10_00,
  works_in_unit: false,
  ...changes,
})

const violations = { blocking: [], warnings: [], info: [] }
const assignment = { id: 'a', employee: 0, position: 0, hours: 1_00, from: null, is_suspended: false }
const free = () => 0

type Reason = [what: string, better: Partial<Suggestion>, worse: Partial<Suggestion>]

/** What makes one suggestion better than another, the most important first. */
const reasons: Reason[] = [
  ['being valid', {}, { violations: { ...violations, blocking: [warning] } }],
  ['being ACTIVE', {}, { of: { ...of, status: 'ON_LEAVE' } }],
  ['staying within the pool', {}, { after: -1 }],
  ['fewer warnings', {}, { violations: { ...violations, warnings: [warning] } }],
  ['being a raise', { assignment }, {}],
  ['working in the unit', { works_in_unit: true }, {}],
]

test.each(reasons.map(([what, ...sides], index) => ({ what, sides, lighter: reasons.slice(index + 1) })))(
  '$what outweighs all less important reasons for a suggestion',
  ({ sides: [better, worse], lighter }) => {
    const fit = suggestion(Object.assign({}, ...lighter.map(([, , worse]) => worse), better))
    const lighterReasons = lighter.map(([, better]) => better)
    const unfit = suggestion(Object.assign({}, ...lighterReasons, { after: 39_00 }, worse))
    for (const both of [
      [fit, unfit],
      [unfit, fit],
    ])
      expect(ranked(both, free, byPerson)).toMatchObject([fit, unfit])
  },
)

test('hours within the pool outweigh the cost elsewhere, which outweighs warnings', () => {
  const cheap = suggestion({ employee: 1, violations: { blocking: [], warnings: [warning], info: [] } })
  const dear = suggestion({ employee: 2 })
  const over = suggestion({ employee: 3, after: -1 })
  const costs = [0, 1, 2, 0]
  const order = ranked([over, dear, cheap], ({ employee }) => costs[employee] ?? 0, byPerson)
  expect(order.map(({ employee, cost }) => [employee, cost])).toEqual([
    [1, 1],
    [2, 2],
    [3, 0],
  ])
})

test('equal candidates are sorted by the unused share of their pool, then name and id', () => {
  const person = (name: string, id: string, pool: number, after: number) =>
    suggestion({ of: { ...of, name, id }, pool, after })
  const people = [
    person('Zapata, Eva', 'a', 20_00, 10_00),
    person('Álvarez, Leo', 'b', 40_00, 15_00),
    person('Alvarez, Leo', 'd', 40_00, 15_00),
    person('Alvarez, Leo', 'c', 40_00, 15_00),
    person('Mora, Ana', 'e', 40_00, 16_00),
  ]
  expect(ranked(people, free, byPerson).map((one) => one.of.id)).toEqual(['a', 'e', 'c', 'd', 'b'])
})

test('candidates over their pool are sorted too, with those without a pool last', () => {
  const over = (id: string, pool: number, after: number) => suggestion({ of: { ...of, id }, pool, after })
  const people = [over('a', 0, -1), over('b', 40_00, -20_00), over('c', 0, -50_00), over('d', 40_00, -2_00)]
  expect(ranked(people, free, byPerson).map((one) => one.of.id)).toEqual(['d', 'b', 'a', 'c'])
})

test('equal openings are sorted by their missing share, then title and id', () => {
  const position = (id: string, title: string, required: number, lacking: number) =>
    suggestion({ on: { ...on, id, title, required }, lacking })
  const positions = [
    position('a', 'Night nurse', 40_00, 20_00),
    position('c', 'Day nurse', 20_00, 10_00),
    position('b', 'Day nurse', 40_00, 20_00),
    position('d', 'Porter', 10_00, 10_00),
  ]
  expect(ranked(positions, free, byPosition).map((one) => one.on.id)).toEqual(['d', 'b', 'c', 'a'])
})

test('the cost is computed for the hundred best suggestions, which stay first', () => {
  const people = Array.from({ length: 130 }, (_, employee) =>
    suggestion({ employee, after: 40_00 - employee }),
  )
  const computed: number[] = []
  const cost = ({ employee }: { employee: number }) => {
    computed.push(employee)
    return 100 - employee
  }
  const order = ranked(people.toReversed(), cost, byPerson)
  expect(computed).toEqual([...Array(100).keys()])
  expect(order.map(({ employee }) => employee)).toEqual([
    ...[...Array(100).keys()].reverse(),
    ...Array.from({ length: 30 }, (_, index) => 100 + index),
  ])
  expect(order[100]?.cost).toBeNull()
})
