import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetLoginAddresses } from '../../../../entities/accounts/login-address.ts'
import type { User } from '../../../../entities/accounts/user.ts'
import { startConsole } from '../../../setup/console.ts'
import { closedAfterAll, closedAfterTest, serviceForFile } from '../../../setup/fixture.ts'
import { openWindows } from '../../../setup/open-windows.ts'
import { isCheck } from '../../../setup/run/ring.ts'
import { password, startService } from '../../../setup/service.ts'

const env = { TRUST_PROXY: '1', THROTTLE_ACCOUNT: '3/hour' }
const { service } = await serviceForFile({ env })
const inMemory = isCheck ? [closedAfterAll(await startService({ env: { ...env, REDIS_URL: '' } }))] : []
const { now } = service.clock

afterEach(async () => {
  for (const { clock } of [service, ...inMemory]) clock.now = now
  await service.services.throttles.clear()
})

const login = (at: typeof service, address: string, body: { email: string; password: string }) =>
  at.anonymous().post('/api/v1/auth/login/', body, { headers: { 'X-Forwarded-For': address } })

/** The statuses of that many guesses, each from another address. */
async function guess(at: typeof service, email: string, times: number) {
  const statuses = []
  for (let i = 1; i <= times; i++)
    statuses.push((await login(at, `203.0.113.${i}`, { email, password: 'a wrong guess' })).status)
  return statuses
}

const used = async (at = service) =>
  (await openWindows(at.services.throttles))
    .filter(({ scope, used }) => scope === 'account' && used > 0)
    .map(({ key, used }) => [key, used])

const rightOf = ({ email }: User) => ({ email, password })

describe.each([['Redis', service] as const, ...inMemory.map((one) => ['memory', one] as const)])(
  'failed logins, counted in %s,',
  (_, at) => {
    test('failed logins are limited by account across all addresses, after which the right password is refused too', async () => {
      const user = await at.addUser('VIEWER')
      expect(await guess(at, user.email, 5)).toEqual([400, 400, 400, 429, 429])
      const { status, body, headers } = await login(at, '198.51.100.1', rightOf(user))
      expect([status, body]).toEqual([
        429,
        { detail: expect.stringMatching(/^Request was throttled\. Expected available in 3\d{3} seconds\.$/) },
      ])
      expect(headers.get('retry-after')).toMatch(/^3\d{3}$/)
      expect(headers.getSetCookie()).toEqual([])
    })

    test('failed logins do not lock out a newcomer with a temporary password, and reveal nothing about it', async () => {
      const expires = new Date(now.getTime() + 3_600_000)
      const user = await at.addUser('VIEWER', { password_expires_at: expires })
      expect(await guess(at, user.email, 5)).toEqual([400, 400, 400, 429, 429])
      expect((await login(at, '198.51.100.1', rightOf(user))).status).toBe(200)
      at.clock.now = expires
      expect((await login(at, '198.51.100.2', rightOf(user))).status).toBe(429)
    })

    test('a block by an operator holds for temporary passwords too', async () => {
      const user = await at.addUser('VIEWER', { password_expires_at: new Date(now.getTime() + 3_600_000) })
      await at.services.throttles.block({ scope: 'account', key: user.id }, 60_000)
      expect((await login(at, '198.51.100.1', rightOf(user))).status).toBe(429)
      await at.services.throttles.lift({ scope: 'account', key: user.id })
    })

    test('failed logins do not lock out an owner at an address or /64 of an earlier login', async () => {
      const user = await at.addUser('VIEWER')
      await login(at, '198.51.100.1', rightOf(user))
      await login(at, '2001:db8:0:7::1', rightOf(user))
      expect(await guess(at, user.email, 5)).toEqual([400, 400, 400, 429, 429])
      expect((await login(at, '198.51.100.1:4711', rightOf(user))).status).toBe(200)
      expect((await login(at, '2001:db8:0:7:aaaa::2', rightOf(user))).status).toBe(200)
      expect((await login(at, '2001:db8:0:8::1', rightOf(user))).status).toBe(429)
    })

    test('simultaneous failed logins are counted exactly', async () => {
      const { email } = await at.addUser('VIEWER')
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => login(at, `203.0.113.${i}`, { email, password: 'x' })),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([
        ...Array(3).fill(400),
        ...Array(7).fill(429),
      ])
    })

    test('failed logins with an unknown email are answered and counted in the same way', async () => {
      const email = 'MyS3cret@Passw.ord'
      expect(await guess(at, email, 5)).toEqual([400, 400, 400, 429, 429])
      expect(await guess(at, email.toLowerCase(), 1)).toEqual([429])
    })
  },
)

