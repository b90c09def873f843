import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './fault.ts'
import { type Attempt, isGood, isWrite, kinds, type Load, startLoad } from './load.ts'
import type { Scene } from './scene.ts'

/** What a fault has led to; `recovery` is in milliseconds from the cure on, undefined when there was none. */
export type Suffered = {
  fault: Omit<Fault, 'cause' | 'cure'>
  attempts: Attempt[]
  isUnready: boolean
  recovery: number | undefined
}

/** What every scene has. */
export type Served = Pick<Scene, 'pair' | 'source'>

/** Milliseconds of load before a fault, so that it meets warm connections. */
const before = 300
/** Milliseconds within which a write must have been refused, and a probe must have said that an instance is not ready. */
const noticed = 5000
const longestRecovery = 30_000

/** Causes a fault under load, cures it, and waits until everything succeeds again. */
export async function undergo<Where extends Served>(
  scene: Where,
  fault: Fault<Where>,
  seconds: number,
): Promise<Suffered> {
  const load = startLoad(scene.source, fault.name.replaceAll(' ', '-'))
  await sleep(before)
  const end = await fault.cause(scene)
  await sleep(seconds * 1000)
  // All that waits when a store freezes may be reads.
  if (fault.isFelt)
    await within(noticed, async () => load.attempts.some((one) => isWrite(one) && !isGood(one)))
  const isUnready = !fault.isUnready || (await within(noticed, () => haveReadiness(scene, 503)))
  if (typeof end === 'function') await end()
  const cured = performance.now()
  await fault.cure(scene)
  const isReady = await within(longestRecovery, () => haveReadiness(scene, 200))
  const ready = performance.now()
  const isServed = isReady && (await within(longestRecovery, async () => areServed(load, cured)))
  await load.stop()
  const lastBad = Math.max(ready, ...load.attempts.filter((one) => !isGood(one)).map(({ ended }) => ended))
  return { fault, attempts: load.attempts, isUnready, recovery: isServed ? lastBad - cured : undefined }
}

/** Whether the latest request since then of each kind to each instance has succeeded. */
function areServed({ attempts }: Load, since: number): boolean {
  const late = attempts.filter(({ started }) => started > since)
  return kinds.every((kind) =>
    [0, 1].every((number) => {
      const latest = late.findLast(({ kind: of, instance }) => of === kind && instance === number)
      return latest !== undefined && isGood(latest)
    }),
  )
}

async function haveReadiness({ pair }: Served, status: number): Promise<boolean> {
  const answers = await Promise.all(
    pair.instances.map(({ opsUrl }) =>
      fetch(`${opsUrl}/readyz`).then(
        (answer) => answer.status,
        () => 0,
      ),
    ),
  )
  return answers.every((answer) => answer === status)
}

async function within(milliseconds: number, condition: () => Promise<boolean>): Promise<boolean> {
  const limit = performance.now() + milliseconds
  while (!(await condition())) {
    if (performance.now() > limit) return false
    await sleep(50)
  }
  return true
}
