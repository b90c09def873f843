import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../entities/schema/migrate.ts'
import { send } from '../test/proof/calls/send.ts'
import { execute } from '../test/setup/stores/execute.ts'
import { benchSecret, signedIn } from './service/calls.ts'
import { load } from './service/load.ts'
import { startService } from './service/processes.ts'
import { openDatabase, openRedis } from './service/stores.ts'

const seconds = 20
const openings = 40
/** The median of a list while one EMPLOYEE asks for openings, as a share of what it is while nobody does. */
const mostSlower = 1.5

type Counts = Record<string, number>

/** Measures what one EMPLOYEE, who asks for openings on many connections, takes from a manager and from those who read. */
export async function measureFairness(): Promise<void> {
  const [database, redis] = [await openDatabase(), await openRedis()]
  try {
    await migrate(database.url)
    await load(database.url)
    const service = await startService({
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      JWT_SECRET: benchSecret,
      // Otherwise the throttle ends it after 120 requests.
      THROTTLE_PLANNING: '999999999/hour',
      THROTTLE_USER: '999999999/hour',
      LOG_LEVEL: 'error',
    })
    await compare(service.url, database.url).finally(service.stop)
  } finally {
    await redis.stop()
    await database.stop()
  }
}

async function compare(url: string, databaseUrl: string) {
  const get = (headers: Record<string, string>, path: string) => send(url, { method: 'GET', path, headers })
  const [manager, reader] = [await userOf(databaseUrl, 'MANAGER'), await userOf(databaseUrl, 'VIEWER')]
  const [own] = await execute<{ id: string; email: string }>(
    databaseUrl,
    `select id, email from employees where status = 'ACTIVE' order by employee_number limit 1`,
  )
  const attacker = await userOf(databaseUrl, 'EMPLOYEE', own?.email)
  const list = () => get(reader, '/api/v1/employees/')
  let asked = 0
  // Another headroom each time, because a known answer takes no time.
  const headroom = () => ((asked++ % 4000) / 100).toFixed(2)
  const planning = { method: 'POST', path: '/planning/v1/plans/', headers: manager, timeout: 60_000 }
  const manage = {
    forecast: () => get(manager, `/planning/v1/forecast/?headroom_pct=${headroom()}`),
    plan: () => send(url, { ...planning, body: JSON.stringify({ headroom_pct: headroom() }) }),
  }
  const openingsOf = `/planning/v1/employees/${own?.id}/openings/`
  const open = () => get(attacker, `${openingsOf}?page_size=1&headroom_pct=${headroom()}`)
  for (const one of [list, manage.forecast, manage.plan, open]) await one()

  console.log(`| | list, median ms | p95 | manager | EMPLOYEE |\n|---|--:|--:|---|---|`)
  const alone = await phase('nobody else', { list })
  const before = await phase('a manager plans', { list, manage })
  const during = await phase(`and an EMPLOYEE asks ${openings} times at once`, { list, manage, open })
  const isSlow = during.median > mostSlower * alone.median
  console.log(
    `\nThe list takes ${(during.median / alone.median).toFixed(2)} of its time with nobody else (at most ${mostSlower}), ${(during.median / before.median).toFixed(2)} of that beside the manager alone.`,
  )
  const isRefused = Object.keys(during.managed).some((answer) => !answer.endsWith('200'))
  if (isSlow || isRefused) process.exitCode = 1
}

type Ask = () => Promise<{ status: number }>
type Work = { list: Ask; manage?: Record<string, Ask>; open?: Ask }

async function phase(name: string, { list, manage, open }: Work) {
  const end = performance.now() + seconds * 1000
  const times: number[] = []
  const managed: Counts = {}
  const opened: Counts = {}
  async function read() {
    while (performance.now() < end) {
      const start = performance.now()
      const { status } = await list()
      if (status !== 200) throw new Error(`The list was answered with ${status}.`)
      times.push(performance.now() - start)
      await sleep(20)
    }
  }
  async function repeat(asks: Record<string, Ask>, counts: Counts) {
    while (performance.now() < end)
      for (const [what, ask] of Object.entries(asks)) {
        const answer = `${what} ${(await ask()).status}`
        counts[answer] = (counts[answer] ?? 0) + 1
      }
  }
  const attacks = open ? Array.from({ length: openings }, () => repeat({ openings: open }, opened)) : []
  await Promise.all([read(), ...(manage ? [repeat(manage, managed)] : []), ...attacks])
  times.sort((a, b) => a - b)
  const [median = 0, p95 = 0] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]]
  const shown = (counts: Counts) =>
    Object.entries(counts)
      .map(([answer, count]) => `${answer}: ${count}`)
      .join(', ')
  console.log(`| ${name} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${shown(managed)} | ${shown(opened)} |`)
  return { median, managed }
}

/** Adds a user, and returns the headers of their browser. */
async function userOf(databaseUrl: string, role: string, email = `${role}@clinic.example`) {
  const id = randomUUID()
  await execute(
    databaseUrl,
    `insert into users (id, email, given_name, family_name, role, date_joined)
      values ($1, $2, 'Bench', 'User', $3, now())`,
    [id, email, role],
  )
  return signedIn(benchSecret, id)
}
