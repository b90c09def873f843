import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { User } from '../../entities/accounts/user.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { connect } from '../../entities/orm.ts'
import { hashPassword } from '../../server/auth/passwords.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { migrateDatabase } from '../../server/stores/database.ts'
import { factories } from '../made/factories.ts'
import { Client } from '../setup/client.ts'
import { testInCheck } from '../setup/fixture.ts'
import { liveStream } from '../setup/live-stream.ts'
import { freePort } from '../setup/programs/free-port.ts'
import { whenInterrupted } from '../setup/programs/interrupted.ts'
import { onlyInCheck } from '../setup/run/ring.ts'
import { createDatabase, databaseAt, dropDatabase, freshDatabase } from '../setup/stores/database.ts'
import { execute } from '../setup/stores/execute.ts'
import { freshRedis } from '../setup/stores/redis.ts'
import { clusterTemporaryFolder } from '../setup/stores/temporary-folder.ts'

const main = join(import.meta.dirname, '..', '..', 'server', 'main.ts')
const preload = join(main, '..', 'preload.js')
const silent = pino({ level: 'silent' })
vi.setConfig({ testTimeout: 120_000 })

/** Each start of the service takes seconds of CPU. */

let closers: (() => unknown)[]
beforeEach(() => {
  closers = []
})
afterEach(async () => {
  for (const close of closers.reverse()) await close()
})

type Env = Record<string, string>

/** The service as operators start it, with little in its environment but what is given. */
async function start(env: Env, cwd = join(main, '..', '..'), node = process.execPath) {
  const [port, opsPort] = [await freePort(), await freePort()]
  const child = spawn(node, ['--import', preload, main], {
    cwd,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      // Saves 50 MB in each of up to three processes that have only just started.
      NODE_OPTIONS: '--max-semi-space-size=4',
      DRAIN_SECONDS: '0',
      PORT: String(port),
      OPS_PORT: String(opsPort),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const service = {
    child,
    output: '',
    url: `http://127.0.0.1:${env.PORT ?? port}`,
    opsUrl: `http://127.0.0.1:${env.OPS_PORT ?? opsPort}`,
    exited: once(child, 'exit') as Promise<[code: number | null, signal: string | null]>,
    /** Every line of the log that has this message. */
    logged: (message: string): { pid: number }[] =>
      service.output
        .split('\n')
        .filter((line) => line.startsWith('{') && line.includes(`"msg":"${message}"`))
        .map((line) => JSON.parse(line)),
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      service.output += bytes
    })
  closers.push(
    whenInterrupted(() => child.kill('SIGKILL')),
    () => end(child),
  )
  return service
}
type Service = Awaited<ReturnType<typeof start>>

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  await exited
}

const until = (condition: () => unknown, what: string) =>
  vi.waitFor(async () => expect(await condition(), what).toBeTruthy(), { timeout: 60_000, interval: 50 })

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
const untilUp = (service: Service) =>
  until(() => service.child.exitCode !== null || answers(`${service.url}/api/health/`), 'listening').then(
    () => {
      if (service.child.exitCode !== null) throw new Error(service.output)
    },
  )

/** A database and a Redis with an administrator and an employee in it, and the environment that names them. */
async function stores() {
  const [database, redis] = [await freshDatabase(), await freshRedis()]
  const orm = connect(database.url)
  closers.push(database.drop, redis.drop, () => orm.close())
  const clock = { now: new Date() }
  const employee = await factories({ orm, clock }).employee()
  const account = { email: 'ana@clinic.example', password: 'correct horse' }
  await addAdmin(orm, account)
  const env: Env = { DATABASE_URL: database.workingUrl, REDIS_URL: redis.url, JWT_SECRET: 'x'.repeat(32) }
  return { env, databaseUrl: database.workingUrl, ownerUrl: database.url, employee, account }
}

