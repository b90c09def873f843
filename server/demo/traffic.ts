import { User } from '../../entities/accounts/user.ts'
import type { Em } from '../../entities/connection/em.ts'
import { SecurityLog } from '../../entities/logs/security-log.ts'
import type { Services } from '../../routers/ports/context.ts'
import type { Activity, Key, ThrottleOutcome } from '../../routers/ports/throttles.ts'
import type { Scope } from '../../src/accounts/limits.ts'
import { securityEvents } from '../../src/logs/events.ts'
import { connectServices } from '../serve.ts'
import { demoUsers } from './users.ts'

const minute = 60_000
const week = 7 * 24 * 60

/** The share of each procedure in the clinic's calls, in percent. */
const calls: [percent: number, scope: Scope, procedure: string][] = [
  [32, 'user', 'assignments.list'],
  [13, 'user', 'positions.list'],
  [10, 'user', 'employees.list'],
  [9, 'user', 'hours.balance'],
  [7, 'user', 'positions.coverage_summary'],
  [7, 'user', 'assignments.preview'],
  [6, 'anon', 'health.check'],
  [6, 'token_refresh', 'auth.refresh'],
  [5, 'login', 'auth.login'],
  [5, 'logout', 'auth.logout'],
]

/** A hundred calls in these shares. */
const hundred = calls.flatMap(([percent, scope, procedure]) =>
  Array.from({ length: percent }, () => ({ scope, procedure })),
)

/** Requests per quarter of an hour, by the hour of the day: shifts begin at 7, 14 and 21. */
const rhythm = [3, 2, 2, 2, 3, 6, 14, 26, 22, 18, 16, 14, 13, 15, 22, 17, 13, 10, 9, 11, 14, 18, 9, 5]

/** Failed logins: who (undefined for an unknown account), how many minutes ago, and how often. */
const failures = [
  { address: '203.0.113.7', email: demoUsers.manager.email, ago: 17, times: 5, refused: 31 },
  { address: '198.51.100.40', email: demoUsers.supervisor.email, ago: 84, times: 2, refused: 0 },
  { address: '198.51.100.23', email: undefined, ago: 190, times: 3, refused: 0 },
  { address: '198.51.100.40', email: demoUsers.supervisor.email, ago: 1500, times: 2, refused: 0 },
  { address: '198.51.100.23', email: undefined, ago: 4000, times: 5, refused: 12 },
]

/**
 * Counts a made-up week of requests for the charts of the console; nothing runs, and nothing is logged. With Redis it
 * must be called at the first start only, because Redis keeps the counts.
 */
export async function countTraffic(
  service: Omit<Parameters<typeof connectServices>[0], 'clock' | 'metrics'>,
  now: Date,
) {
  let at = now
  const { settings, databaseUrl, log, counts } = service
  const shared = { settings, databaseUrl, log, counts, connections: 1, clock: () => at }
  const { orm, services, stop } = await connectServices(shared)
  const ago = (minutes: number) => {
    at = new Date(now.getTime() - minutes * minute)
  }
  try {
    countWeek(services.activity, ago, now)
    countFailures(services.activity, ago)
    const manager = await orm.em.fork().findOneOrFail(User, { email: demoUsers.manager.email })
    const viewer = await orm.em.fork().findOneOrFail(User, { email: demoUsers.viewer.email })
    const user = { scope: 'user' } as const
    const probe = { scope: 'anon', key: '198.51.100.23' } as const
    await fill(services, ago, { ...probe, procedure: 'health.check', requests: 86 })
    await fill(services, ago, { ...user, key: manager.id, procedure: 'assignments.list', requests: 312 })
    await fill(services, ago, { ...user, key: viewer.id, procedure: 'positions.list', requests: 47 })
    // Counted above already, with what was refused.
    for (let login = 0; login < 5; login++)
      await services.throttles.consume('login', '203.0.113.7').catch(() => {})
  } finally {
    await stop()
  }
}

function countWeek(activity: Activity, ago: (minutes: number) => void, now: Date) {
  let count = 0
  // The charts show the last hour by minute, and earlier times by quarter-hour.
  for (let minutes = week - 15; minutes >= 0; minutes -= minutes > 60 ? 15 : 1) {
    ago(minutes)
    const hour = new Date(now.getTime() - minutes * minute).getUTCHours()
    const share = minutes > 60 ? 1 : 1 / 8
    // Varies between 70 % and 126 % of the daily rhythm, the same at each start.
    const variation = 0.7 + ((minutes * 7) % 10) / 16
    const requests = Math.ceil((rhythm[hour] ?? 0) * share * variation)
    for (let request = 0; request < requests; request++) {
      // 37 and 100 have no common divisor, so each of the hundred calls comes up once in a hundred.
      const call = hundred[(count++ * 37) % 100]
      if (call) activity.counted(call.scope, call.procedure, count % 61 === 0 ? 'near' : 'allowed')
    }
  }
}

function countFailures(activity: Activity, ago: (minutes: number) => void) {
  for (const { address: key, email, times, refused, ...failure } of failures) {
    ago(failure.ago)
    const login = { scope: 'login', key } as const
    for (let time = 0; time < times; time++) {
      activity.loginFailed(key, email)
      count(activity, login, { procedure: 'auth.login', outcome: time < 3 ? 'allowed' : 'near' })
    }
    for (let time = 0; time < refused; time++)
      count(activity, login, { procedure: 'auth.login', outcome: 'blocked' })
  }
}

/** Writes the week's failed logins into the security log, which outlives the counts. */
export async function logFailures(em: Em, now: Date) {
  for (const { address, email, ago, times } of failures) {
    const user = email === undefined ? null : await em.findOneOrFail(User, { email })
    await em.insert(SecurityLog, {
      event: 'failed_login',
      outcome: securityEvents.failed_login,
      times,
      user_id: user?.id ?? null,
      name: '',
      address,
      user_agent: '',
      via: 'rest',
      request_id: '',
      target: 'auth.login',
      created_at: new Date(now.getTime() - ago * minute),
    })
  }
}

type Called = { procedure: string; outcome: ThrottleOutcome }

/** Counts a call as the guard does. */
function count(activity: Activity, { scope, key }: Key, { procedure, outcome }: Called) {
  activity.counted(scope, procedure, outcome)
  if (outcome !== 'allowed') activity.keyCounted({ scope, key }, procedure, outcome)
}

type Filled = Key & { procedure: string; requests: number }

/** Fills the key's window with requests of the last fifty minutes. */
async function fill(
  { throttles, activity }: Services,
  ago: (minutes: number) => void,
  { scope, key, procedure, requests }: Filled,
) {
  const limit = throttles.rates[scope]?.limit ?? 0
  for (let request = 0; request < Math.min(requests, limit); request++) {
    ago(50 * (1 - request / requests))
    const { used = 0 } = (await throttles.consume(scope, key)) ?? {}
    count(activity, { scope, key }, { procedure, outcome: used < 0.8 * limit ? 'allowed' : 'near' })
  }
}
