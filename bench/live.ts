import { Redis } from 'ioredis'
import pg from 'pg'
import type { Em } from '../entities/connection/em.ts'
import { readCommittedChanges, readCursor, readLiveRows } from '../entities/live.ts'
import { connect } from '../entities/orm.ts'
import { migrate } from '../entities/schema/migrate.ts'
import { median } from './rates/report.ts'
import { processorTime } from './service/processes.ts'
import { openDatabase, openRedis, postgresProcess } from './service/stores.ts'

const size = 500
const connections = 16
const seconds = 3
const rounds = 5

const load = `
  insert into org_units (id, parent_id, unit_type, code, name, created_at, updated_at)
    values (md5('clinic')::uuid, null, 'CLINIC', 'C', 'Clinic', now(), now()),
      (md5('unit')::uuid, md5('clinic')::uuid, 'UNIT', 'U', 'Unit', now(), now());
  insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
    select md5('p' || n)::uuid, md5('unit')::uuid, 'Position ' || n, 40, now(), now() from generate_series(0, ${size - 1}) n;
  insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
    select md5('e' || n)::uuid, 'E' || n, 'First', 'Last', n || '@clinic.example', 'ACTIVE', now(), now()
    from generate_series(0, ${size - 1}) n`
const insert = `insert into assignments (id, employee_id, position_id, effective_hours, metadata, created_at, updated_at)
  values (gen_random_uuid(), md5('e' || $1::int)::uuid, md5('p' || $2::int)::uuid, 1, '{}', now(), now())`

/** How clients learn of the change: what is sent within the transaction, and after it. */
type Way = { name: string; within?: string; after?: () => Promise<unknown>; listeners?: number }

type Stand = { pool: pg.Pool; url: string; pid: number }

let pairs = 0

/** Commits assignments on all connections, as fast as they can, for some seconds. */
async function commits({ pool, pid }: Stand, { within, after }: Way) {
  const end = performance.now() + seconds * 1000
  const before = processorTime(pid)
  let number = 0
  async function work() {
    const client = await pool.connect()
    while (performance.now() < end) {
      const pair = pairs++
      await client.query('begin')
      await client.query(insert, [pair % size, (pair + Math.floor(pair / size)) % size])
      if (within) await client.query(within)
      await client.query('commit')
      await after?.()
      number++
    }
    client.release()
  }
  await Promise.all(Array.from({ length: connections }, work))
  return { perSecond: number / seconds, processor: (processorTime(pid) - before) / number }
}

async function withListeners<T>({ url }: Stand, number: number, work: () => Promise<T>): Promise<T> {
  const listeners = Array.from({ length: number }, () => new pg.Client(url))
  for (const listener of listeners) {
    await listener.connect()
    await listener.query('listen live')
  }
  return work().finally(() => Promise.all(listeners.map((listener) => listener.end())))
}

/** The work's CPU time in PostgreSQL in microseconds, and its wall time in milliseconds. */
async function cost(pid: number, work: () => Promise<unknown>) {
  for (let warm = 0; warm < 50; warm++) await work()
  const [before, start] = [processorTime(pid), performance.now()]
  for (let time = 0; time < 500; time++) await work()
  return [(processorTime(pid) - before) / 500, (performance.now() - start) / 500]
}

async function looks(em: Em, stand: Stand) {
  const row = async (name: string, work: () => Promise<unknown>) => {
    const [processor = 0, milliseconds = 0] = await cost(stand.pid, work)
    console.log(`| ${name} | ${processor.toFixed(0)} | ${milliseconds.toFixed(2)} |`)
  }
  console.log('\n| look | PostgreSQL us | ms |\n|---|--:|--:|')
  const start = await readCursor(em)
  await row('nothing new', () => readCommittedChanges(em, start))
  for (let pair = 0; pair < 20; pair++) await stand.pool.query(insert, [pair, (pair + size - 1) % size])
  await row('20 new assignments', () => readCommittedChanges(em, start))
  const { positions } = await readCommittedChanges(em, start)
  await row('their positions', () => readLiveRows(em, 'coverage', positions))
}

/** Prints what announcing a change costs its writer, and what polling the change log costs. */
export async function measureLive() {
  const [database, redisStore] = [await openDatabase(), await openRedis()]
  await migrate(database.url)
  const pool = new pg.Pool({ connectionString: database.url, max: connections })
  await pool.query(load)
  const redis = new Redis(redisStore.url)
  const stand = { pool, url: database.url, pid: await postgresProcess(database.url) }
  const ways: Way[] = [
    { name: 'the change log alone' },
    { name: 'NOTIFY, no listener', within: `select pg_notify('live', gen_random_uuid()::text)` },
    { name: 'NOTIFY, 8 listen', within: `select pg_notify('live', gen_random_uuid()::text)`, listeners: 8 },
    { name: 'XADD after the commit', after: () => redis.xadd('live', 'MAXLEN', '~', 10_000, '*', 'id', 'x') },
  ]
  const measured = new Map(ways.map(({ name }) => [name, [] as Awaited<ReturnType<typeof commits>>[]]))
  for (let round = 0; round < rounds; round++)
    for (const way of ways)
      measured.get(way.name)?.push(await withListeners(stand, way.listeners ?? 0, () => commits(stand, way)))
  console.log('| way | commits/s | PostgreSQL us each |\n|---|--:|--:|')
  for (const [name, results] of measured) {
    const [perSecond, processor] = [median(results, 'perSecond'), median(results, 'processor')]
    console.log(`| ${name} | ${perSecond.toFixed(0)} | ${processor.toFixed(0)} |`)
  }
  const orm = connect(database.url, { preparedStatements: true })
  await looks(orm.em.fork(), stand)
  await orm.close()
  await pool.end()
  redis.disconnect()
  await database.stop()
  await redisStore.stop()
}
