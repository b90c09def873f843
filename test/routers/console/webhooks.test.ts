import { beforeAll, expect, test } from 'vitest'
import { WebhookEndpoint } from '../../../entities/integration/webhook-endpoint.ts'
import { ChangeLog } from '../../../entities/logs/change-log.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../setup/fixture.ts'
import { startReceiver } from '../../setup/receiver.ts'
import { execute } from '../../setup/stores/execute.ts'
import { makeWebhook, startSender } from '../../setup/webhooks.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
let operator: Client
beforeAll(async () => {
  operator = await ops.confirmed('ADMIN')
})

const reason = 'for payroll'
const at = '2026-03-04T10:00:00.000Z'
const ask = async (name: string, input?: unknown) =>
  (await operator.trpc('query', `operator.${name}`, input)).body
const act = (name: string, input: object, client = operator) =>
  client.trpc('mutation', `operator.webhooks.${name}`, { reason, ...input })

let created = 0
async function create(fields: object = {}) {
  const given = { name: `Payroll ${++created}`, url: 'https://payroll.example/hook', subjects: [], ...fields }
  const { body } = await act('create', given)
  return body as { id: string; name: string; secret: string }
}

test('a new webhook has a secret, which is shown once and stored sealed', async () => {
  const { id, name, secret } = await create({ subjects: ['employees', 'assignments'] })
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await ask('webhooks.get', { id })).toEqual({
    id,
    name,
    url: 'https://payroll.example/hook',
    subjects: ['employees', 'assignments'],
    rotated_at: null,
    failures: 0,
    failing_since: null,
    next_attempt_at: null,
    off_since: null,
    off_reason: null,
    created_at: at,
    last_sent_at: null,
    last_status: null,
  })
  const em = service.orm.em.fork()
  const stored = JSON.stringify([
    await em.find(WebhookEndpoint, { id }),
    await em.find(ChangeLog, { subject_id: id }),
    await ask('webhooks.list'),
    await ask('audit.list'),
    await ask('audit.changes'),
  ])
  expect(stored).not.toContain(secret.slice(6))
})

test('what is done to a webhook is in both logs, without its secrets', async () => {
  const { id, name, secret } = await create()
  const { body: rotated } = await act('rotate', { id })
  expect(rotated).toEqual({ id, name, secret: expect.stringMatching(/^whsec_/) })
  expect(rotated.secret).not.toBe(secret)
  expect(await ask('webhooks.get', { id })).toMatchObject({ rotated_at: at })
  await act('switch_off', { id })
  expect(await ask('webhooks.get', { id })).toMatchObject({ off_reason: 'OPERATOR', off_since: at })
  await act('switch_on', { id })
  expect(await ask('webhooks.get', { id })).toMatchObject({ off_reason: null, off_since: null })
  await act('test', { id })
  await act('delete', { id })
  expect((await operator.trpc('query', 'operator.webhooks.get', { id })).status).toBe(404)
  const { results } = await ask('audit.list', { search: name })
  const actions = ['delete', 'test', 'switch_on', 'switch_off', 'rotate', 'create']
  expect(results.map((entry: { action: string }) => entry.action)).toEqual(
    actions.map((action) => `webhooks.${action}`),
  )
  expect(results.at(-1)).toMatchObject({ target: name, reason, subjects: [] })
  const em = service.orm.em.fork()
  const changes = await em.find(ChangeLog, { subject_id: id }, { orderBy: { id: 'asc' } })
  expect(changes.map(({ action, after }) => [action, after])).toEqual([
    ['CREATE', expect.objectContaining({ name, secret: '(hidden)', url: 'https://payroll.example/hook' })],
    ['UPDATE', { secret: '(hidden)', previous_secret: '(hidden)', rotated_at: expect.any(String) }],
    ['UPDATE', { off_since: expect.any(String), off_reason: 'OPERATOR' }],
    ['UPDATE', { off_since: null, off_reason: null }],
    ['DELETE', null],
  ])
})

test('the sender delivers a test, and a message once more, also to a webhook that is switched off', async () => {
  const receiver = closedAfterTest(await startReceiver())
  closedAfterTest(startSender(service.orm))
  const { id, stored, deliveries } = await makeWebhook(service.orm, { url: receiver.url, subjects: ['tags'] })
  const tag = await make.tag()
  await expect.poll(async () => (await deliveries()).length).toBe(1)
  await act('switch_off', { id })
  receiver.answer(() => ({ status: 201, body: 'Thanks' }))
  const [first] = await deliveries()
  expect((await act('send_again', { id, delivery_id: first?.id })).status).toBe(200)
  expect((await act('test', { id })).status).toBe(200)
  await expect.poll(() => receiver.received.length).toBe(3)
  const [sent, again, tried] = receiver.received
  expect([again?.id, again?.body]).toEqual([sent?.id, sent?.body])
  expect(sent?.message.data.id).toBe(tag.id)
  expect(tried?.message).toEqual({ type: 'webhook.test', timestamp: at, data: {} })
  await expect.poll(async () => (await ask('webhooks.get', { id })).last_status).toBe(201)
  const { results } = await ask('webhooks.deliveries', { id })
  expect(results.slice(0, 2)).toMatchObject([
    { type: 'webhook.test', attempt: 1, status: 201, answer: 'Thanks', is_repeatable: false },
    { message_id: sent?.id, type: 'tag.created', attempt: 1, status: 201, is_repeatable: true },
  ])
  expect((await act('send_again', { id, delivery_id: results[0].id })).body).toEqual({
    detail: 'A test is not sent again. Send another one.',
  })
  const other = await create()
  expect((await act('send_again', { id: other.id, delivery_id: first?.id })).status).toBe(404)
  expect((await stored()).off_reason).toBe('OPERATOR')
})

test.each([
  [{ name: ' ' }, { name: ['This field may not be blank.'] }],
  [{ url: 'ftp://payroll.example' }, { url: ['Enter an address that begins with https://.'] }],
  [{ subjects: ['users'] }, { subjects: [expect.any(String)] }],
])('a webhook with %j is refused', async (fields, body) => {
  const given = { name: 'Refused', url: 'https://payroll.example', subjects: [], ...fields }
  expect(await act('create', given)).toMatchObject({ status: 400, body })
})

test('the names of webhooks differ, and there are at most 100 of them', async () => {
  const { name } = await create()
  const given = { name, url: 'https://payroll.example', subjects: [] }
  expect((await act('create', given)).body).toEqual({ name: ['webhook with this name already exists.'] })
  await execute(
    service.ownerUrl,
    `insert into webhook_endpoints (id, name, url, subjects, secret, cursor, off_reason, created_at)
      select gen_random_uuid(), 'Many ' || n, '', '{}', '', '', 'OPERATOR', now()
      from generate_series(1, 100 - (select count(*)::int from webhook_endpoints)) n`,
  )
  expect(await act('create', { ...given, name: 'One too many' })).toMatchObject({
    status: 409,
    body: { detail: 'There are 100 webhooks already, the maximum. Delete one of them first.' },
  })
})

test('secrets are shown after the operator has confirmed their password', async () => {
  const [{ id }] = (await ask('webhooks.list')).results
  const unconfirmed = await ops.as('ADMIN')
  const given = { name: 'Unconfirmed', url: 'https://payroll.example', subjects: [] }
  expect((await act('create', given, unconfirmed)).status).toBe(403)
  expect((await act('rotate', { id }, unconfirmed)).status).toBe(403)
})
