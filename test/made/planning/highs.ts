import loadHighs from 'highs'
import type { Demand, Problem } from '../../../src/planning/flow/solution.ts'
import { isAllowed } from './tiny-clinic.ts'

// Its types describe a CommonJS module, while Node loads it as an ES module.
const highs = await (loadHighs as unknown as typeof loadHighs.default)()

type Pair = { person: number; demand: number; least: number; is_new: boolean }

function pairsOf(problem: Problem): Pair[] {
  const { people, demands, minimum } = problem
  return people.flatMap(({ free, raises }, person) =>
    demands.flatMap(({ need }, demand) => {
      if (!free || !need || !isAllowed(problem, person, demand)) return []
      const is_new = !raises.some((raise) => raise.demand === demand)
      return [{ person, demand, is_new, least: is_new ? Math.min(minimum, need) : 0 }]
    }),
  )
}

const name = ({ person, demand }: Pair) => `h${person}_${demand}`

/** Nobody gives more than they have, and no demand gets more than it lacks. */
function limits({ people, demands }: Problem, pairs: readonly Pair[]): string {
  const sums = (key: 'person' | 'demand', limit: (index: number) => number) =>
    [...Map.groupBy(pairs, (pair) => pair[key])].map(
      ([index, own]) => `${key}${index}: ${own.map(name).join(' + ')} <= ${limit(index)}`,
    )
  return [
    ...sums('person', (person) => people[person]?.free ?? 0),
    ...sums('demand', (demand) => (demands[demand] as Demand).need),
  ].join('\n')
}

function solved(model: string): number {
  const { Status, ObjectiveValue } = highs.solve(model, {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0.5,
  })
  if (Status !== 'Optimal') throw new Error(`HiGHS ended with ${Status}.`)
  return Math.round(ObjectiveValue)
}

/** The most hours of the problem, as a linear program; with the minimum as a semi-continuous one. */
export function mostHoursByHighs(problem: Problem, { withMinimum = false } = {}): number {
  const pairs = pairsOf(problem)
  if (!pairs.length) return 0
  const most = ({ person, demand }: Pair) =>
    Math.min(problem.people[person]?.free ?? 0, (problem.demands[demand] as Demand).need)
  const fitting = pairs.filter((pair) => !withMinimum || pair.least <= most(pair))
  if (!fitting.length) return 0
  const created = fitting.filter(({ is_new }) => withMinimum && is_new)
  return solved(`Maximize
hours: ${fitting.map(name).join(' + ')}
Subject To
${limits(problem, fitting)}
Bounds
${created.map((pair) => `${pair.least} <= ${name(pair)} <= ${most(pair)}`).join('\n')}
${created.length ? `Semi-Continuous\n${created.map(name).join(' ')}` : ''}
End`)
}
