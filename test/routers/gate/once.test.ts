import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { Tag } from '../../../entities/people/tag.ts'
import type { Input } from '../../../ops/examples/calls/call.ts'
import { appRouter } from '../../../routers/app-router.ts'
import { toTRPCError } from '../../../routers/gate/errors.ts'
import { type Meta, onlyReads } from '../../../routers/gate/meta.ts'
import { answerOnce } from '../../../routers/gate/once.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { conflict, Overtaken } from '../../../src/errors.ts'
import { theService } from '../../../src/logs/audit.ts'
import { untilQueued } from '../../expect/database.ts'
import { endpoints } from '../../expect/endpoints.ts'
import { callOverRest, inputsFor } from '../../setup/calls.ts'
import type { Answer, Client } from '../../setup/client.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import { execute } from '../../setup/stores/execute.ts'

const { service, make, admin } = await serviceForFile()
const inputOf = inputsFor(service, make)
const holder = new pg.Client(service.databaseUrl)
await holder.connect()
closedAfterAll({ close: () => holder.end() })

const withKey = (key: string = randomUUID()) => ({ headers: { 'Idempotency-Key': key } })

const newTag = () => ({ name: randomUUID().slice(0, 12), display_name: 'A tag', category: 'CONTRACT' })
type NewTag = ReturnType<typeof newTag>

const createTag = (options: object, tag: NewTag, client = admin) => client.post('/api/v1/tags/', tag, options)

const tagsNamed = ({ name }: NewTag) => service.orm.em.fork().count(Tag, { name })

const count = async (table: string) =>
  (await execute<{ count: number }>(service.ownerUrl, `select count(*)::int from ${table}`))[0]?.count

const shown = ({ status, body, headers }: Answer) => [status, body, headers.get('idempotent-replayed')]

async function change(client: Client, changes: Partial<User>) {
  const em = service.orm.em.fork()
  Object.assign(await em.findOneOrFail(User, client.user.id), changes)
  await em.flush()
}

type Procedures = Record<string, { _def: { type: string; meta: Meta } }>

const writes = Object.entries(appRouter._def.procedures as unknown as Procedures).flatMap(
  ([name, { _def }]) => (onlyReads(_def) || _def.meta.access === 'public' ? [] : [name]),
)

const inputsOfAccounts: Record<string, (client: Client) => Promise<Input>> = {
  'account.change_password': async () => ({
    current_password: password,
    new_password: 'another horse battery staple',
  }),
  async 'account.end_session'(client) {
    await service.anonymous().login(client.user.email, password)
    const { body } = await client.trpc('query', 'account.sessions')
    const { id } = body.find(({ is_current }: { is_current: boolean }) => !is_current)
    return { id, current_password: password }
  },
}

test.each(writes)('%s with a key is done once, and its repetition gets the same answer', async (name) => {
  const client = await service.as('ADMIN', { is_superuser: true })
  const endpoint = endpoints.find(([of]) => of === name)
  const input = (await inputsOfAccounts[name]?.(client)) ?? (await inputOf(name))
  const options = withKey()
  const first = endpoint
    ? await callOverRest(client, endpoint, input, options)
    : await client.trpc('mutation', name, input, options)
  expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([endpoint?.[3] ?? 200, null])
  const changes = await count('change_log')
  const isOver = name === 'auth.logout' || name === 'auth.deactivate'
  if (!isOver && endpoint)
    expect(shown(await callOverRest(client, endpoint, input, options))).toEqual([
      ...shown(first).slice(0, 2),
      'true',
    ])
  const overTrpc = await client.trpc('mutation', name, input, options)
  expect(overTrpc.status).toBe(isOver ? 401 : 200)
  if (!isOver) expect(overTrpc.body ?? '').toEqual(first.body ?? '')
  expect(await count('change_log')).toBe(changes)
  if (!isOver) expect((await createTag(options, newTag(), client)).status).toBe(422)
})

