import { setTimeout as after } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Em, type Orm, readSingleRow } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import { failLostImports } from '../../entities/integration/import-job.ts'
import { isAlone } from '../../entities/locks.ts'
import { expireProposals, expireTags } from '../../entities/people/expiry.ts'
import { forgetOld, keepSweepRun } from '../../entities/sweep-run.ts'
import { calendarIn } from '../../src/calendar.ts'
import { type Audit, type Author, theService } from '../../src/logs/audit.ts'
import { inOrder, oneAtATime } from '../../src/one-at-a-time.ts'

const batchSize = 500
/** Milliseconds between batches. */
const pause = 10
/** Milliseconds between sweeps; changes of the machine's clock do not affect them. */
const interval = 60_000

type Swept = { expired_proposals: number; expired_tags: number }

/** Ends expired proposals and tags (D26, D28) and lost imports, and forgets what is kept for a time. Skips what another process is sweeping. */
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
  const writer = { em: orm.em, author }
  const sweepAll = inOrder(
    async () => {
      swept.expired_proposals = await inBatches(writer, 'proposals', (em) =>
        expireProposals(em, by, batchSize),
      )
    },
    async () => {
      swept.expired_tags = await inBatches(writer, 'tags', (em) => expireTags(em, by, batchSize))
    },
    () => failLostImports(orm.em.fork()),
    () => inBatches(writer, 'old rows', (em) => forgetOld(em, now, batchSize)),
  )
  try {
    await sweepAll()
  } catch (error) {
    await record(swept, (error as Error).message).catch(() => {})
    throw error
  }
  await record(swept, null)
  return swept
}

type Writer = Parameters<typeof transaction>[0]

type Expire = (em: Em) => Promise<number>

/** Each batch is a transaction; a pause after it leaves the database to requests. */
async function inBatches(writer: Writer, what: string, expire: Expire): Promise<number> {
  let total = await ifAlone(writer, what, expire)
  let isFull = total === batchSize
  while (isFull) {
    await after(pause)
    const done = await ifAlone(writer, what, () => twoBatches(writer, expire))
    total += done
    isFull = done === 2 * batchSize
  }
  return total
}

/** Runs both in parallel, since they change different rows. */
async function twoBatches(writer: Writer, expire: Expire): Promise<number> {
  const batches = await Promise.allSettled([transaction(writer, expire), transaction(writer, expire)])
  return batches.reduce((total, batch) => {
    if (batch.status === 'rejected') throw batch.reason
    return total + batch.value
  }, 0)
}

/**
 * The lock is held until the work is done, so that one process does it at a time (D26). Each work has its own lock, so
 * that a sweep does what another one has behind it.
 */
const ifAlone = (writer: Writer, what: string, work: Expire) =>
  transaction(writer, async (em) => ((await isAlone(em, `sweep: ${what}`)) ? work(em) : 0))

type Schedule = {
  orm: Orm
  timeZone: string
  log: Logger
  /** The database's clock by default, which is the same for all instances. */
  clock?: () => Date | Promise<Date>
}

/** Until stopped, sweeps every minute and calls `afterwards` each time. A failure of either is logged. */
export function scheduleSweeps(
  { orm, timeZone, log, clock = () => databaseTime(orm) }: Schedule,
  afterwards: () => Promise<unknown> = async () => {},
) {
  const run = inOrder(async () => {
    const swept = await sweep(orm, theService(await clock()), timeZone)
    if (swept.expired_proposals || swept.expired_tags) log.info(swept, 'swept')
  }, afterwards)
  const trigger = oneAtATime(() => run().catch((err) => log.error({ err }, 'the sweep failed')))
  let next = performance.now() + interval
  const timer = setInterval(() => {
    next = performance.now() + interval
    void trigger()
  }, interval)
  return {
    trigger,
    /** Milliseconds until the next sweep. */
    nextIn: () => next - performance.now(),
    stop: () => clearInterval(timer),
  }
}

async function databaseTime(orm: Orm): Promise<Date> {
  const { time } = await readSingleRow<{ time: string }>(orm.em.fork())`select clock_timestamp() as time`
  return new Date(time)
}
