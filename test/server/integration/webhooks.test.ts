import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { readChanges } from '../../../entities/integration/changes.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { type Received, startReceiver, verify } from '../../setup/receiver.ts'
import { execute } from '../../setup/stores/execute.ts'
import { makeWebhook, startSender } from '../../setup/webhooks.ts'

const { service, make, admin } = await serviceForFile()
const lines: { webhook?: string; reason?: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
const sender = closedAfterAll(startSender(service.orm, { log }))

const start = new Date('2026-03-04T10:00:00.000Z')
const [seconds, hours, days] = [1000, 3_600_000, 86_400_000]
const time = vi.spyOn(Date, 'now')
const setTime = (after: number) => time.mockReturnValue(start.getTime() + after)
beforeEach(() => setTime(0))
afterEach(() => execute(service.ownerUrl, 'delete from webhook_endpoints'))
afterAll(() => time.mockRestore())

const receiver = async () => closedAfterTest(await startReceiver())
const titles = (received: Received[]) => received.map(({ message }) => message.data.after?.display_name)
const tagNames = async (...names: string[]) => {
  for (const display_name of names) await make.tag({ display_name })
}

test('a change is sent with its values before and after, signed as Standard Webhooks says', async () => {
  const { url, received } = await receiver()
  const { secret, deliveries } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  const tag = (
    await admin.post('/api/v1/tags/', { name: 'Night', display_name: 'Nights', category: 'QUALIFICATION' })
  ).body
  await admin.patch(`/api/v1/tags/${tag.id}/`, { display_name: 'Fit for nights' })
  await expect.poll(() => received.length).toBe(2)
  const [created, updated] = received as [Received, Received]
  expect(verify(secret, created)).toMatchObject({ type: 'tag.created', data: { before: null } })
  expect(verify(secret, updated)).toEqual({
    type: 'tag.updated',
    timestamp: '2026-03-04T10:00:00.001Z',
    data: {
      subject: 'tags',
      id: tag.id,
      action: 'UPDATE',
      before: { display_name: 'Nights' },
      after: { display_name: 'Fit for nights' },
      actor: admin.user.id,
      via: 'rest',
      changed_at: '2026-03-04T10:00:00.001Z',
    },
  })
  expect(updated.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^change_\d+_\d+$/),
    'webhook-timestamp': `${start.getTime() / 1000}`,
  })
  await expect.poll(async () => (await deliveries()).length).toBe(2)
  expect((await deliveries())[1]).toMatchObject({
    message_id: updated.id,
    type: 'tag.updated',
    attempt: 1,
    created_at: start.toISOString(),
    sent_at: start.toISOString(),
    status: 204,
    answer: '',
    milliseconds: expect.any(Number),
    is_repeatable: true,
  })
  expect(await sender.metrics()).toContain('coverage_webhook_attempts_total{outcome="delivered"} 2\n')
})

test('messages arrive in the order of the changes, one at a time, and no endpoint waits for another', async () => {
  const [slow, quick] = [await receiver(), await receiver()]
  const { promise, resolve } = Promise.withResolvers<void>()
  slow.answer(() => promise.then(() => ({ status: 200 })))
  const subjects = ['tags' as const]
  const { stored } = await makeWebhook(service.orm, { url: slow.url, subjects })
  await makeWebhook(service.orm, { url: quick.url, subjects })
  await tagNames('First')
  await expect.poll(() => titles(slow.received)).toEqual(['First'])
  await tagNames('Second', 'Third')
  await expect.poll(() => titles(quick.received)).toEqual(['First', 'Second', 'Third'])
  expect(titles(slow.received)).toEqual(['First'])
  resolve()
  await expect.poll(() => titles(slow.received)).toEqual(['First', 'Second', 'Third'])
  expect((await stored()).failures).toBe(0)
})

test('an endpoint is told of the subjects that it was made for', async () => {
  const { url, received } = await receiver()
  await makeWebhook(service.orm, { url, subjects: ['employees', 'org_units'] })
  const { id } = await make.employee()
  await make.tag()
  const unit = await make.unit()
  await expect.poll(() => received.at(-1)?.message.data.id).toBe(unit.id)
  expect(received[0]?.message).toMatchObject({ type: 'employee.created', data: { id } })
  expect(received.every(({ message }) => /^(employee|org_unit)\./.test(message.type))).toBe(true)
})

