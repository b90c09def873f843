import type { Logger } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import { type SealedTo, sealLogs } from '../../entities/logs/seals.ts'
import { oneAtATime } from '../../src/one-at-a-time.ts'
import { oncePerOutage } from '../stores/redis.ts'

/** Milliseconds between runs, so that an entry is sealed within ten seconds of its commit (D47). */
const interval = 4000

type Parts = { orm: Orm; log: Logger; metrics: { sealed(to: SealedTo): void } }

/**
 * Seals the logs every few seconds. How far each is sealed goes to the JSON log and to the metrics, where the owner of
 * the database cannot change it. `stop` seals once more.
 */
export function scheduleSeals({ orm, log, metrics }: Parts) {
  const told = new Map<string, number>()
  const seal = async () => {
    for (const to of await sealLogs(orm)) {
      metrics.sealed(to)
      if (to.position !== (told.get(to.log) ?? 0)) log.info({ sealed: to }, 'sealed a log')
      told.set(to.log, to.position)
    }
  }
  const watch = oncePerOutage((err) => log.error({ err }, 'the logs cannot be sealed'))
  const trigger = oneAtATime(() => watch(seal()).catch(() => {}))
  const timer = setInterval(trigger, interval)
  return {
    trigger,
    stop() {
      clearInterval(timer)
      return trigger()
    },
  }
}
