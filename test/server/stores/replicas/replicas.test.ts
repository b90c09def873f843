import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { factories } from '../../../made/factories.ts'
import type { Client } from '../../../setup/client.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, closedAfterTest, testInCheck } from '../../../setup/fixture.ts'
import { liveStream } from '../../../setup/live-stream.ts'
import { freePort } from '../../../setup/programs/free-port.ts'
import { onlyInCheck } from '../../../setup/run/ring.ts'
import { startService, type TestService } from '../../../setup/service.ts'
import { cuttableProxy } from '../../../setup/stores/cuttable-proxy.ts'
import { databaseAt } from '../../../setup/stores/database.ts'
import { execute } from '../../../setup/stores/execute.ts'
import { startReplicated } from '../../../setup/stores/replicated.ts'

const { primary, replica } = closedAfterAll(await startReplicated())
const line = closedAfterAll(await cuttableProxy(replica.url))

const startOn = (replicaUrl: string, redisUrl?: string) =>
  startService({
    env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replicaUrl },
    databaseUrl: async () => primary.url,
    ...(redisUrl !== undefined && { redisUrl: async () => redisUrl }),
  })

const service = closedAfterAll(await startOn(line.url))
const make = factories(service)
const name = new URL(line.url).host

/** Half of these tests repeat, at another outage or another server, what another one shows. */

const eventually = { interval: 20 }

/** What the process has counted: the reads that each server has answered, and those that failed on the replica. */
async function counted({ services }: Pick<TestService, 'services'> = service) {
  const valuesOf = async (metric: string) =>
    (await services.metrics.registry.getSingleMetric(metric)?.get())?.values ?? []
  const reads = await valuesOf('coverage_reads_total')
  const of = (server: string) => reads.find(({ labels }) => labels.server === server)?.value ?? 0
  const [fallbacks] = await valuesOf('coverage_replica_fallbacks_total')
  return { replica: of(name), primary: of('primary'), fallbacks: fallbacks?.value ?? 0 }
}

/** The same for the time of the work alone. */
async function countedDuring(work: () => Promise<unknown>) {
  const before = await counted()
  await work()
  const after = await counted()
  return {
    replica: after.replica - before.replica,
    primary: after.primary - before.primary,
    fallbacks: after.fallbacks - before.fallbacks,
  }
}

const state = (of: TestService = service) => of.services.replicas?.states()[0]?.state

const detailOf = async (client: Client, id: string) => (await client.get(`/api/v1/employees/${id}/`)).status

/** Waits until the replica serves the client's reads again: at its login, the session has written. */
async function untilCaughtUp(client: Client) {
  const read = async () => (await countedDuring(() => client.get('/api/v1/tags/'))).replica
  await expect.poll(read, eventually).toBe(1)
}

async function as(...who: Parameters<typeof service.as>) {
  const client = await service.as(...who)
  await untilCaughtUp(client)
  return client
}

const fields = () => ({
  employee_number: randomUUID(),
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: `${randomUUID()}@clinic.example`,
})

/** A gate on a server, at which the statement `pass` waits until it is open. */
async function closedGate(ownerUrl: string) {
  const keeper = new pg.Client(ownerUrl)
  await keeper.connect()
  onTestFinished(() => keeper.end())
  const close = () => keeper.query('select pg_advisory_lock(1)')
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
  const lock = sql`pg_advisory_xact_lock_shared(1)`
  await close()
  return {
    lock,
    pass: sql`select ${lock}`,
    close,
    open: () => keeper.query('select pg_advisory_unlock_all()'),
    isReached: async () => ((await keeper.query(waiting)).rowCount ?? 0) > 0,
  }
}

afterEach(async () => {
  await replica.start()
  await line.restore()
  await replica.resume()
  await expect.poll(() => state(), eventually).toBe('in use')
})

