import { once } from 'node:events'
import { IncomingMessage, request } from 'node:http'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { untilQueued } from '../../expect/database.ts'
import type { Client } from '../../setup/client.ts'
import { stopDeadlines } from '../../setup/deadlines.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make, admin } = await serviceForFile()
const holder = new pg.Client(service.databaseUrl)
await holder.connect()
closedAfterAll({ close: () => holder.end() })

/** A change that is admitted now; its body arrives two seconds later by the service's clock, after `meanwhile`. */
async function changeSlowly(client: Client, meanwhile: () => Promise<unknown>) {
  const waiting = vi.spyOn(IncomingMessage.prototype, 'iterator')
  onTestFinished(() => waiting.mockRestore())
  const csrf = client.cookies.get('csrftoken')?.value ?? ''
  const sending = request(`${service.url}/api/v1/tags/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
      'X-CSRFToken': csrf,
      Cookie: `csrftoken=${csrf}; access_token=${client.cookies.get('access_token')?.value}`,
    },
  })
  const answered = once(sending, 'response')
  sending.flushHeaders()
  await vi.waitFor(() => expect(waiting).toHaveBeenCalled(), 30_000)
  await meanwhile()
  service.clock.now = new Date(service.clock.now.getTime() + 2000)
  sending.end(JSON.stringify({ name: `slow ${++tags}`, display_name: 'Slow', category: 'EXCEPTION' }))
  const [answer] = (await answered) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

let tags = 0

async function change(client: Client, verb: (user: User) => void) {
  const em = service.orm.em.fork()
  verb(await em.findOneOrFail(User, client.user.id))
  await em.flush()
}

test.each<[string, number, (client: Client) => Promise<unknown>]>([
  ['nothing else happens', 201, async () => {}],
  ['its session ends', 401, (client) => client.post('/api/v1/auth/logout/')],
  ['its user is deactivated', 401, (client) => change(client, (user) => user.deactivate())],
  [
    'its user gets another role',
    403,
    (client) =>
      change(client, (user) => {
        user.role = 'VIEWER'
      }),
  ],
])('a change with a slow body, while %s, is answered %i', async (_, status, meanwhile) => {
  const client = await service.as('MANAGER')
  expect(await changeSlowly(client, () => meanwhile(client))).toBe(status)
})

test.each<[string, number, (client: Client) => Promise<unknown>]>([
  ['user is deactivated', 401, (client) => change(client, (user) => user.deactivate())],
  ['user gets a new password', 401, (client) => change(client, (user) => user.setPassword('x'))],
  ['session ends by a logout', 401, (client) => client.copy().post('/api/v1/auth/logout/')],
  [
    'user gets another role',
    403,
    (client) =>
      change(client, (user) => {
        user.role = 'VIEWER'
      }),
  ],
])('a change whose %s while it waits for a lock is not stored', async (_, status, meanwhile) => {
  await stopDeadlines(service)
  const client = await service.as('MANAGER')
  const { id } = await make.tag()
  await holder.query('begin')
  await holder.query(`select from tags where id = '${id}' for update`)
  const changing = client.patch(`/api/v1/tags/${id}/`, { description: 'late' })
  await untilQueued(1, (statement) => holder.query(statement))
  await meanwhile(client)
  await holder.query('rollback')
  expect((await changing).status).toBe(status)
  expect((await admin.get(`/api/v1/tags/${id}/`)).body.description).toBe('')
})

test('a scenario is not kept for a user who is deactivated while it waits for the user’s others', async () => {
  await stopDeadlines(service)
  const client = await service.as('VIEWER')
  const { id: assignment } = await make.assignment()
  await holder.query('begin')
  await holder.query(`update users set is_active = false where id = '${client.user.id}'`)
  const sent = { name: 'Late', changes: [{ kind: 'ASSIGNMENT_ENDED', assignment }] }
  const keeping = client.post('/planning/v1/kept-scenarios/', sent)
  await untilQueued(1, (statement) => holder.query(statement))
  await holder.query('commit')
  expect((await keeping).status).toBe(401)
  expect((await admin.get('/planning/v1/kept-scenarios/')).body.count).toBe(0)
})

test('a plan is not shown to a user who is deactivated while the planner has yet to read the clinic', async () => {
  await stopDeadlines(service)
  const client = await service.as('VIEWER')
  await holder.query('begin')
  await holder.query('lock table assignments in access exclusive mode')
  const planning = client.get('/planning/v1/forecast/')
  await untilQueued(1, (statement) => holder.query(statement))
  await change(client, (user) => user.deactivate())
  service.clock.now = new Date(service.clock.now.getTime() + 2000)
  await holder.query('rollback')
  expect((await planning).status).toBe(401)
})
