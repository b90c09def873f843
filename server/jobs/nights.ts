import type { Logger } from 'pino'
import { readClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import {
  beginNight,
  finishNight,
  isNightOver,
  keepNight,
  readLatestNight,
} from '../../entities/planning/coverage-night.ts'
import type { Planner } from '../../routers/ports/context.ts'
import { calendarIn } from '../../src/calendar.ts'
import { DomainError } from '../../src/errors.ts'
import { theService } from '../../src/logs/audit.ts'
import type { Basis } from '../../src/planning/facts/clinic-facts.ts'
import type { NightMetrics } from '../metrics/night-metrics.ts'

type Parts = {
  orm: Orm
  planner: Planner
  metrics: NightMetrics
  log: Logger
  timeZone: string
  basis: Basis
  /** How many weeks ahead a cliff is near. */
  cliffWeeks: number
}

/**
 * Keeps the clinic's figures once a day, and shows them in the metrics. One process keeps them, with the planner's
 * thread; the others only read them. A failure is logged and tried again ten minutes later; the clinic that planning
 * refuses has no figures that day.
 */
export function nightKeeper(parts: Parts) {
  const { orm, metrics, log, timeZone } = parts
  const dateOf = calendarIn(timeZone)
  /** The day for which nothing remains to be done. */
  let over: string | undefined
  return async (at: Date) => {
    const day = dateOf(at)
    if (over === day) return
    try {
      if (await beginNight(orm.em.fork(), day, at)) await keep(parts, { day, at })
      const latest = await readLatestNight(orm.em.fork())
      if (latest) metrics.show(latest)
      if (await isNightOver(orm.em.fork(), day)) over = day
    } catch (err) {
      log.error({ err }, 'the figures of the night could not be kept')
    }
  }
}

async function keep({ orm, planner, log, basis, cliffWeeks }: Parts, kept: { day: string; at: Date }) {
  const read = async () => [...(await readClinicSnapshot(orm.em.fork(), kept.day)), JSON.stringify(basis)]
  const task = { user: 'the service', isAwaited: () => true, read }
  try {
    const { answer } = await planner.run('night', task, { cliff_weeks: cliffWeeks })
    const isKept = await transaction({ em: orm.em, author: theService(kept.at) }, (em) =>
      keepNight(em, kept, answer),
    )
    if (isKept)
      log.info({ day: kept.day, units: answer.units.length, cliffs: answer.cliffs.length }, 'kept the night')
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'INVALID')) throw error
    const problem = Object.values(error.body).flat().join(' ')
    if (await finishNight(orm.em.fork(), kept, problem))
      log.warn({ day: kept.day, problem }, 'the clinic has no figures of the night')
  }
}