test('an endpoint is told of what follows a change that it is not told of', async () => {
  const { url, received } = await receiver()
  const [tag, unit] = [await make.tag(), await make.unit()]
  await makeWebhook(service.orm, { url, subjects: ['tags'] })
  const names = ['First', 'Second', 'Third']
  for (const [index, name] of names.entries()) {
    await execute(
      service.ownerUrl,
      `update tags set display_name = '${name}' where id = '${tag.id}';
        update org_units set short_name = '${name}' where id = '${unit.id}'`,
    )
    await expect.poll(() => titles(received)).toEqual(names.slice(0, index + 1))
  }
})

test('a message that is refused is sent again, with the same id and body, before all later ones', async () => {
  const { url, received, answer } = await receiver()
  answer(() => ({ status: 503, body: 'Come back later\0' }))
  const { name, secret, stored, deliveries } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  await tagNames('First', 'Second')
  await expect.poll(async () => (await stored()).failures).toBe(1)
  const wait = Number((await stored()).next_attempt_at) - start.getTime()
  expect([wait >= 4 * seconds, wait <= 6 * seconds]).toEqual([true, true])
  expect(await sender.metrics()).toContain(`coverage_webhook_backlog_seconds{webhook="${name}"} 0\n`)
  setTime(10 * seconds)
  await expect.poll(async () => (await stored()).failures).toBe(2)
  expect(await sender.metrics()).toContain(`coverage_webhook_backlog_seconds{webhook="${name}"} 10\n`)
  answer(() => ({ status: 200 }))
  setTime(60 * seconds)
  await expect.poll(() => titles(received)).toEqual(['First', 'First', 'First', 'Second'])
  const [first, second, third] = received as [Received, Received, Received]
  expect([first.id, first.body]).toEqual([third.id, third.body])
  expect(second.headers['webhook-timestamp']).toBe(`${start.getTime() / 1000 + 10}`)
  expect(verify(secret, third)).toBeTruthy()
  await expect.poll(async () => (await deliveries()).length).toBe(4)
  expect((await deliveries()).map(({ attempt, status, answer }) => [attempt, status, answer])).toEqual([
    [1, 503, 'Come back later'],
    [2, 503, 'Come back later'],
    [3, 200, ''],
    [1, 200, ''],
  ])
  expect(await stored()).toMatchObject({ failures: 0, failing_since: null, next_attempt_at: null })
})

test('an endpoint of which a delivery could not be stored is tried again after a minute, while another one is busy', async () => {
  const [slow, other] = [await receiver(), await receiver()]
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  slow.answer(() => promise)
  const subjects = ['tags' as const]
  await makeWebhook(service.orm, { url: slow.url, subjects })
  const { id, deliveries } = await makeWebhook(service.orm, { url: other.url, subjects })
  await execute(
    service.ownerUrl,
    `create function refuse_delivery() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$;
      create trigger refuse_delivery before insert on webhook_deliveries for each row
      when (new.endpoint_id = '${id}') execute function refuse_delivery()`,
  )
  onTestFinished(async () => {
    await execute(service.ownerUrl, 'drop function if exists refuse_delivery cascade')
  })
  await tagNames('First')
  await expect.poll(() => lines.at(-1)).toMatchObject({ msg: 'a webhook cannot be sent', webhook: id })
  await execute(service.ownerUrl, 'drop function refuse_delivery cascade')
  setTime(60 * seconds)
  await expect.poll(async () => (await deliveries()).map(({ status }) => status)).toEqual([204])
  expect(titles(other.received)).toEqual(['First', 'First'])
  expect(titles(slow.received)).toEqual(['First'])
  resolve({ status: 204 })
})

test('an endpoint that fails for three days is switched off, and goes on where it stopped when switched on', async () => {
  const { url, received, answer } = await receiver()
  answer(() => ({ status: 500 }))
  const { name, stored, change } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  await tagNames('First', 'Second')
  await expect.poll(async () => (await stored()).failures).toBe(1)
  setTime(3 * days - 1)
  await expect.poll(async () => (await stored()).failures).toBe(2)
  expect((await stored()).off_reason).toBeNull()
  setTime(3 * days + 5 * hours)
  await expect.poll(async () => (await stored()).off_reason).toBe('FAILED')
  expect(lines).toContainEqual(expect.objectContaining({ webhook: name, reason: 'FAILED' }))
  await expect.poll(sender.metrics).toContain(`coverage_webhook_up{webhook="${name}"} 0\n`)
  const changes = await execute(
    service.databaseUrl,
    `select via, after->>'off_reason' as reason from change_log where subject = 'webhook_endpoints' and action = 'UPDATE'
      and subject_id = '${(await stored()).id}'`,
  )
  expect(changes).toEqual([{ via: 'service', reason: 'FAILED' }])
  answer(() => ({ status: 200 }))
  await change((endpoint) => endpoint.switchOn(''))
  await expect.poll(() => titles(received)).toEqual(['First', 'First', 'First', 'First', 'Second'])
  await expect.poll(sender.metrics).toContain(`coverage_webhook_up{webhook="${name}"} 1\n`)
})