async function addAdmin(orm: Orm, { email, password }: { email: string; password: string }) {
  const em = orm.em.fork()
  em.create(User, {
    email,
    given_name: 'Ana',
    family_name: 'Núñez',
    role: 'ADMIN',
    password_hash: await hashPassword(password),
    date_joined: new Date(),
  })
  await em.flush()
}

/** A change under way until it is released: the service has its head and waits for the rest of its body. */
async function changeUnderWay(
  client: Client,
  { url }: Service,
  { employee }: Awaited<ReturnType<typeof stores>>,
) {
  const path = `/api/v1/employees/${employee.id}/`
  const body = JSON.stringify({ first_name: 'Changed' })
  const sent = request(url + path, {
    agent: false,
    method: 'PATCH',
    headers: {
      ...client.headersFor(path),
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  })
  const answer = once(sent, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response?.statusCode,
    connection: response?.headers.connection,
    body: JSON.parse(await text(response as IncomingMessage)),
  }))
  answer.catch(() => {})
  sent.flushHeaders()
  await once(sent, 'continue')
  return { answer, letGo: () => sent.end(body) }
}

test('the service listens for callers and operators, and exits with 0 after the requests under way', async () => {
  const given = await stores()
  const service = await start(given.env)
  await untilUp(service)
  expect(await answers(`${service.opsUrl}/readyz`)).toBe(true)
  expect(await answers(`${service.opsUrl}/livez`)).toBe(true)
  expect((await fetch(`${service.url}/readyz`)).status).toBe(404)

  const client = new Client(service.url)
  expect((await client.login(given.account.email, given.account.password)).status).toBe(200)
  const change = await changeUnderWay(client, service, given)
  service.child.kill('SIGTERM')
  await until(() => service.logged('stopping').length, 'stopping')
  for (const address of [`${service.url}/api/health/`, `${service.opsUrl}/livez`])
    await until(async () => !(await answers(address)), 'no new connections')
  expect(service.child.exitCode).toBeNull()
  change.letGo()
  expect((await change.answer).body.first_name).toBe('Changed')
  expect(await service.exited).toEqual([0, null])
})

testInCheck('the service stops at once on a second signal', async () => {
  const given = await stores()
  const service = await start(given.env)
  await untilUp(service)
  const client = new Client(service.url)
  await client.login(given.account.email, given.account.password)
  const change = await changeUnderWay(client, service, given)
  service.child.kill('SIGTERM')
  await until(() => service.logged('stopping').length, 'stopping')
  service.child.kill('SIGINT')
  expect(await service.exited).toEqual([1, null])
  await expect(change.answer).rejects.toThrow()
})

test('the service names every problem of its settings and exits with 2', async () => {
  const service = await start({
    PORT: 'http',
    TIME_ZONE: 'Mars',
    DEPLOYMENT: 'production',
    THROTTLE_ANON: '1',
  })
  expect(await service.exited).toEqual([2, null])
  expect(service.output).toBe(`The settings are not usable:
  PORT must be a port number
  THROTTLE_ANON must be a rate such as 100/hour, or off
  TIME_ZONE must be a time zone such as Europe/Madrid
  DATABASE_URL is required with DEPLOYMENT=production
  REDIS_URL is required with DEPLOYMENT=production
  ALLOWED_HOSTS is required with DEPLOYMENT=production
  JWT_SECRET of at least 32 bytes is required with DEPLOYMENT=production
`)
})

test.each(['PORT', ...onlyInCheck('PORT of two workers', 'OPS_PORT')])(
  'the service exits with 1 when another program has its %s',
  async (taken) => {
    const { env } = await stores()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const port = String((other.address() as { port: number }).port)
    const service = await start(
      taken === 'PORT of two workers' ? { ...env, WORKERS: '2', PORT: port } : { ...env, [taken]: port },
    )
    expect(await service.exited).toEqual([1, null])
    expect(service.logged('the service could not start').length).toBeGreaterThan(0)
    expect(service.output).toContain('another program has taken it')
    expect(() => process.kill(-(service.child.pid as number), 0)).toThrow('ESRCH')
    other.close()
  },
)

