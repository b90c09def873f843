import fc from 'fast-check'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { judged, type Part } from '../run/part.ts'
import { assignmentSteps } from './assignments.ts'
import { checkLists, checkState } from './checks.ts'
import { employeeSteps } from './employees.ts'
import { expirySteps } from './expiry.ts'
import { positionSteps } from './positions.ts'
import { previewSteps } from './previews.ts'
import { tagSteps } from './tags.ts'
import { actors, openWorld, type World } from './world.ts'

const commandsPerRun = 50
/** How long to look for the fewest commands that fail, in milliseconds. */
const shrinkingTime = 30_000
/** Runs at once, each in a clinic of its own. */
const lanes = 8

const command = fc.record({
  step: fc.oneof(
    ...employeeSteps,
    ...assignmentSteps,
    ...previewSteps,
    ...tagSteps,
    ...positionSteps,
    ...expirySteps,
  ),
  actor: fc.oneof(
    { weight: 20, arbitrary: fc.constant('root' as const) },
    ...actors.map((actor) => ({ weight: actor === 'viewer' ? 1 : 2, arbitrary: fc.constant(actor) })),
  ),
  surface: fc.constantFrom('rest' as const, 'trpc' as const),
  instance: fc.nat(1),
  /** The day for which balances are looked at afterwards, from today. */
  date: fc.constantFrom(0, 1, 3, 7, 51, -4),
})
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** A random walk through a clinic must have the results that a model of the contract predicts. */
export const models: Part = {
  name: 'models',
  about:
    'random commands over REST and tRPC have the results that a model of the contract predicts, and so have logs, hours and coverage',
  async run({ seed, amount, startPair, atEnd, progress }) {
    const world = await openWorld(await startPair({ workers: [1, 1] }))
    atEnd(world.close)
    const runs = amount({ full: 1000, short: 8 })
    let taken = 0
    let deadline = Number.POSITIVE_INFINITY
    const lane = async (_: unknown, number: number) => {
      const walk = async (commands: Command[]) => {
        if (performance.now() > deadline) return
        await walkThrough(world, commands).catch((error: Error) => {
          if (deadline === Number.POSITIVE_INFINITY) progress(`${error.message}; looking for fewer commands`)
          deadline = Math.min(deadline, performance.now() + shrinkingTime)
          throw error
        })
        taken += commands.length
      }
      const property = fc.asyncProperty(listsOf(command, commandsPerRun), walk)
      const checked = await fc.check(property, { numRuns: Math.ceil(runs / lanes), seed: seed + number })
      return checked.failed ? [failure(checked)] : []
    }
    const failures = (await Promise.all(Array.from({ length: lanes }, lane))).flat()
    const differences = (await findDifferences(world.orm)).map((one) => `total: ${JSON.stringify(one)}`)
    const { performed, refused, repeated } = world.counts
    const figures = `${runs} runs, ${taken} commands: ${performed} performed, ${refused} refused; ${repeated} answers 503`
    return judged(figures, [...failures, ...differences])
  },
}

function failure({ seed, errorInstance, counterexample }: fc.RunDetails<[Command[]]>) {
  const { message } = errorInstance as Error
  const commands = counterexample?.[0].map((one) => fc.stringify(one).replace('__proto__:null,', '')) ?? []
  return [`Seed ${seed}: ${message}`, ...commands].join('\n    ')
}

async function walkThrough(world: World, commands: Command[]) {
  const clinic = await world.newClinic()
  for (const [turn, { step, date, ...how }] of commands.entries()) {
    await step.take(world, clinic, how)
    // The other surface of the other instance shows what this one has changed.
    const surface = how.surface === 'rest' ? 'trpc' : 'rest'
    await checkState(world, clinic, {
      how: { actor: 'viewer', surface, instance: how.instance + 1 },
      date,
      turn,
    })
  }
  const how = { actor: 'viewer', surface: 'rest', instance: 0 } as const
  for (const turn of [0, 1, 2]) await checkState(world, clinic, { how, date: 0, turn })
  await checkLists(world, clinic, how)
  await world.forget(clinic)
}

/** Lists of exactly that length, which shrink to shorter ones. */
export function listsOf<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  const whole = fc.array(item, { minLength: length, maxLength: length })
  const shorter = fc.array(item, { maxLength: length, size: 'max' })
  return new (class extends fc.Arbitrary<T[]> {
    generate(random: fc.Random, bias: number | undefined) {
      return whole.generate(random, bias)
    }
    canShrinkWithoutContext(value: unknown): value is T[] {
      return shorter.canShrinkWithoutContext(value)
    }
    shrink(value: T[], context: unknown) {
      return shorter.shrink(value, context)
    }
  })()
}