test('a key belongs to one request of one caller', async () => {
  const [tag, options] = [newTag(), withKey()]
  const first = await createTag(options, { ...tag, hours_delta: 8 } as NewTag)
  const sameInOtherWords = {
    category: 'CONTRACT',
    hours_delta: '8.00',
    display_name: ' A tag ',
    name: tag.name,
  }
  expect(shown(await createTag(options, sameInOtherWords))).toEqual([201, first.body, 'true'])
  const detail = 'This Idempotency-Key was already used with another request.'
  expect(shown(await createTag(options, tag))).toEqual([422, { detail }, null])
  expect(shown(await createTag(options, {} as NewTag))).toEqual([422, { detail }, null])
  const other = await service.as('MANAGER')
  expect(shown(await createTag(options, newTag(), other))).toEqual([201, expect.anything(), null])
  expect(await tagsNamed(tag)).toBe(1)
})

test('a refusal is answered again too, over both surfaces', async () => {
  const [tag, options] = [newTag(), withKey()]
  const { id } = (await createTag({}, tag)).body
  const refused = await createTag(options, tag)
  expect(refused.status).toBe(400)
  await admin.delete(`/api/v1/tags/${id}/`)
  expect(shown(await createTag(options, tag))).toEqual([400, refused.body, 'true'])
  expect(shown(await admin.trpc('mutation', 'tags.create', tag, options))).toEqual([
    400,
    refused.body,
    'true',
  ])
  expect((await createTag(withKey(), tag)).status).toBe(201)
  const invalid = withKey()
  const first = await admin.post('/trpc/tags.create', { name: 1 }, invalid)
  expect(shown(await admin.post('/trpc/tags.create', { name: 1 }, invalid))).toEqual([
    400,
    first.body,
    'true',
  ])
})

test('a refusal for missing rights is not kept, and whoever has lost their rights gets no kept answer', async () => {
  const [tag, options] = [newTag(), withKey()]
  const client = await service.as('VIEWER')
  expect((await createTag(options, tag, client)).status).toBe(403)
  await change(client, { role: 'MANAGER' })
  expect(shown(await createTag(options, tag, client))).toEqual([201, expect.anything(), null])
  await change(client, { role: 'VIEWER' })
  expect((await createTag(options, tag, client)).status).toBe(403)
  await change(client, { is_active: false })
  expect((await createTag(options, tag, client)).status).toBe(401)
})

test.each(['rest', 'trpc'])('of twenty at once with one key over %s one is done', async (surface) => {
  const [tag, options] = [newTag(), withKey()]
  const create = () =>
    surface === 'rest' ? createTag(options, tag) : admin.trpc('mutation', 'tags.create', tag, options)
  const answers = await Promise.all(Array.from({ length: 20 }, create))
  expect(await tagsNamed(tag)).toBe(1)
  const done = answers.filter(({ status }) => status < 300)
  expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
  expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
  const others = new Set(answers.filter((one) => !done.includes(one)).map(({ status }) => status))
  expect(others.isSubsetOf(new Set([409]))).toBe(true)
})

test('of twenty at once with one key and one If-Match none is refused as outdated', async () => {
  const { id } = await make.tag()
  const path = `/api/v1/tags/${id}/`
  const { headers } = withKey()
  const options = { headers: { ...headers, 'If-Match': (await admin.get(path)).headers.get('etag') ?? '' } }
  const patch = () => admin.patch(path, { description: 'new' }, options)
  const statuses = (await Promise.all(Array.from({ length: 20 }, patch))).map(({ status }) => status)
  expect(new Set([...statuses, 409])).toEqual(new Set([200, 409]))
})

test('while a request is in progress, another with its key is 409, and later gets its answer', async () => {
  await stopDeadlines(service)
  const { id } = await make.tag()
  const options = withKey()
  const patch = () => admin.patch(`/api/v1/tags/${id}/`, { description: 'new' }, options)
  await holder.query('begin')
  await holder.query(`select from tags where id = '${id}' for update`)
  const first = patch()
  await untilQueued(1, (statement) => holder.query(statement))
  const second = await patch()
  const detail = 'A request with this Idempotency-Key is still in progress.'
  expect([...shown(second), second.headers.get('retry-after')]).toEqual([409, { detail }, null, '1'])
  await holder.query('rollback')
  expect(shown(await first)).toEqual([200, expect.anything(), null])
  expect(shown(await patch())).toEqual([200, (await first).body, 'true'])
})