testInCheck('the service says in one line, without a stack, why it cannot use DATABASE_URL', async () => {
  const port = await freePort()
  const service = await start({ DATABASE_URL: `postgresql://127.0.0.1:${port}/x` })
  expect(await service.exited).toEqual([1, null])
  const reason = `The database cannot be used: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL.`
  expect(service.logged('the service could not start')).toEqual([expect.objectContaining({ reason })])
  expect(service.output).not.toMatch(/^ +at |\\n +at /m)
})

testInCheck('the service says in one line, without a stack, why it cannot use OIDC_ISSUER', async () => {
  const { env } = await stores()
  const other = createHttpServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  closers.push(() => other.close())
  await once(other, 'listening')
  const OIDC_ISSUER = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  const oidc = { AUTH_MODE: 'oidc', OIDC_ISSUER, OIDC_CLIENT_ID: 'coverage', OIDC_AUDIENCE: 'coverage-api' }
  const service = await start({ ...env, ...oidc })
  expect(await service.exited).toEqual([1, null])
  const reason = `OIDC_ISSUER: ${OIDC_ISSUER}/.well-known/openid-configuration is no discovery document (404).`
  expect(service.logged('the service could not start')).toEqual([expect.objectContaining({ reason })])
  expect(service.output).not.toMatch(/^ +at |\\n +at /m)
})

testInCheck.each([
  ['HOST', 'HOST and PORT'],
  ['OPS_HOST', 'OPS_HOST and OPS_PORT'],
])(
  'the service names the settings of an address that it cannot listen on because of %s',
  async (name, names) => {
    const { env } = await stores()
    const service = await start({ ...env, [name]: '999.1.1.1' })
    expect(await service.exited).toEqual([1, null])
    const reason = expect.stringMatching(
      new RegExp(`^Cannot listen on 999\\.1\\.1\\.1:\\d+: .+\\. Check ${names}\\.$`),
    )
    expect(service.logged('the service could not start')).toEqual([expect.objectContaining({ reason })])
  },
)

