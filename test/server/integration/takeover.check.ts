import { pino } from 'pino'
import { expect, test } from 'vitest'
import { poolOf } from '../../../entities/connection/pool.ts'
import { connect } from '../../../entities/orm.ts'
import { localCounts } from '../../../server/compose.ts'
import { Metrics } from '../../../server/metrics/metrics.ts'
import { PlannerThread } from '../../../server/planning/planner.ts'
import { serveOps } from '../../../server/serve.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { startReceiver, verify } from '../../setup/receiver.ts'
import { cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { execute } from '../../setup/stores/execute.ts'
import { makeWebhook, startSender } from '../../setup/webhooks.ts'

const { service, make } = await serviceForFile()

/** The processes of PostgreSQL that hold the turn to send. */
const holders = async () => {
  const rows = await execute<{ pid: number }>(
    service.ownerUrl,
    `select pid from pg_locks where locktype = 'advisory' and objid = 727278
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ pid }) => pid)
}

test('another process sends once the sender has lost its connections, and repeats what was under way', async () => {
  const receiver = closedAfterTest(await startReceiver())
  const proxy = closedAfterTest(await cuttableProxy(service.databaseUrl))
  const orm = closedAfterTest(connect(proxy.url))
  closedAfterTest(startSender(orm))
  await expect.poll(holders).toHaveLength(1)
  const [first] = await holders()
  closedAfterTest(startSender(service.orm))
  receiver.answer(() => new Promise(() => {}))
  const { deliveries } = await makeWebhook(service.orm, { url: receiver.url, subjects: ['tags'] })
  await make.tag()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(await holders()).toEqual([first])
  receiver.answer(() => ({ status: 200 }))
  await proxy.cut()
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  expect(await holders()).not.toEqual([first])
  await expect.poll(async () => (await deliveries()).map(({ status }) => status)).toEqual([200])
})

test('the sender keeps its turn while it reads many changes of which it has nobody to tell', async () => {
  const receiver = closedAfterTest(await startReceiver())
  const proxy = closedAfterTest(await cuttableProxy(service.databaseUrl))
  const orm = closedAfterTest(connect(proxy.url))
  Object.assign(poolOf(orm).options, { idle_in_transaction_session_timeout: 5000 })
  closedAfterTest(startSender(orm))
  await makeWebhook(service.orm, { url: receiver.url, subjects: ['org_units'] })
  const first = await make.unit()
  const lastTold = () => receiver.received.at(-1)?.message.data.id
  await expect.poll(lastTold).toBe(first.id)
  const turn = await holders()
  proxy.slow(50)
  await execute(
    service.ownerUrl,
    `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
      select gen_random_uuid(), 'M' || n, 'First', 'Last', n || '@clinic.example', 'ACTIVE', now(), now()
      from generate_series(1, 4000) n`,
  )
  const second = await make.unit()
  await expect.poll(lastTold, { timeout: 100_000 }).toBe(second.id)
  expect(await holders()).toEqual(turn)
}, 120_000)

test('secrets are sealed again when JWT_SECRET changes, before the previous one is forgotten', async () => {
  const receiver = closedAfterTest(await startReceiver())
  const { secret, stored } = await makeWebhook(service.orm, { url: receiver.url, subjects: ['tags'] })
  const former = (await stored()).secret
  const next = 'another secret of thirty-two bytes'
  const sender = startSender(service.orm, { secrets: [next, 'a secret of thirty-two bytes or so'] })
  await expect.poll(async () => (await stored()).secret === former).toBe(false)
  await sender.close()
  closedAfterTest(startSender(service.orm, { secrets: [next] }))
  await make.tag()
  await expect.poll(() => receiver.received.length).toBe(1)
  for (const message of receiver.received)
    expect(verify(secret, message)).toMatchObject({ type: 'tag.created' })
})

test('the service sends to the private networks of its settings, and its metrics show it', async () => {
  const receiver = closedAfterTest(await startReceiver())
  const env = {
    JWT_SECRET: 'a secret of thirty-two bytes or so',
    OPS_PORT: String(await freePort()),
    WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  }
  const settings = readSettings(env)
  const log = pino({ level: 'silent' })
  const shared = { settings, databaseUrl: service.databaseUrl, log, counts: localCounts(settings) }
  const ops = await serveOps({ ...shared, metrics: new Metrics(), planner: new PlannerThread() }, env)
  closedAfterTest({ close: ops.stop })
  const { name } = await makeWebhook(service.orm, { url: receiver.url, subjects: ['tags'] })
  await make.tag()
  await expect.poll(() => receiver.received.length).toBe(1)
  const metrics = async () => (await fetch(`${ops.address}/metrics`)).text()
  await expect.poll(metrics).toContain(`coverage_webhook_up{webhook="${name}"} 1\n`)
})
