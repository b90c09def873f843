import { solve } from '../src/planning/lines/plan.ts'
import { problemByHand } from '../test/made/planning/by-hand.ts'
import { edgeClinic } from '../test/made/planning/edge-clinic.ts'
import { mostHoursByHighs } from '../test/made/planning/highs.ts'
import { plainRequest } from '../test/made/planning/hospital.ts'

/**
 * Compares the plans of random clinics with HiGHS, which solves the problem as read by hand: the proved maximum with
 * the linear program, the planned hours with the mixed-integer one.
 */
export function compareWithHighs({ clinics, first }: { clinics: string; first: string }) {
  const seeds = Array.from({ length: Number(clinics) }, (_, at) => Number(first) + at)
  console.log(
    '| minimum | clinics | with lines | hours planned | most by HiGHS | other maximum | less planned |',
  )
  console.log('|--:|--:|--:|--:|--:|---|---|')
  for (const minimum of [25, 400, 4000]) {
    const all = seeds.map((seed) => compared(seed, minimum))
    const sum = (hours: (one: (typeof all)[number]) => number) =>
      all.reduce((total, one) => total + hours(one), 0)
    const wrong = [
      all.filter((one) => one.proved !== one.maximum),
      all.filter((one) => one.planned !== one.most),
    ].map((some) => some.map(({ seed }) => seed).join() || 'none')
    if (wrong.some((seeds) => seeds !== 'none')) process.exitCode = 1
    const hours = [sum(({ planned }) => planned) / 100, sum(({ most }) => most) / 100]
    const withLines = all.filter(({ planned }) => planned > 0).length
    console.log(`| ${[minimum / 100, clinics, withLines, ...hours, ...wrong].join(' | ')} |`)
  }
}

/** What the plan of one clinic says and has, and what HiGHS finds. */
function compared(seed: number, minimum: number) {
  const facts = edgeClinic(seed)
  const { maximum: proved, planned } = solve(facts, plainRequest(facts, { minimum }))
  const problem = problemByHand(facts, minimum)
  const maximum = mostHoursByHighs(problem)
  const most = planned === maximum ? maximum : mostHoursByHighs(problem, { withMinimum: true })
  return { seed, proved, planned, maximum, most }
}