test('an endpoint that answers 410 is switched off at once', async () => {
  const { url, received, answer } = await receiver()
  answer(() => ({ status: 410 }))
  const { name, stored } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  await tagNames('First', 'Second')
  await expect.poll(async () => (await stored()).off_reason).toBe('GONE')
  expect(titles(received)).toEqual(['First'])
  expect(lines).toContainEqual(expect.objectContaining({ webhook: name, reason: 'GONE' }))
})

test('a redirect, an answer that does not end and a private address are failures', async () => {
  sender.reach.timeout = 1000
  onTestFinished(() => void delete sender.reach.timeout)
  const [redirecting, endless] = [await receiver(), await receiver()]
  redirecting.answer(() => ({ status: 302, headers: { Location: endless.url } }))
  endless.answer(() => new Promise(() => {}))
  const addresses = [redirecting.url, endless.url, 'http://169.254.169.254/latest/meta-data/']
  const webhooks = await Promise.all(
    addresses.map((url) => makeWebhook(service.orm, { url, subjects: ['tags'] })),
  )
  await make.tag()
  for (const { stored } of webhooks) await expect.poll(async () => (await stored()).failures).toBe(1)
  const outcomes = await Promise.all(webhooks.map(async ({ deliveries }) => (await deliveries())[0]))
  expect(outcomes.map((delivery) => [delivery?.status, delivery?.answer])).toEqual([
    [302, ''],
    [null, 'There was no complete answer within 1 seconds.'],
    [null, '169.254.169.254 leads to 169.254.169.254, which is not a public address.'],
  ])
  expect(endless.received).toHaveLength(1)
})

test('an endpoint whose place the log no longer has is switched off, and begins anew when switched on', async () => {
  const { url, received } = await receiver()
  const { stored, change } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  // The sender looks at the place once there is news, and may be storing a later one at this moment.
  const lose = async () => {
    await change((endpoint) => {
      endpoint.cursor = '1.1.1.1'
    })
    await tagNames('News')
    return (await stored()).off_reason
  }
  await expect.poll(lose).toBe('BEHIND')
  await tagNames('Lost')
  const { cursor } = await readChanges(service.orm.em.fork(), { limit: 1 })
  await change((endpoint) => endpoint.switchOn(cursor))
  await tagNames('New')
  await expect.poll(() => titles(received).filter((title) => title !== 'News')).toEqual(['New'])
})

test('for a day after a rotation both secrets sign, and then only the new one', async () => {
  const { url, received } = await receiver()
  const { secret, rotate } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  const next = await rotate()
  setTime(24 * hours - 1)
  await tagNames('During')
  await expect.poll(() => received.length).toBe(1)
  const [during] = received as [Received]
  expect([verify(secret, during), verify(next, during)]).toHaveLength(2)
  setTime(24 * hours)
  await tagNames('After')
  await expect.poll(() => received.length).toBe(2)
  const after = received[1] as Received
  expect(verify(next, after)).toBeTruthy()
  expect(() => verify(secret, after)).toThrow('No matching signature found')
})

test('an address and a secret that are replaced while changes are sent are used from the next one on', async () => {
  const [former, next] = [await receiver(), await receiver()]
  const { promise, resolve } = Promise.withResolvers<{ status: number }>()
  former.answer(() => promise)
  const { rotate, change } = await makeWebhook(service.orm, { url: former.url, subjects: ['tags'] })
  await tagNames('First', 'Second')
  await expect.poll(() => former.received.length).toBe(1)
  const secret = await rotate()
  await change((endpoint) => {
    endpoint.url = next.url
  })
  resolve({ status: 204 })
  await expect.poll(() => titles(next.received)).toEqual(['Second'])
  expect(verify(secret, next.received[0] as Received)).toBeTruthy()
  expect(titles(former.received)).toEqual(['First'])
})

test('deliveries are kept for 30 days', async () => {
  const { url } = await receiver()
  const { deliveries } = await makeWebhook(service.orm, { url, subjects: ['tags'] })
  await tagNames('First')
  await expect.poll(async () => (await deliveries()).length).toBe(1)
  const sweepAfter = (time: number) => sweep(service.orm, theService(new Date(start.getTime() + time)), 'UTC')
  await sweepAfter(30 * days)
  expect(await deliveries()).toHaveLength(1)
  await sweepAfter(30 * days + 1)
  expect(await deliveries()).toEqual([])
})