testInCheck('the service starts without its Redis', async () => {
  const { env } = await stores()
  const service = await start({ ...env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
  await untilUp(service)
  expect(await (await fetch(`${service.opsUrl}/readyz`)).json()).toMatchObject({ status: 'ready' })
})

describe.each([2, ...onlyInCheck(1)])('on SIGTERM a service of %i', (workers) => {
  test('a stopping service serves for DRAIN_SECONDS, is not ready, and asks every client to close its connection', async () => {
    const given = await stores()
    const service = await start({ ...given.env, WORKERS: String(workers), DRAIN_SECONDS: '2' })
    await until(() => service.output.includes('is up.'), 'all listen')
    const client = new Client(service.url)
    await client.login(given.account.email, given.account.password)
    const stream = await liveStream(service, { topic: 'coverage', client })
    await stream.next()
    const change = await changeUnderWay(client, service, given)
    service.child.kill('SIGTERM')
    await until(() => service.logged('stopping').length >= (workers > 1 ? 3 : 1), 'stopping')

    const seen = await Promise.all(
      [
        `${service.opsUrl}/readyz`,
        `${service.opsUrl}/livez`,
        `${service.url}/api/health/`,
        `${service.url}/trpc/health.check`,
        `${service.url}/trpc/nothing`,
        `${service.url}/elsewhere`,
      ].map(async (address) => {
        const { status, headers } = await fetch(address)
        return [new URL(address).pathname, status, headers.get('connection')]
      }),
    )
    expect(seen).toEqual([
      ['/readyz', 503, 'close'],
      ['/livez', 200, 'close'],
      ['/api/health/', 200, 'close'],
      ['/trpc/health.check', 200, 'close'],
      ['/trpc/nothing', 404, 'close'],
      ['/elsewhere', 404, 'close'],
    ])
    change.letGo()
    const { status, connection } = await change.answer
    expect([status, connection]).toEqual([200, 'close'])
    expect(await stream.next()).toBeUndefined()
    expect(await service.exited).toEqual([0, null])
  })
})

describe('in production', () => {
  const production = { DEPLOYMENT: 'production', ALLOWED_HOSTS: '127.0.0.1' }
  const warningsOf = ({ output }: Service) =>
    output.split('\n').filter((line) => line.includes('"level":40') && line.includes('DATABASE_URL'))

  /** Two addresses of an empty database: of its owner, and of a role that does not exist. */
  async function emptyDatabase() {
    const name = `coverage_test_${randomBytes(6).toString('hex')}`
    const server = inject('databaseUrl')
    await createDatabase(server, name)
    const ownerUrl = databaseAt(server, name)
    const working = new URL(ownerUrl)
    Object.assign(working, { username: `${name}_worker`, password: 'secret' })
    closers.push(async () => {
      await dropDatabase(server, name)
      await execute(server, `drop role if exists ${working.username}`)
    })
    return { ownerUrl, workingUrl: working.href }
  }

  testInCheck(
    'the service works in production with minimal rights, on a database that its owner has migrated',
    async () => {
      const { env } = await stores()
      const service = await start({ ...env, ...production })
      await untilUp(service)
      expect(await answers(`${service.opsUrl}/readyz`)).toBe(true)
      expect(warningsOf(service)).toEqual([])
    },
  )

  testInCheck('production warns about a role that owns the tables', async () => {
    const { env, ownerUrl } = await stores()
    const service = await start({ ...env, ...production, DATABASE_URL: ownerUrl })
    await untilUp(service)
    await until(() => service.logged('listening').length, 'listening')
    expect(warningsOf(service)).toEqual([
      expect.stringContaining('DATABASE_URL: its role owns the tables and can rewrite the logs'),
    ])
  })

  test('production does not start while migrations are pending, and names the command', async () => {
    const { env } = await stores()
    const { ownerUrl } = await emptyDatabase()
    const { username, password } = new URL(env.DATABASE_URL ?? '')
    const DATABASE_URL = Object.assign(new URL(ownerUrl), { username, password }).href
    const service = await start({ ...env, ...production, DATABASE_URL })
    expect(await service.exited).toEqual([1, null])
    expect(service.output).toContain('Migrations are pending (all of them). Run \\"coverage migrate\\"')
  })

  describe('on a database that a newer release has migrated', () => {
    const newer = 'A newer release has migrated the database (Migration29991231000000Later)'
    const refusal = `${newer}. Start that release, or set ALLOW_NEWER_DATABASE=true if this is the release before it.`
    const later = `insert into mikro_orm_migrations (name) values ('Migration29991231000000Later')`

    testInCheck(
      'production refuses a newer database unless allowed, and then warns and leaves the rights alone',
      async () => {
        const { env, ownerUrl, account } = await stores()
        const { username } = new URL(env.DATABASE_URL ?? '')
        await execute(ownerUrl, `${later}; create table later (id int); grant update on later to ${username}`)
        const given = { ...env, ...production, DATABASE_ADMIN_URL: ownerUrl }
        const refused = await start(given)
        expect(await refused.exited).toEqual([1, null])
        expect(refused.logged('the service could not start')).toMatchObject([{ reason: refusal }])
        const service = await start({ ...given, ALLOW_NEWER_DATABASE: 'true' })
        await untilUp(service)
        expect(await answers(`${service.opsUrl}/readyz`)).toBe(true)
        expect(
          service.logged(`${newer}: ALLOW_NEWER_DATABASE lets this one run until it is replaced.`),
        ).toMatchObject([{ level: 40 }])
        expect((await new Client(service.url).login(account.email, account.password)).status).toBe(200)
        await execute(env.DATABASE_URL ?? '', 'update later set id = 1')
      },
    )

    test('production refuses a newer database as the working role, and whenever migrations are pending', async () => {
      const { env, databaseUrl: url, ownerUrl } = await stores()
      await execute(ownerUrl, later)
      const migrated = (allowed: string, addresses: { url: string; ownerUrl?: string }) =>
        migrateDatabase(addresses, readSettings({ ...env, ALLOW_NEWER_DATABASE: allowed }), silent)
      await expect(migrated('false', { url })).rejects.toThrow(refusal)
      expect(await migrated('true', { url })).toEqual({
        migrations: [],
        warnings: [expect.stringContaining(newer)],
      })
      await execute(
        ownerUrl,
        `delete from mikro_orm_migrations where name = (select max(name)
        from mikro_orm_migrations where name < 'Migration2999')`,
      )
      await expect(migrated('true', { url })).rejects.toThrow(newer)
      await expect(migrated('true', { url, ownerUrl })).rejects.toThrow(newer)
    })
  })

  testInCheck("a migration with the owner's address creates the working role", async () => {
    const { env } = await stores()
    const { ownerUrl, workingUrl } = await emptyDatabase()
    const urls = { DATABASE_URL: workingUrl, DATABASE_ADMIN_URL: ownerUrl }
    const service = await start({ ...env, ...production, ...urls })
    await untilUp(service)
    expect(service.logged('migrated the database')).toHaveLength(1)
    const orm = connect(workingUrl)
    closers.push(() => orm.close())
    await addAdmin(orm, { email: 'ana@clinic.example', password: 'correct horse' })
    const client = new Client(service.url)
    expect((await client.login('ana@clinic.example', 'correct horse')).status).toBe(200)
    const unit = { code: 'C', name: 'Clinic', unit_type: 'CLINIC' }
    expect((await client.post('/api/v1/org-units/', unit)).status).toBe(201)
  })
})

describe('two workers', () => {
  const workersOf = (service: Service) =>
    new Set(
      service
        .logged('connected to Redis')
        .map(({ pid }) => pid)
        .filter((pid) => pid !== service.child.pid),
    )

  test('two workers share sessions and throttles, and one that dies is replaced, and no caller waits for it', async () => {
    const { env, account } = await stores()
    const service = await start({ ...env, WORKERS: '2', THROTTLE_LOGIN: '5/hour', THROTTLE_ANON: 'off' })
    await until(() => workersOf(service).size === 2 && service.output.includes('is up.'), 'two workers')
    const client = new Client(service.url)
    expect((await client.login(account.email, account.password)).status).toBe(200)
    const headers = { Connection: 'close' }
    for (let i = 0; i < 6; i++) expect((await client.get('/api/v1/auth/me/', { headers })).status).toBe(200)
    const wrong = () =>
      client.post('/api/v1/auth/login/', { email: account.email, password: 'wrong' }, { headers })
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await wrong()).status)
    expect(statuses).toEqual([400, 400, 400, 400, 429, 429])

    const [first = expect.unreachable()] = workersOf(service)
    process.kill(first, 'SIGSTOP')
    const callers = Array.from({ length: 8 }, () =>
      fetch(`${service.url}/api/health/`, { headers }).then(
        ({ status }) => status,
        () => 'reset',
      ),
    )
    expect(await Promise.race(callers)).toBe(200)
    process.kill(first, 'SIGKILL')
    for (const answer of await Promise.all(callers)) expect([200, 'reset']).toContain(answer)
    await until(() => workersOf(service).size === 3, 'a new worker')
    expect(service.logged('a worker died and is replaced')).toEqual([expect.objectContaining({ level: 50 })])
    for (let i = 0; i < 6; i++) expect((await client.get('/api/v1/auth/me/', { headers })).status).toBe(200)
  })

  testInCheck('a worker that cannot be replaced when it dies is replaced later', async () => {
    const { env } = await stores()
    const folder = clusterTemporaryFolder()
    closers.push(() => rmSync(folder, { recursive: true, force: true }))
    const node = join(folder, 'node')
    copyFileSync(process.execPath, node)
    const service = await start({ ...env, WORKERS: '2' }, undefined, node)
    await until(() => workersOf(service).size === 2 && service.output.includes('is up.'), 'two workers')
    renameSync(node, `${node}.away`)
    const [first = expect.unreachable()] = workersOf(service)
    process.kill(first, 'SIGKILL')
    await until(() => service.logged('a worker cannot be started').length > 1, 'two attempts')
    renameSync(`${node}.away`, node)
    await until(() => workersOf(service).size === 3, 'a new worker')
    expect(await answers(`${service.url}/api/health/`)).toBe(true)
  })

  testInCheck(
    'two workers are observed and controlled from the ops port, and finish requests on Ctrl-C',
    async () => {
      const given = await stores()
      const { env, account, databaseUrl, ownerUrl } = given
      const orm = connect(databaseUrl)
      closers.push(() => orm.close())
      await orm.em.fork().nativeUpdate(User, { email: account.email }, { is_staff: true })
      const service = await start({ ...env, WORKERS: '2', THROTTLE_ANON: '50/hour' })
      await untilUp(service)
      await until(() => workersOf(service).size === 2, 'two workers')
      const headers = { Connection: 'close' }
      const stranger = new Client(service.url)
      const health = async () => (await stranger.get('/api/health/', { headers })).status
      for (let i = 0; i < 6; i++) expect(await health()).toBe(200)

      const operator = new Client(service.opsUrl)
      expect((await operator.login(account.email, account.password)).status).toBe(200)
      const overview = () => operator.trpc('query', 'operator.throttles.overview', { range: 'hour' })
      type Scopes = { scope: string; totals: { allowed: number } }[]
      const seen = async () =>
        ((await overview()).body.scopes as Scopes).find(({ scope }) => scope === 'anon')?.totals.allowed ?? 0
      await expect.poll(seen).toBeGreaterThanOrEqual(6)

      const input = { scope: 'anon', key: '127.0.0.1', reason: 'a flood' }
      const endsAt = new Date(Date.now() + 60_000).toISOString()
      await operator.trpc('mutation', 'operator.throttles.block', { ...input, until: endsAt })
      for (let i = 0; i < 4; i++) expect(await health()).toBe(429)
      await operator.trpc('mutation', 'operator.throttles.lift', input)
      await expect.poll(health).toBe(200)
      expect((await stranger.trpc('query', 'operator.system.viewer')).status).toBe(404)

      await execute(
        ownerUrl,
        `create function full_disk() returns trigger language plpgsql as
       $$ begin raise exception 'No space left' using errcode = '53100'; end $$;
       create trigger full_disk before insert on tags for each statement execute function full_disk()`,
      )
      const client = new Client(service.url)
      await client.login(account.email, account.password)
      const tag = { name: 'A-tag', display_name: 'A tag', category: 'CONTRACT' }
      const readiness = async () => (await fetch(`${service.opsUrl}/readyz`)).json() as Promise<object>
      // A new connection may go to either worker.
      const create = async () => (await client.post('/api/v1/tags/', tag, { headers })).status
      const refused = async () => ({ ...(await readiness()), created: await create() })
      const full = { status: 'not ready', postgresql: 'disk full', created: 503 }
      await expect.poll(refused).toMatchObject(full)
      await execute(ownerUrl, 'drop trigger full_disk on tags')
      expect(await create()).toBe(201)
      // A refusal of one worker may be told after the success of the other; the next success ends it.
      let made = 0
      const another = async () => {
        const { status } = await client.post(
          '/api/v1/tags/',
          { ...tag, name: `B-tag-${++made}` },
          { headers },
        )
        return { ...(await readiness()), created: status }
      }
      await expect.poll(another).toMatchObject({ status: 'ready', created: 201 })

      // The terminal sends it to leader and workers alike.
      const change = await changeUnderWay(client, service, given)
      process.kill(-(service.child.pid as number), 'SIGINT')
      await until(() => service.logged('stopping').length >= 3, 'all three are stopping')
      await new Promise((resolve) => setTimeout(resolve, 200))
      change.letGo()
      expect((await change.answer).body.first_name).toBe('Changed')
      expect(await service.exited).toEqual([0, null])
    },
  )
})

