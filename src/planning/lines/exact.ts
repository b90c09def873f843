import loadHighs from 'highs'
import { leastOf, mayServe } from '../flow/problem.ts'
import type { Demand, Pair, Problem } from '../flow/solution.ts'
import type { Share } from './reserve.ts'

// Its types describe a CommonJS module, while Node loads it as an ES module.
const load = loadHighs as unknown as typeof loadHighs.default
let highs = await load()

/** The search ends after so many nodes, not after a time, so that the same problem always has the same answer. */
const options = { output_flag: false, mip_rel_gap: 0, mip_abs_gap: 0.5, mip_max_nodes: 500 }

type Program = { goal: string; more: readonly string[] }

/** What an assignment counts in a program, so that parts of it are no tiny numbers. */
const unit = 10_000

/** Between whom there may be hours: none, or from `least` up to `most`; if `kept`, just as many. */
type Bounded = Pair & { least: number; most: number; kept: number }

/**
 * The shares with the most hours, as a mixed-integer program finds them in its time; undefined if they do not fit.
 * Kept shares stay as they are. With a large minimum no flow finds these.
 */
export function mostShares(problem: Problem, kept: readonly Share[]): Share[] | undefined {
  const pairs = pairsOf(problem, kept)
  const bounds = pairs.map(
    (pair) => `${pair.kept || pair.least} <= ${nameOf(pair)} <= ${pair.kept || pair.most}`,
  )
  const optional = pairs.filter(({ kept, least }) => !kept && least).map(nameOf)
  const more = ['Bounds', ...bounds, optional.length ? `Semi-Continuous\n${optional.join(' ')}` : '']
  const found = solved(problem, pairs, { goal: `Maximize\n${pairs.map(nameOf).join(' + ')}`, more })
  const shares = pairs.map((pair) => {
    const column = found?.Columns[nameOf(pair)]
    const hours = Math.round(column && 'Primal' in column ? column.Primal : 0)
    return { ...pair, hours, isFitting: hours >= pair.kept && (hours === 0 || hours >= pair.least) }
  })
  const isFitting =
    shares.every((share) => share.isFitting) &&
    limitsOf(problem, shares).every(({ own, most }) => own.reduce((sum, { hours }) => sum + hours, 0) <= most)
  return isFitting ? shares.filter(({ hours }) => hours > 0) : undefined
}

/**
 * A lower bound on the new assignments of any plan with so many hours: at best, each has all that its person has or its
 * demand lacks. Zero if the linear program is not solved.
 */
export function fewestForHours(problem: Problem, hours: number): number {
  const pairs = pairsOf(problem, [])
  const created = pairs.filter(({ least }) => least > 0)
  if (!created.length || !hours) return 0
  const parts = created.map((pair) => `${unit / pair.most} ${nameOf(pair)}`)
  const more = [`${pairs.map(nameOf).join(' + ')} >= ${hours}`]
  const found = solved(problem, pairs, { goal: `Minimize\n${parts.join(' + ')}`, more })
  return found?.Status === 'Optimal' ? Math.ceil(found.ObjectiveValue / unit - 0.001) : 0
}

/** The pairs of each person and of each demand, and the most hours that they may have together. */
const limitsOf = <One extends Pair>({ people, demands }: Problem, pairs: readonly One[]) => [
  ...Map.groupBy(pairs, ({ person }) => people[person])
    .entries()
    .map(([of, own]) => ({ own, most: of?.free ?? 0 })),
  ...Map.groupBy(pairs, ({ demand }) => demands[demand])
    .entries()
    .map(([of, own]) => ({ own, most: of?.need ?? 0 })),
]

function pairsOf(problem: Problem, kept: readonly Share[]): Bounded[] {
  const keptOf = new Map(kept.map((share) => [nameOf(share), share.hours]))
  const lacking = [...problem.demands.keys()].filter((demand) => problem.demands[demand]?.need)
  return problem.people.flatMap((of, person) => {
    const raised = of.raises.map(({ demand }) => demand)
    const created = lacking.filter((demand) => !raised.includes(demand) && mayServe(problem, of, demand))
    return [...raised, ...created].flatMap((demand, at) => {
      const to = problem.demands[demand] as Demand
      const least = at < raised.length ? 0 : leastOf(problem, to)
      const most = Math.min(of.free, to.need)
      const pair = { person, demand, least, most, kept: keptOf.get(nameOf({ person, demand })) ?? 0 }
      return most > 0 && most >= least ? [pair] : []
    })
  })
}

const nameOf = ({ person, demand }: Pair) => `h${person}_${demand}`

/** Solves the program, with at most what each person has and each demand lacks. */
function solved(problem: Problem, pairs: readonly Bounded[], { goal, more }: Program) {
  const limits = limitsOf(problem, pairs).map(({ own, most }) => `${own.map(nameOf).join(' + ')} <= ${most}`)
  try {
    return highs.solve([goal, 'Subject To', ...limits, ...more, 'End'].join('\n'), options)
  } catch {
    // It is of no more use then.
    load().then(
      (anew) => (highs = anew),
      () => {},
    )
  }
}