test('the key of an unknown email does not reveal the typed text; the key of an account shows its user', async () => {
  const user = await service.addUser('VIEWER', { email: 'Somebody@clinic.example' })
  await guess(service, 'MyS3cret@Passw.ord', 1)
  await guess(service, 'someBODY@clinic.example', 2)
  expect(await used()).toHaveLength(2)
  expect(await used()).toEqual(
    expect.arrayContaining([
      [user.id, 2],
      [expect.stringMatching(/^unknown:[\w-]{22}$/), 1],
    ]),
  )
})

test('neither a successful login nor a failure at an address of the account is counted', async () => {
  const user = await service.addUser('VIEWER')
  expect((await login(service, '198.51.100.1', rightOf(user))).status).toBe(200)
  expect(await used()).toEqual([])
  for (let i = 0; i < 5; i++)
    expect((await login(service, '198.51.100.1', { email: user.email, password: 'x' })).status).toBe(400)
  expect(await used()).toEqual([])
})

test('an address is forgotten 30 days after the last login from it', async () => {
  const user = await service.addUser('VIEWER')
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000)
  const isKnown = async (day: number) => {
    service.clock.now = days(day)
    await guess(service, user.email, 4)
    const { status } = await login(service, '198.51.100.1', rightOf(user))
    return status === 200
  }
  await login(service, '198.51.100.1', rightOf(user))
  expect(await isKnown(29)).toBe(true)
  expect(await isKnown(58)).toBe(true)
  expect(await isKnown(89)).toBe(false)

  const kept = async () =>
    (
      await sql`select from login_addresses where user_id = ${user.id}`.execute(
        service.orm.em.fork().getKysely(),
      )
    ).rows.length
  await forgetLoginAddresses(service.orm.em.fork(), days(87))
  expect(await kept()).toBe(1)
  await forgetLoginAddresses(service.orm.em.fork(), days(88))
  expect(await kept()).toBe(0)
})

test('guesses at the public port do not use up the limit of the ops port', async () => {
  const ops = await startConsole(service, { env })
  const user = await service.addUser('ADMIN', { is_staff: true })
  expect(await guess(service, user.email, 4)).toEqual([400, 400, 400, 429])
  expect((await ops.anonymous().login(user.email, 'wrong')).status).toBe(400)
  expect(await used()).toContainEqual([`ops:${user.id}`, 1])
  expect((await ops.anonymous().login(user.email, password)).status).toBe(200)
  await ops.close()
})

test('five typos lock their address out of the ops port, but no operator who has signed in from there', async () => {
  const ops = closedAfterTest(await startConsole(service, { env: { ...env, THROTTLE_LOGIN: '5/hour' } }))
  const [office, stranger] = [await ops.as('ADMIN'), await service.addUser('ADMIN', { is_staff: true })]
  const statuses = async (email: string, secret: string, times = 1) => {
    const found = []
    for (let i = 0; i < times; i++) found.push((await ops.anonymous().login(email, secret)).status)
    return found
  }
  for (let i = 0; i < 6; i++) expect(await statuses(office.user.email, password)).toEqual([200])
  const { email } = await service.addUser('ADMIN', { is_staff: true })
  expect(await statuses('typo@clinic.example', 'x', 2)).toEqual([400, 400])
  expect(await statuses(email, 'x', 3)).toEqual([400, 400, 400])
  expect(await statuses(stranger.email, password)).toEqual([429])
  expect(await statuses(office.user.email, password)).toEqual([200])
  // Its own limit stays.
  expect(await statuses(office.user.email, 'x', 4)).toEqual([400, 400, 400, 429])
  expect(await statuses(office.user.email, password)).toEqual([429])
})

test('a block of an address holds at the ops port for everyone', async () => {
  const ops = closedAfterTest(await startConsole(service, { env: { ...env, THROTTLE_LOGIN: '5/hour' } }))
  const { user } = await ops.as('ADMIN')
  const of = { scope: 'login', key: 'ops:127.0.0.1' } as const
  await ops.services.throttles.block(of, 60_000)
  expect((await ops.anonymous().login(user.email, password)).status).toBe(429)
  await ops.services.throttles.lift(of)
})

test('operators see which account is under attack, and can reset its window', async () => {
  const ops = closedAfterTest(await startConsole(service, { env }))
  const operator = await ops.as('ADMIN')
  const user = await service.addUser('VIEWER', { given_name: 'Ana', family_name: 'Attacked' })
  await guess(service, user.email, 4)
  const { body } = await operator.trpc('query', 'operator.throttles.keys', { search: 'attacked' })
  expect(body.keys).toMatchObject([
    { scope: 'account', key: user.id, used: 3, remaining: 0, user: { id: user.id, name: 'Attacked, Ana' } },
  ])
  const of = { scope: 'account', key: user.id, reason: 'They called' }
  expect((await operator.trpc('mutation', 'operator.throttles.reset_key', of)).body).toEqual({
    was_open: true,
  })
  // Another process hears of it within a second.
  await expect.poll(async () => (await login(service, '198.51.100.1', rightOf(user))).status).toBe(200)
})