testInCheck('a service that cannot start, or gets a second signal, stops its own database', async () => {
  const cwd = clusterTemporaryFolder()
  closers.push(() => rmSync(cwd, { recursive: true, force: true }))
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  closers.push(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const service = await start({ PORT: String(port) }, cwd)
  expect(await service.exited).toEqual([1, null])
  const reason = `Cannot listen on 127.0.0.1:${port}: another program has taken it. Check HOST and PORT.`
  expect(service.logged('the service could not start')).toEqual([expect.objectContaining({ reason })])
  expect(service.output).not.toMatch(/^ +at |\\n +at /m)
  expect(existsSync(join(cwd, '.data', 'postgres', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(cwd, '.data', 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)

  const hurried = await start({ DRAIN_SECONDS: '60' }, cwd)
  await untilUp(hurried)
  hurried.child.kill('SIGTERM')
  await until(() => hurried.logged('stopping').length, 'stopping')
  hurried.child.kill('SIGTERM')
  expect(await hurried.exited).toEqual([1, null])
  expect(existsSync(join(cwd, '.data', 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
})

testInCheck('a service stopped during its first start leaves nothing running', async () => {
  const moments = [
    ['SIGTERM', 'cluster.new'],
    ['SIGINT', 'cluster'],
    ['SIGHUP', 'cluster/postmaster.pid'],
  ] as const
  const stopped = moments.map(async ([signal, file]) => {
    const cwd = clusterTemporaryFolder()
    closers.push(() => rmSync(cwd, { recursive: true, force: true }))
    const service = await start({}, cwd)
    await until(() => existsSync(join(cwd, '.data', 'postgres', file)), file)
    service.child.kill(signal)
    expect(await service.exited).toEqual([0, null])
    expect(execFileSync('ps', ['-A', '-ww', '-o', 'command='], { encoding: 'utf8' })).not.toContain(cwd)
    expect(service.output).not.toContain('"level":60')
  })
  await Promise.all(stopped)
})

testInCheck('the service says in one line, without a stack, why its database cannot start', async () => {
  const cwd = clusterTemporaryFolder()
  closers.push(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, '.data'), '')
  const service = await start({}, cwd)
  expect(await service.exited).toEqual([1, null])
  expect(service.logged('the service could not start')).toEqual([
    expect.objectContaining({
      reason:
        'The embedded PostgreSQL cannot run here: .data is a file; remove it. Set DATABASE_URL to a PostgreSQL 15 or later.',
    }),
  ])
  expect(service.output).not.toMatch(/^ +at |\\n +at /m)
})

testInCheck('the service brings its own database, keeps its data, and stops it again', async () => {
  const cwd = clusterTemporaryFolder()
  closers.push(() => rmSync(cwd, { recursive: true, force: true }))
  for (let round = 0; round < 2; round++) {
    const service = await start({}, cwd)
    await untilUp(service)
    expect(service.output).toContain(`REST       ${service.url}/api/v1/`)
    const ready = await fetch(`${service.opsUrl}/readyz`)
    expect(await ready.json()).toEqual({
      status: 'ready',
      postgresql: 'ok',
      migrations: 'ok',
      redis: 'not configured',
      sign_in: 'ok',
      since: {},
    })
    expect(existsSync(join(cwd, '.data', 'jwt-secret'))).toBe(true)
    expect(service.output.includes('migrated the database')).toBe(round === 0)
    service.child.kill('SIGINT')
    expect(await service.exited).toEqual([0, null])
  }
})
