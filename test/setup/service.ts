import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Logger, pino } from 'pino'
import { issueToken } from '../../entities/accounts/machine-token.ts'
import { newMachine } from '../../entities/accounts/machines.ts'
import { User } from '../../entities/accounts/user.ts'
import { poolOf } from '../../entities/connection/pool.ts'
import { signInPages } from '../../server/auth/oidc/pages.ts'
import { hashPassword } from '../../server/auth/passwords.ts'
import type { LocalCounts } from '../../server/compose.ts'
import { createApp } from '../../server/http/app.ts'
import { connectServices } from '../../server/serve.ts'
import { readSettings } from '../../server/settings/settings.ts'
import type { MachineRole, Role } from '../../src/accounts/permissions.ts'
import { Client } from './client.ts'
import { type CuttableProxy, cuttableProxy } from './stores/cuttable-proxy.ts'
import { freshDatabase } from './stores/database.ts'
import { freshRedis } from './stores/redis.ts'
import { throttlesOff } from './throttle-settings.ts'

export const password = 'correct horse battery staple'
let passwordHash: Promise<string> | undefined
/** Of all services, because several may share a database. */
let added = 0

export type ServiceOptions = {
  /** Environment variables of the service, over throttles that are off. */
  env?: Record<string, string>
  /** Another way to its PostgreSQL and its Redis, or work on the database before it starts. */
  databaseUrl?: (url: string) => Promise<string>
  redisUrl?: (url: string) => Promise<string>
  log?: Logger
  /** What its process counts by itself, for tests of two listeners in one. */
  counts?: LocalCounts
}

const silent = pino({ level: 'silent' })

export type TestService = Awaited<ReturnType<typeof startService>>

/** The whole service on a database and a Redis of its own, listening; its clock stands still until it is set. */
export async function startService({
  env = {},
  databaseUrl,
  redisUrl,
  log = silent,
  counts,
}: ServiceOptions = {}) {
  const database = await freshDatabase()
  const redis = await freshRedis()
  const settings = readSettings({
    JWT_SECRET: 'a secret of thirty-two bytes or so',
    REDIS_URL: redisUrl ? await redisUrl(redis.url) : redis.url,
    ...throttlesOff,
    ...env,
  })
  const clock = { now: new Date('2026-03-04T10:00:00.000Z') }
  const { orm, services, stop } = await connectServices({
    settings,
    databaseUrl: databaseUrl ? await databaseUrl(database.workingUrl) : database.workingUrl,
    log,
    clock: () => clock.now,
    counts,
  }).catch(async (error: unknown) => {
    await Promise.all([redis.drop(), database.drop()])
    throw error
  })
  // A machine that stalls must not end what is under way.
  Object.assign(poolOf(orm).options, { statement_timeout: 0, idle_in_transaction_session_timeout: 0 })
  const server = createApp(services, settings, signInPages(services, 'rest')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function addUser(role: Role, fields: { email?: string; [field: string]: unknown } = {}) {
    passwordHash ??= hashPassword(password)
    const em = orm.em.fork()
    const user = em.create(User, {
      email: `${role.toLowerCase()}-${++added}@clinic.example`,
      given_name: 'Given',
      family_name: 'Family',
      role,
      password_hash: await passwordHash,
      date_joined: clock.now,
      ...fields,
    })
    await em.flush()
    return user
  }

  return {
    url,
    orm,
    services,
    clock,
    databaseUrl: database.workingUrl,
    ownerUrl: database.url,
    redisUrl: redis.url,
    addUser,
    anonymous: () => new Client(url),

    /** A client signed in as a new user of the role. */
    async as(role: Role, fields?: { email?: string; [field: string]: unknown }) {
      const user = await addUser(role, fields)
      const client = new Client(url, user)
      await client.login(user.email, password)
      return client
    },

    /** A client with the token of a new machine of the role. */
    async asMachine(role: MachineRole) {
      const em = orm.em.fork()
      const machine = await newMachine(em, { name: `Machine ${++added}`, role }, clock.now)
      const { text } = await issueToken(em, machine, { at: clock.now, days: 90 })
      await em.flush()
      return new Client(url, machine, text)
    },

    async close() {
      server.closeAllConnections()
      server.close()
      await stop()
      await redis.drop()
      await database.drop()
    },
  }
}

/** A service whose way to PostgreSQL or Redis, its `line`, a test can cut. */
export async function startCuttableService(store: 'PostgreSQL' | 'Redis', options: ServiceOptions = {}) {
  const lines: CuttableProxy[] = []
  const throughProxy = async (url: string) => {
    const proxy = await cuttableProxy(url)
    lines.push(proxy)
    return proxy.url
  }
  const way = store === 'Redis' ? { redisUrl: throughProxy } : { databaseUrl: throughProxy }
  const service = await startService({ ...options, ...way })
  const [line] = lines as [CuttableProxy]
  const close = async () => {
    await line.restore()
    await service.close()
    await line.close()
  }
  return { ...service, line, close }
}