test('a write whose answer cannot be kept is not made', async () => {
  const [tag, options] = [newTag(), withKey()]
  await execute(service.ownerUrl, 'alter table kept_answers add constraint closed check (false) not valid')
  expect((await createTag(options, tag)).status).toBe(500)
  expect(await tagsNamed(tag)).toBe(0)
  await execute(service.ownerUrl, 'alter table kept_answers drop constraint closed')
  expect(shown(await createTag(options, tag))).toEqual([201, expect.anything(), null])
})

test.each(['', 'two words', 'é', 'x'.repeat(256)])('the key %j is refused with 400', async (key) => {
  const detail = 'Idempotency-Key: send 1 to 255 visible characters of ASCII.'
  expect(shown(await createTag(withKey(key), newTag()))).toEqual([400, { detail }, null])
})

test('a batch of two changes cannot have a key; one change beside reads can', async () => {
  const path = (names: string) => `/trpc/${names}?batch=1`
  const [options, tag] = [withKey(), newTag()]
  const two = await admin.post(path('tags.create,tags.create'), { 0: tag, 1: newTag() }, options)
  expect([two.status, two.body.error.data.body]).toEqual([
    400,
    { detail: 'Idempotency-Key: a batch may have one change only, because all calls share the key.' },
  ])
  const batch = { 0: tag, 1: { employee_ids: [(await make.employee()).id] } }
  const names = path('tags.create,hours.batch_balance')
  const first = await admin.post(names, batch, options)
  const again = await admin.post(names, batch, options)
  expect([first.status, again.body[0], await tagsNamed(tag)]).toEqual([200, first.body[0], 1])
})

test('the sweep forgets answers after a day', async () => {
  const [tag, options] = [newTag(), withKey()]
  const { body } = await createTag(options, tag)
  const sweepAt = (at: number) => sweep(service.orm, theService(new Date(at)), 'UTC')
  const kept = service.clock.now.getTime()
  await sweepAt(kept + 86_400_000)
  expect(shown(await createTag(options, tag))).toEqual([201, body, 'true'])
  await sweepAt(kept + 86_400_001)
  expect(await count('kept_answers')).toBe(0)
})

test('what is kept of a request says nothing of a password in it', async () => {
  const client = await service.as('VIEWER')
  const [options, input] = [withKey(), await inputsOfAccounts['account.end_session']?.(client)]
  const end = (current_password: string) =>
    client.trpc('mutation', 'account.end_session', { ...input, current_password }, options)
  expect((await end(password)).status).toBe(200)
  const again = await end('a guess')
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
})

test('another new password under the same key is another request, and a wrong current one may be mended', async () => {
  const client = await service.as('VIEWER')
  const options = withKey()
  const change = async (current_password: string, new_password: string) => {
    const input = { current_password, new_password }
    return (await client.trpc('mutation', 'account.change_password', input, options)).status
  }
  expect(await change('a guess', 'another horse battery staple')).toBe(400)
  expect(await change(password, 'another horse battery staple')).toBe(200)
  expect(await change(password, 'a third horse battery staple')).toBe(422)
})

test('neither the key nor the request is stored', async () => {
  const [tag, options] = [newTag(), withKey()]
  await createTag(options, tag)
  const [kept] = await execute<{ row: string }>(
    service.ownerUrl,
    `select row_to_json(k)::text as row from kept_answers k where answer like '%${tag.name}%'`,
  )
  expect(kept?.row).not.toContain(options.headers['Idempotency-Key'])
  expect(await count(`change_log where subject = 'kept_answers'`)).toBe(0)
})

test.each([
  [conflict('The state does not allow it.'), 1],
  [new Overtaken('The assignment was moved'), 2],
])('%s is kept only if it is final', async (cause, runs) => {
  const ctx = {
    surface: 'rest',
    services: service.services,
    headers: { 'idempotency-key': randomUUID() },
    response: { setHeader() {} },
  }
  const call = {
    ctx,
    meta: undefined,
    type: 'mutation',
    path: 'assignments.suspend',
    getRawInput: async () => ({}),
  }
  const added = { caller: { id: admin.user.id }, em: service.orm.em.fork(), now: new Date() }
  const run = vi.fn(async () => ({ ok: false as const, error: toTRPCError(cause) }))
  for (let repeat = 0; repeat < 2; repeat++)
    await answerOnce(call as never, added as never, run).catch((error) => expect(error).toEqual(cause))
  expect(run).toHaveBeenCalledTimes(runs)
})