test('a replica serves lists, details, the summary, logs, balances and previews, on both surfaces', async () => {
  const admin = await as('ADMIN')
  const { id: employee } = await make.employee()
  const { id: position_id } = await make.position()
  await expect.poll(() => detailOf(admin, employee), eventually).toBe(200)

  const ids = { employee_ids: [employee] }
  const proposal = { employee, position_id, effective_hours: '8.00' }
  const reads = [
    ...[
      'employees/',
      `employees/${employee}/`,
      'demand/',
      'demand/coverage-summary/',
      'transitions/',
      `offer/employees/${employee}/balance/`,
    ].map((path) => () => admin.get(`/api/v1/${path}`)),
    () => admin.post('/api/v1/offer/employees/batch-balance/', ids),
    () => admin.post('/api/v1/assignments/preview/', proposal),
    () => admin.trpc('query', 'employees.list', {}),
  ]
  for (const read of reads) {
    const served = () => countedDuring(async () => expect((await read()).status).toBe(200))
    await expect.poll(served, eventually).toEqual({ replica: 1, primary: 0, fallbacks: 0 })
  }
  const asked = await execute<{ query: string }>(
    replica.ownerUrl,
    `select query from pg_stat_activity where application_name = 'coverage'`,
  )
  expect(asked.map(({ query }) => query).join()).toMatch(/from "?(employees|assignments|positions)/)
})

testInCheck('a replica serves the pages of the console too', async () => {
  const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: line.url }
  const console = await startConsole(service, { databaseUrl: primary.url, env })
  const operator = await console.as('ADMIN')
  const read = async () => {
    const before = (await counted(console)).replica
    expect((await operator.trpc('query', 'operator.coverage.tree')).status).toBe(200)
    return (await counted(console)).replica - before
  }
  await expect.poll(read, eventually).toBe(1)
  const overview = () => operator.trpc('query', 'operator.system.overview')
  expect((await overview()).body.replicas).toEqual([
    { name, state: 'in use', lag_seconds: expect.any(Number) },
  ])
  await console.close()
})

test('a session sees its own changes however far the replica is behind, and one far behind serves no reads', async () => {
  const [author, other] = [await as('ADMIN'), await as('VIEWER')]
  await replica.pause()
  const { id } = (await author.post('/api/v1/employees/', fields())).body

  const own = await countedDuring(async () => expect(await detailOf(author, id)).toBe(200))
  expect(own).toEqual({ replica: 0, primary: 1, fallbacks: 0 })
  await expect.poll(() => detailOf(other, id), eventually).toBe(404)

  await expect.poll(() => detailOf(other, id), eventually).toBe(200)
  expect(state()).toBe('behind')
  await replica.resume()
  await untilCaughtUp(author)
  expect(await detailOf(author, id)).toBe(200)
})

describe('whoever is told of a change finds it in what they read next, however far the replica is behind', () => {
  async function paused() {
    const [author, reader] = [await as('ADMIN'), await as('ADMIN')]
    await replica.pause()
    return { author, reader }
  }

  test('by the feed of changes', async () => {
    const { author, reader } = await paused()
    const { id } = (await author.post('/api/v1/employees/', fields())).body
    expect((await reader.get('/integration/v1/changes/')).status).toBe(200)
    expect(await detailOf(reader, id)).toBe(200)
  })

  test('by the beginning of a live stream, and by each of its changes', async () => {
    const { author, reader } = await paused()
    const { id } = (await author.post('/api/v1/employees/', fields())).body
    const stream = closedAfterTest(await liveStream(service, { topic: 'coverage', client: reader }))
    expect(await stream.next()).toMatchObject({ data: { type: 'reset' } })
    expect(await detailOf(reader, id)).toBe(200)

    await replica.resume()
    await untilCaughtUp(reader)
    await replica.pause()
    const { id: position } = await make.position()
    expect(await stream.next()).toMatchObject({ data: { type: 'changed' } })
    expect((await reader.get(`/api/v1/demand/${position}/`)).status).toBe(200)
  })

  test('by the refusal of their own change', async () => {
    const { author, reader } = await paused()
    const employee = fields()
    await author.post('/api/v1/employees/', employee)
    expect((await reader.post('/api/v1/employees/', employee)).status).toBe(400)
    const { results } = (await reader.get(`/api/v1/employees/?search=${employee.employee_number}`)).body
    expect(results).toHaveLength(1)
  })
})

