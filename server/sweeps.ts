import { LockMode } from '@mikro-orm/core'
import { Cron } from 'croner'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Audit, type Author, theService } from '../entities/audit.ts'
import { Employee } from '../entities/employee.ts'
import { EmployeeTag } from '../entities/employee-tag.ts'
import type { Em, Orm } from '../entities/orm.ts'
import { keepSweepRun } from '../entities/reads/sweep-runs.ts'
import { transaction } from '../entities/transaction.ts'
import { calendarIn } from '../src/calendar.ts'

const sweepLock = 727_275
const batchSize = 200

type Swept = { expired_proposals: number; expired_tags: number }

/** Ends proposals and tags whose time has passed (D26, D28). While one process sweeps, others end nothing. */
export async function sweep(orm: Orm, author: Author, timeZone: string): Promise<Swept> {
  const { at: now } = author
  const by: Audit = { actor: null, at: now, today: calendarIn(timeZone)(now), reason: '' }
  const start = performance.now()
  const record = (swept: Swept, error: string | null) =>
    keepSweepRun(orm.em.fork(), {
      ...swept,
      error,
      started_at: now,
      finished_at: new Date(now.getTime() + performance.now() - start),
    })
  const swept = { expired_proposals: 0, expired_tags: 0 }
  try {
    swept.expired_proposals = await inBatches({ em: orm.em, author }, (em) => expireProposals(em, by))
    swept.expired_tags = await inBatches({ em: orm.em, author }, (em) => expireTags(em, by))
  } catch (error) {
    await record(swept, (error as Error).message).catch(() => {})
    throw error
  }
  await record(swept, null)
  return swept
}

type Writer = Parameters<typeof transaction>[0]

async function inBatches(writer: Writer, work: (em: Em) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const done = await transaction(writer, async (em) => ((await isAlone(em)) ? work(em) : 0))
    total += done
    if (done < batchSize) return total
  }
}

async function isAlone(em: Em): Promise<boolean> {
  const lock = sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${sweepLock}) as held`
  return (await lock.execute(em.getKysely())).rows[0]?.held ?? false
}

/** Skips rows that a request has locked; the next sweep ends them. */
const batch = { lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE, limit: batchSize } as const

async function expireProposals(em: Em, by: Audit): Promise<number> {
  const due = { status: 'PROPOSAL_PENDING' as const, proposal_expires_at: { $lte: by.at } }
  const employees = await em.find(Employee, due, { ...batch, orderBy: { proposal_expires_at: 'asc' } })
  for (const employee of employees) employee.expireProposal(by)
  return employees.length
}

async function expireTags(em: Em, by: Audit): Promise<number> {
  const due = { status: 'ACTIVE' as const, end_date: { $lt: by.today } }
  const tags = await em.find(EmployeeTag, due, { ...batch, orderBy: { end_date: 'asc' } })
  for (const tag of tags) tag.expire(by)
  return tags.length
}

/** Sweeps every minute until stopped, then calls `afterwards`. A failure is logged, and the next minute tries again. */
export function scheduleSweeps(
  { orm, clock, timeZone, log }: { orm: Orm; clock: () => Date; timeZone: string; log: Logger },
  afterwards: () => Promise<unknown> = async () => {},
) {
  return new Cron(
    '* * * * *',
    { protect: true, catch: (err) => log.error({ err }, 'the sweep failed') },
    async () => {
      const swept = await sweep(orm, theService(clock()), timeZone)
      if (swept.expired_proposals || swept.expired_tags) log.info(swept, 'swept')
      await afterwards()
    },
  )
}
