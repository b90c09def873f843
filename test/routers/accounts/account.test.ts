import { beforeEach, describe, expect, test, vi } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import { hashPassword } from '../../../server/auth/passwords.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const { service } = await serviceForFile({ env: { THROTTLE_LOGIN: '4/hour' } })
const ops = closedAfterAll(await startConsole(service))

const another = 'a whole new phrase'
const at = { public: service.url, ops: ops.url }

beforeEach(async () => {
  await service.services.throttles.clear()
})

async function signIn(email: string, url = service.url, secret = password) {
  const client = new Client(url)
  const { status } = await client.login(email, secret)
  return { client, status }
}

const change = (client: Client, input: object) =>
  client.trpc('mutation', 'account.change_password', {
    current_password: password,
    new_password: another,
    ...input,
  })
const sessionsOf = async (client: Client) => (await client.trpc('query', 'account.sessions')).body
const isSignedIn = async (client: Client) => (await client.get('/api/v1/auth/me/')).status === 200

describe.each(Object.entries(at))('at the %s port', (_port, url) => {
  test('users who change their password stay signed in, and their other sessions end', async () => {
    const { email } = await service.addUser('VIEWER', { is_staff: true })
    const [{ client }, other] = [await signIn(email, url), await signIn(email)]
    const thief = client.copy()
    expect(await change(client, {})).toMatchObject({ status: 200 })
    expect([await isSignedIn(client), await isSignedIn(other.client)]).toEqual([true, false])
    expect((await client.post('/api/v1/auth/token/refresh/')).status).toBe(200)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await thief.post('/api/v1/auth/token/refresh/')).status).toBe(401)
    expect(await sessionsOf(client)).toMatchObject([{ is_current: true }])
    expect((await signIn(email)).status).toBe(400)
    expect((await signIn(email, url, another)).status).toBe(200)
  })
})

test('one of two simultaneous password changes succeeds, and the session of the other ends', async () => {
  const { email } = await service.addUser('VIEWER')
  const clients = [(await signIn(email)).client, (await signIn(email)).client] as const
  const answers = await Promise.all(
    clients.map((client, nth) => change(client, { new_password: `${another} ${nth}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const winner = answers.findIndex(({ status }) => status === 200)
  expect((await signIn(email, service.url, `${another} ${winner}`)).status).toBe(200)
})

test('a caller whose password another session has just changed is signed out, and not told that it is wrong', async () => {
  const { email } = await service.addUser('VIEWER')
  const [late, winner] = [(await signIn(email)).client, (await signIn(email)).client]
  const { sessions } = service.services
  const verify = sessions.verifyPassword
  vi.spyOn(sessions, 'verifyPassword').mockImplementationOnce(async (...given) => {
    expect((await change(winner, { new_password: another })).status).toBe(200)
    return verify(...given)
  })
  expect((await change(late, { new_password: `${another} too` })).status).toBe(401)
})

test('a wrong current password changes nothing, and can be tried only as often as a login', async () => {
  const { email } = await service.addUser('EMPLOYEE')
  const { client } = await signIn(email)
  const attempt = () => change(client, { current_password: 'a wrong password' })
  for (let tries = 0; tries < 4; tries++) {
    await expectAnswer(attempt(), 400, {
      current_password: ['Your password was entered incorrectly. Please enter it again.'],
    })
  }
  expect((await attempt()).status).toBe(429)
  expect((await change(client, {})).status).toBe(429)
  expect((await signIn(email)).status).toBe(200)
})

test.each([
  ['kQ7#vLp2', ['This password is too short. It must contain at least 12 characters.']],
  ['password1234', ['This password is too common.']],
  ['Someone.Special@clinic.example', ['The password is too similar to the email.']],
  ['Workforce Coverage', ['The password is too similar to the product’s name.']],
  [password, ['The new password must differ from the current one.']],
  ['', ['This field may not be blank.']],
])('the new password "%s" is refused', async (new_password, messages) => {
  const user =
    (await service.orm.em.fork().findOne(User, { email: 'someone.special@clinic.example' })) ??
    (await service.addUser('VIEWER', { email: 'someone.special@clinic.example' }))
  const { client } = await signIn(user.email)
  await expectAnswer(change(client, { new_password }), 400, { new_password: messages })
  expect(await isSignedIn(client)).toBe(true)
})

test('a password from before the policy still signs in, and can be changed', async () => {
  const { email } = await service.addUser('VIEWER', { password_hash: await hashPassword('a') })
  const { client } = await signIn(email, service.url, 'a')
  expect((await change(client, { current_password: 'a' })).status).toBe(200)
})

test('users see their own sessions with address and program', async () => {
  const user = await service.addUser('EMPLOYEE')
  const client = new Client(service.url)
  const login = (headers: Record<string, string>) =>
    client.post('/api/v1/auth/login/', { email: user.email, password }, { headers })
  await login({ 'User-Agent': 'Phone/1.0' })
  await service.as('EMPLOYEE')
  expect(await sessionsOf(client)).toEqual([
    {
      id: expect.any(String),
      started_at: '2026-03-04T10:00:00.000Z',
      refreshed_at: '2026-03-04T10:00:00.000Z',
      expires_at: '2026-03-11T10:00:00.000Z',
      address: '127.0.0.1',
      user_agent: 'Phone/1.0',
      is_current: true,
    },
  ])
})

test('users can end their own sessions only', async () => {
  const user = await service.addUser('EMPLOYEE')
  const [{ client }, lost] = [await signIn(user.email), await signIn(user.email)]
  const stranger = await service.as('EMPLOYEE')
  const [foreign] = await sessionsOf(stranger)
  const end = (id: string, current_password = password) =>
    client.trpc('mutation', 'account.end_session', { id, current_password })
  const found = (await sessionsOf(client)).find(({ is_current }: { is_current: boolean }) => !is_current)
  expect((await end(found.id, 'a wrong password')).body).toEqual({
    current_password: ['Your password was entered incorrectly. Please enter it again.'],
  })
  expect(await isSignedIn(lost.client)).toBe(true)
  expect((await end(found.id)).status).toBe(200)
  expect([await isSignedIn(client), await isSignedIn(lost.client)]).toEqual([true, false])
  expect((await lost.client.post('/api/v1/auth/token/refresh/')).status).toBe(401)
  for (const id of [found.id, foreign.id, 'unknown', ''])
    expect((await end(id)).body).toEqual({ detail: 'Not found.' })
  expect(await isSignedIn(stranger)).toBe(true)
})

test('the sessions of a user are refused to anonymous callers', async () => {
  expect((await service.anonymous().trpc('query', 'account.sessions')).status).toBe(401)
})

test('a change of the password without a session is 401, and without its CSRF token 403', async () => {
  expect((await change(service.anonymous(), {})).status).toBe(401)
  const { client } = await signIn((await service.addUser('VIEWER')).email)
  const answer = await client.post(
    '/trpc/account.change_password',
    { current_password: password, new_password: another },
    { headers: { 'X-CSRFToken': '' } },
  )
  expect(answer.status).toBe(403)
})

test('REST does not serve the procedures of the own account', async () => {
  const { client } = await signIn((await service.addUser('VIEWER')).email)
  for (const path of ['/api/v1/account/', '/api/v1/account/sessions/', '/api/v1/auth/sessions/'])
    expect((await client.get(path)).status).toBe(404)
})