test('with DATABASE_REPLICA_WAIT a session reads from the primary for so long after a write, and then from a replica', async () => {
  const env = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: line.url, DATABASE_REPLICA_WAIT: '2' }
  const waiting = closedAfterTest(await startService({ env, databaseUrl: async () => primary.url }))
  const author = await waiting.as('ADMIN')
  const during = async (work: () => Promise<unknown>) => {
    const before = await counted(waiting)
    await work()
    const after = await counted(waiting)
    return [after.primary - before.primary, after.replica - before.replica]
  }
  const list = () => author.get('/api/v1/tags/')
  await expect.poll(() => during(list), { interval: 20, timeout: 10_000 }).toEqual([0, 1])
  const { id } = (await author.post('/api/v1/employees/', fields())).body
  expect(await during(async () => expect(await detailOf(author, id)).toBe(200))).toEqual([1, 0])
  await expect.poll(() => during(list), { interval: 20, timeout: 10_000 }).toEqual([0, 1])
  // How far it is behind is unknown.
  expect(waiting.services.replicas?.states()).toEqual([{ name, state: 'in use', lag_seconds: null }])
})

testInCheck('a session sees on one instance what it has just changed on another', async () => {
  const second = await startOn(line.url, service.redisUrl)
  const author = await as('ADMIN')
  const elsewhere = author.copy(second.url)
  await replica.pause()
  const { id } = (await author.post('/api/v1/employees/', fields())).body
  expect(await detailOf(elsewhere, id)).toBe(200)
  await second.close()
})

testInCheck('without Redis the process itself knows what its sessions have written', async () => {
  const alone = await startOn(line.url, '')
  const author = await alone.as('ADMIN')
  const read = async () => {
    const before = (await counted(alone)).replica
    await author.get('/api/v1/tags/')
    return (await counted(alone)).replica - before
  }
  await expect.poll(read, eventually).toBe(1)
  await replica.pause()
  const { id } = (await author.post('/api/v1/employees/', fields())).body
  expect(await detailOf(author, id)).toBe(200)
  await alone.close()
})

