import { setTimeout as sleep } from 'node:timers/promises'
import {
  moveSlot,
  type RedisGroup,
  startCluster,
  startSentinels,
  tell,
  until,
} from '../../setup/stores/redis-groups.ts'
import type { StartedRedis } from '../../setup/stores/redis-server.ts'
import { type Context, judged, type Part } from '../run/part.ts'
import type { Fault } from './fault.ts'
import { summaryOf, undergone } from './faults.ts'
import { sourceOf } from './scene.ts'
import type { Served } from './undergo.ts'

/** Two instances on a Redis that several servers keep. */
type GroupScene = Served & { group: RedisGroup }

/** Without a master it is unknown which refresh tokens are used (D21). */
const allowed = { refresh: [503], ended: [503] } as const

/** Those of the servers that run as masters. One that is stopped would keep the question waiting. */
async function mastersAmong(servers: StartedRedis[]): Promise<StartedRedis[]> {
  const roles = await Promise.all(servers.map((server) => tell(server, 'role').catch(() => '')))
  return servers.filter((_, at) => `${roles[at]}`.startsWith('master'))
}

/** The ports of those that the Sentinels take for the master. */
const mastersFor = (sentinels: StartedRedis[]) =>
  Promise.all(
    sentinels.map(async (sentinel) => {
      const address = await tell(sentinel, 'sentinel', 'get-master-addr-by-name', 'clinic')
      return Number((address as string[])[1])
    }),
  )

/** Stops the process of a master until the others have given it up, and lets it return as their replica. */
const frozen = (what: string): Fault<GroupScene> => ({
  name: `master of ${what} frozen`,
  async cause({ group: { servers, sentinels } }) {
    const masters = await mastersAmong(servers)
    const master = masters.at(-1) as StartedRedis
    const others = servers.filter((server) => server !== master)
    master.signal('SIGSTOP')
    return async () => {
      await until(async () => (await mastersAmong(others)).length === masters.length)
      // A Sentinel that has not heard of the new master would make the new one a replica again once the old one is back.
      await until(async () => !(await mastersFor(sentinels)).includes(master.port))
      master.signal('SIGCONT')
      await until(async () => `${await tell(master, 'role')}`.startsWith('slave'))
      await until(async () => `${await tell(master, 'role')}`.includes('connected'))
    }
  },
  cure: () => {},
  allowed,
})

const killed = (what: string): Fault<GroupScene> => ({
  name: `master of ${what} killed`,
  cause: async ({ group }) => (await mastersAmong(group.servers)).at(-1)?.signal('SIGKILL'),
  cure: () => {},
  allowed,
})

const moved: Fault<GroupScene> = {
  name: 'slots moved',
  async cause({ group: { servers } }) {
    const [one, other] = servers as [StartedRedis, StartedRedis]
    let isOn = true
    const moving = (async () => {
      for (let slot = 0; isOn; slot++) {
        await moveSlot(slot, one, other)
        await sleep(5)
      }
    })()
    return () => {
      isOn = false
      return moving
    }
  },
  cure: () => {},
  allowed: {},
}

const cases: [start: () => Promise<RedisGroup>, Fault<GroupScene>[]][] = [
  [startCluster, [moved, frozen('a cluster'), killed('a cluster')]],
  [startSentinels, [frozen('Sentinels'), killed('Sentinels')]],
]

/** The faults of a Redis Cluster and of a Redis with Sentinels, both at once, to save time. */
export const failover: Part = {
  name: 'failover',
  about:
    'masters of a Redis Cluster and of Sentinels fail and slots move: no write is lost, no ended session returns',
  async run(context) {
    const outcomes = await Promise.all(cases.map(([start, table]) => outcomeOf(context, start, table)))
    const all = outcomes.flatMap((one) => one.all)
    const unsure = outcomes.reduce((sum, one) => sum + one.unsure, 0)
    const problems = outcomes.flatMap((one) => one.problems)
    return judged(summaryOf(all, unsure), problems)
  },
}

async function outcomeOf(context: Context, start: () => Promise<RedisGroup>, table: Fault<GroupScene>[]) {
  const group = await start()
  context.atEnd(group.stop)
  const pair = await context.startPair({ env: { REDIS_URL: group.url } })
  const scene = { group, pair, source: await sourceOf(pair) }
  return undergone(context, scene, table, context.amount({ full: 8, short: 2 }))
}
