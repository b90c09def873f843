import { LockMode } from '@mikro-orm/core'
import { hash, parseOptions } from '@node-rs/argon2'
import { parseCookie } from 'cookie'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { User } from '../../../entities/accounts/user.ts'
import type { Orm } from '../../../entities/connection/em.ts'
import { connect } from '../../../entities/orm.ts'
import { csrfTokenIsValid } from '../../../routers/gate/csrf.ts'
import { createCookies } from '../../../routers/ports/cookies.ts'
import { BadCredentials, badRefreshToken } from '../../../routers/ports/refusals.ts'
import type { Sessions } from '../../../routers/ports/sessions.ts'
import { hashPassword } from '../../../server/auth/passwords.ts'
import { databaseRevocations } from '../../../server/auth/revocations.ts'
import { createSessionRecords } from '../../../server/auth/session-records.ts'
import { localSessions } from '../../../server/auth/sessions.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { untilQueued } from '../../expect/database.ts'
import { ageUsesIn } from '../../made/used-tokens.ts'
import { freshDatabase } from '../../setup/stores/database.ts'

const start = Date.UTC(2026, 0, 5, 12)
const csrfSecret = 'a secret of the service'
const password = ' correct horse '
const weakHash = await hash(password, { memoryCost: 8192, timeCost: 1 })

const refused = badRefreshToken()
const badCredentials = new BadCredentials()

let now: Date
const clock = () => now
let orm: Orm
let drop: () => Promise<void>
let sessions: Sessions
let user: User

const after = (seconds: number) => {
  now = new Date(start + seconds * 1000)
}

beforeEach(async () => {
  after(0)
  const database = await freshDatabase()
  drop = database.drop
  orm = connect(database.url)
  sessions = localSessions({
    tokens: createTokens(['another secret of the service'], clock),
    revocations: databaseRevocations(orm),
    records: createSessionRecords({ orm, log: pino({ level: 'silent' }) }),
    cookies: createCookies({ deployment: 'local' }),
    secrets: [csrfSecret],
  })
  const em = orm.em.fork()
  user = em.create(User, {
    email: 'Ana.Núñez@clinic.example',
    password_hash: await hashPassword(password),
    role: 'MANAGER',
    date_joined: now,
  })
  await em.flush()
})

afterEach(async () => {
  await orm.close()
  await drop()
})

const login = (email = user.email, given = password) =>
  sessions.login(orm.em.fork(), { email, password: given }, now)
const refresh = async (token: string) => {
  const claims = sessions.readRefresh(token)
  if (!claims) throw refused
  return sessions.refresh(orm.em.fork(), claims)
}

function valuesOf(setCookies: string[]) {
  const { access_token, refresh_token, csrftoken } = parseCookie(
    setCookies.map((cookie) => cookie.split(';', 1)[0]).join('; '),
  )
  return { access: access_token ?? '', refresh: refresh_token ?? '', csrf: csrftoken ?? '' }
}

/** The tokens of a new session. */
const signIn = async () => valuesOf((await login()).cookies)

async function change(verb: (user: User) => void) {
  const em = orm.em.fork()
  verb(await em.findOneOrFail(User, user.id))
  await em.flush()
}

async function sessionIdOf(access: string) {
  const credentials = await sessions.read(access)
  if (!('sessionId' in credentials)) throw new Error('no session')
  return credentials.sessionId
}

test('a login gives an access, a refresh and a CSRF token of a new session', async () => {
  const first = await signIn()
  const sessionId = await sessionIdOf(first.access)
  expect(await sessions.read(first.access)).toEqual({
    state: 'valid',
    expires: start / 1000 + 3600,
    userId: user.id,
    sessionId,
    epoch: 0,
    authTime: start / 1000,
  })
  expect(sessions.readRefresh(first.refresh)).toMatchObject({ userId: user.id, sessionId, epoch: 0 })
  expect(csrfTokenIsValid([csrfSecret], sessionId, first.csrf)).toBe(true)
  expect(await sessionIdOf((await signIn()).access)).not.toBe(sessionId)
})

test('a login is noted on the user record', async () => {
  after(5)
  const session = await login()
  expect(session.user.id).toBe(user.id)
  expect((await orm.em.fork().findOneOrFail(User, user.id)).last_login).toEqual(new Date(start + 5000))
})

test('a login matches the email in any case', async () => {
  expect((await login('aNA.nÚñEZ@CLINIC.example')).user.id).toBe(user.id)
})

test.each([
  ['a wrong password', 'ana.núñez@clinic.example', 'wrong'],
  ['a trimmed password', 'ana.núñez@clinic.example', 'correct horse'],
  ['an unknown email', 'nobody@clinic.example', password],
])('a login with %s is refused in the same words', async (_, email, given) => {
  await expect(login(email, given)).rejects.toMatchObject({ body: badCredentials.body })
})