describe('no read fails', () => {
  const endConnections = () =>
    execute(
      replica.ownerUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coverage'`,
    )
  test.each<[what: string, begin: () => unknown]>([
    ['that is killed', () => replica.kill()],
    ...onlyInCheck<[string, () => unknown]>(
      ['that can no longer be reached', () => line.cut()],
      ['that falls silent', () => line.freeze()],
      ['whose connections are ended', endConnections],
    ),
  ])('no read fails on a replica %s', async (_, begin) => {
    const readers = await Promise.all(Array.from({ length: 4 }, () => as('VIEWER')))
    let isOver = false
    const read = async (reader: Client) => {
      do {
        expect((await reader.get('/api/v1/employees/')).status).toBe(200)
      } while (!isOver)
    }
    const served = await countedDuring(async () => {
      const reading = Promise.all(readers.map(read))
      const { replica } = await counted()
      await expect.poll(async () => (await counted()).replica, eventually).toBeGreaterThan(replica)
      // Counted before: ended connections are soon replaced, and then no more reads go to the primary.
      const { primary } = await counted()
      await begin()
      await expect.poll(async () => (await counted()).primary, eventually).toBeGreaterThan(primary)
      isOver = true
      await reading
    }).finally(() => {
      isOver = true
    })
    expect(served.replica).toBeGreaterThan(0)
    await replica.start()
    await line.restore()
    for (const reader of readers) await untilCaughtUp(reader)
  })

  testInCheck(
    'no read fails on a replica that refuses new connections and serves the open ones',
    async () => {
      await as('VIEWER')
      const [found] = await execute<{ path: string; rules: string }>(
        replica.ownerUrl,
        `select current_setting('hba_file') as path, pg_read_file(current_setting('hba_file')) as rules`,
      )
      const { path, rules } = found as { path: string; rules: string }
      const apply = async (text: string) => {
        await execute(
          replica.ownerUrl,
          `copy (select unnest(string_to_array('${text.replaceAll("'", "''")}', chr(10)))) to '${path}'`,
        )
        await execute(replica.ownerUrl, 'select pg_reload_conf()')
      }
      await apply(`host all ${new URL(primary.url).username} all reject\n${rules}`)
      const connecting = () =>
        execute(replica.url, 'select 1').then(
          () => '',
          ({ code }) => code,
        )
      await expect.poll(connecting, eventually).toBe('28000')
      const kysely = service.services.replicas?.reader(randomUUID()).getKysely()
      const gate = await closedGate(replica.ownerUrl)
      const read = () => gate.pass.execute(kysely as never)
      const { fallbacks } = await counted()
      const served = await countedDuring(async () => {
        const reading = Promise.all(Array.from({ length: 12 }, read))
        await expect.poll(async () => (await counted()).fallbacks, eventually).toBeGreaterThan(fallbacks)
        await gate.open()
        await reading
      }).finally(() => apply(rules))
      expect(served.replica + served.primary).toBe(12)
    },
  )

  testInCheck('no read fails on a replica when it conflicts with the replay of the log', async () => {
    const { id } = await make.tag()
    const delay = async (setting: string) => {
      await execute(replica.ownerUrl, `alter system set max_standby_streaming_delay = ${setting}`)
      await execute(replica.ownerUrl, 'select pg_reload_conf()')
    }
    await delay('0')
    const conflicts = async () => {
      const [row] = await execute<{ count: number }>(
        replica.ownerUrl,
        'select sum(confl_snapshot)::int as count from pg_stat_database_conflicts',
      )
      return row?.count
    }
    const before = await conflicts()
    const gate = await closedGate(replica.ownerUrl)
    const served = async () => {
      let isOver = false
      const reading = countedDuring(async () => {
        const kysely = service.services.replicas?.reader(randomUUID()).getKysely()
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from tags, ${gate.lock}`.execute(kysely as never)
        expect(rows[0]?.count).toBeGreaterThan(0)
      }).finally(() => {
        isOver = true
      })
      while (!isOver && !(await gate.isReached())) await sleep(10)
      await execute(primary.ownerUrl, `update tags set display_name = display_name || '!' where id = '${id}'`)
      await execute(primary.ownerUrl, 'vacuum tags')
      return reading
    }
    // A read may also go to the primary because the replica is slow; then there is no conflict yet.
    const outcome = async () => [await served(), (await conflicts()) !== before]
    await expect.poll(outcome, eventually).toEqual([{ replica: 0, primary: 1, fallbacks: 1 }, true])
    await delay('default')
  })
})

testInCheck('a read that takes longer than a second is answered too', async () => {
  await as('VIEWER')
  const [onReplica, onPrimary] = [await closedGate(replica.ownerUrl), await closedGate(primary.ownerUrl)]
  const served = () =>
    countedDuring(async () => {
      const kysely = service.services.replicas?.reader(randomUUID()).getKysely()
      await onReplica.close()
      const reading = onReplica.pass.execute(kysely as never)
      reading.catch(() => {})
      await expect.poll(onPrimary.isReached, eventually).toBe(true)
      await onReplica.open()
      await reading
    })
  // On a slow machine PostgreSQL may end the read before the gate opens.
  await expect.poll(served, eventually).toMatchObject({ replica: 0, primary: 0, fallbacks: 1 })
})

test.each([
  ['22012', 'select 1 / 0'],
  ['25006', 'delete from tags'],
])('a wrong statement fails on a replica too (%s)', async (code, statement) => {
  const kysely = service.services.replicas?.reader(randomUUID()).getKysely()
  const served = await countedDuring(() =>
    expect(sql.raw(statement).execute(kysely as never)).rejects.toMatchObject({ code }),
  )
  expect(served).toEqual({ replica: 0, primary: 0, fallbacks: 0 })
})

test('a session reads from the primary when a change may or may not have been stored', async () => {
  const { replicas } = service.services
  const session = randomUUID()
  const read = () => sql`select 1`.execute(replicas?.reader(session).getKysely() as never)
  const served = () => countedDuring(read)
  await expect.poll(served, eventually).toEqual({ replica: 1, primary: 0, fallbacks: 0 })
  await replicas?.knows([session], false)
  expect(await served()).toEqual({ replica: 0, primary: 1, fallbacks: 0 })
})

test('the caller is read from the primary, however far the replica is behind (D20)', async () => {
  const viewer = await as('VIEWER')
  await replica.pause()
  await execute(primary.ownerUrl, `update users set is_active = false where id = '${viewer.user.id}'`)
  expect((await viewer.get('/api/v1/tags/')).status).toBe(401)
})

test.each<[what: string, url: () => string]>([
  ['another cluster', () => inject('workingUrl')],
  ...onlyInCheck<[string, () => string]>([
    'another database of the cluster',
    () => databaseAt(replica.url, 'postgres'),
  ]),
])('the service does not start with %s for a replica', async (_, url) => {
  const { host } = new URL(url())
  await expect(startOn(url())).rejects.toThrow(
    `DATABASE_REPLICA_URL: ${host} is not a replica of DATABASE_URL`,
  )
})

test.each([
  ['the primary itself', 'not a replica', async () => primary.url],
  [
    'a replica that is away',
    'unreachable',
    async () => `postgresql://127.0.0.1:${await freePort()}/coverage`,
  ],
])('the service reads from the primary with %s for a replica', async (_, expected, url) => {
  const other = await startOn(await url())
  await expect.poll(() => state(other), eventually).toBe(expected)
  const viewer = await other.as('VIEWER')
  expect((await viewer.get('/api/v1/tags/')).status).toBe(200)
  expect((await counted(other)).primary).toBe(1)
  await other.close()
})

testInCheck(
  'a service started without its primary reads from the replica once the primary is back',
  async () => {
    const way = closedAfterTest(await cuttableProxy(primary.url))
    await way.cut()
    const other = await startService({
      env: { DATABASE_URL: way.url, DATABASE_REPLICA_URL: line.url },
      databaseUrl: async () => way.url,
    })
    expect(state(other)).toBe('unreachable')
    await way.restore()
    await expect.poll(() => state(other), eventually).toBe('in use')
    await other.close()
  },
)

testInCheck('a service that stops does not warn about its replica', async () => {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
  const other = await startService({
    env: { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: line.url },
    databaseUrl: async () => primary.url,
    log,
  })
  await expect.poll(() => state(other), eventually).toBe('in use')
  await other.close()
  await sleep(100)
  expect(warnings).toEqual([])
})

testInCheck('each session reads from one of several replicas', async () => {
  const several = await startOn(`${line.url},${replica.url}`)
  const read = async (sessionId: string) => {
    const before = await counted(several)
    const kysely = several.services.replicas?.reader(sessionId).getKysely()
    await sql`select 1`.execute(kysely as never)
    const after = await counted(several)
    return after.replica > before.replica ? 'first' : after.primary > before.primary ? 'primary' : 'second'
  }
  const readTwice = async (sessionId: string) => [await read(sessionId), await read(sessionId)]
  await expect.poll(() => readTwice('a'), eventually).toEqual(['second', 'second'])
  await expect.poll(() => readTwice('d'), eventually).toEqual(['first', 'first'])
  await line.cut()
  await expect.poll(() => read('d'), eventually).toBe('second')
  await several.close()
})