test('a login rehashes a password whose hash has another cost, and ends no session', async () => {
  const stored = () => orm.em.fork().findOneOrFail(User, user.id)
  const { refresh: token } = await signIn()
  const { password_hash: present } = await stored()
  await signIn()
  expect((await stored()).password_hash).toBe(present)
  await change((one) => {
    one.password_hash = weakHash
  })
  await expect(login(user.email, 'wrong')).rejects.toEqual(badCredentials)
  expect((await stored()).password_hash).toBe(weakHash)
  await signIn()
  expect(parseOptions((await stored()).password_hash ?? '')).toEqual(parseOptions(present ?? ''))
  await signIn()
  await expect(refresh(token)).resolves.toBeDefined()
})

test('a password rehashed at a login has the service as the author of the change', async () => {
  await change((one) => {
    one.password_hash = weakHash
  })
  await signIn()
  const { rows } = await sql<{ via: string }>`select via from change_log order by id desc limit 1`.execute(
    orm.em.fork().getKysely(),
  )
  expect(rows).toEqual([{ via: 'service' }])
})

test('a login does not restore a password that is changed meanwhile', async () => {
  await change((one) => {
    one.password_hash = weakHash
  })
  const late = await orm.em.fork().transactional(async (em) => {
    const stored = await em.findOneOrFail(User, user.id, { lockMode: LockMode.PESSIMISTIC_WRITE })
    const late = signIn()
    await untilQueued(1, async (statement) => ({
      rows: await em.getConnection().execute(statement, [], 'all', em.getTransactionContext()),
    }))
    stored.setPassword('the hash of another password')
    return { late }
  })
  await late.late
  const { password_hash } = await orm.em.fork().findOneOrFail(User, user.id)
  expect(password_hash).toBe('the hash of another password')
})

test('a deactivated user and one without a password cannot log in', async () => {
  await change((stored) => stored.deactivate())
  await expect(login()).rejects.toMatchObject({ body: badCredentials.body })
  await change((stored) => {
    stored.activate()
    stored.password_hash = null
  })
  await expect(login()).rejects.toMatchObject({ body: badCredentials.body })
})

test('a refresh rotates both tokens within the session', async () => {
  const first = await signIn()
  after(3600)
  const second = valuesOf((await refresh(first.refresh)).cookies)
  const sessionId = await sessionIdOf(first.access)
  expect(await sessions.read(first.access)).toMatchObject({ state: 'expired', sessionId })
  expect(await sessions.read(second.access)).toMatchObject({ state: 'valid', sessionId })
  expect(csrfTokenIsValid([csrfSecret], sessionId, second.csrf)).toBe(true)
  expect(second.refresh).not.toBe(first.refresh)
  await expect(refresh(second.refresh)).resolves.toBeDefined()
})

test('only a genuine, unexpired refresh token is accepted', async () => {
  const { access, refresh: token } = await signIn()
  for (const given of [undefined, '', 'garbage', access]) expect(sessions.readRefresh(given)).toBeUndefined()
  after(604_799)
  expect(sessions.readRefresh(token)).toBeDefined()
  after(604_800)
  expect(sessions.readRefresh(token)).toBeUndefined()
})

test('of simultaneous refreshes with one token exactly one succeeds', async () => {
  const { refresh: token } = await signIn()
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => refresh(token)))
  const losers = results.filter((result) => result.status === 'rejected')
  expect(losers.map(({ reason }) => reason)).toEqual(Array(19).fill(refused))
})

test('a rotated token reused within ten seconds is refused, and the session goes on', async () => {
  const first = await signIn()
  const second = valuesOf((await refresh(first.refresh)).cookies)
  await ageUsesIn(orm, 9000)
  await expect(refresh(first.refresh)).rejects.toEqual(refused)
  expect(await sessions.isEnded(await sessionIdOf(second.access))).toBe(false)
  await expect(refresh(second.refresh)).resolves.toBeDefined()
})

test('a rotated token reused later ends its whole session and no other', async () => {
  const other = await signIn()
  const first = await signIn()
  const second = valuesOf((await refresh(first.refresh)).cookies)
  await ageUsesIn(orm, 10_001)
  await expect(refresh(first.refresh)).rejects.toEqual(refused)
  expect(await sessions.isEnded(await sessionIdOf(second.access))).toBe(true)
  await expect(refresh(second.refresh)).rejects.toEqual(refused)
  await expect(refresh(other.refresh)).resolves.toBeDefined()
})

test('a logout ends the session with its refresh token', async () => {
  const { access, refresh: token } = await signIn()
  await sessions.end(await sessionIdOf(access))
  expect(await sessions.isEnded(await sessionIdOf(access))).toBe(true)
  await expect(refresh(token)).rejects.toEqual(refused)
})

test.each([
  ['deactivated', (stored: User) => stored.deactivate()],
  [
    'deactivated and activated again',
    (stored: User) => {
      stored.deactivate()
      stored.activate()
    },
  ],
  ['given a new password', (stored: User) => stored.setPassword('x')],
])('a user who has been %s cannot refresh', async (_, verb) => {
  const { refresh: token } = await signIn()
  await change(verb)
  await expect(refresh(token)).rejects.toEqual(refused)
})
