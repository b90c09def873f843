import { randomInt, randomUUID } from 'node:crypto'
import { csrfToken } from '../../../routers/gate/csrf.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { type Scope, scopes } from '../../../src/accounts/limits.ts'
import { throttleSettings } from '../../setup/throttle-settings.ts'
import type { Request } from '../calls/send.ts'
import type { Pair } from '../run/pair.ts'

/** A way to be counted. `newKey` gives requests that all count under one key that nothing else has used. */
export type Kind = { name: string; scope: Scope; newKey(pair: Pair): Promise<() => Request> }

/** The instances must trust one proxy, so that each key of an address has an address of its own. */
export const kinds: readonly Kind[] = [
  { name: 'anonymous', scope: 'anon', newKey: async () => alternating(fromOneAddress()) },
  { name: 'user', scope: 'user', newKey: async (pair) => alternating(await pair.signIn('ADMIN')) },
  { name: 'planning', scope: 'planning', newKey: planning },
  { name: 'login', scope: 'login', newKey: async () => posting('login', fromOneAddress(), '{}') },
  { name: 'account', scope: 'account', newKey: async () => guessing(`${randomUUID()}@clinic.example`) },
  {
    name: 'refresh by address',
    scope: 'token_refresh',
    newKey: async () => posting('token/refresh', fromOneAddress()),
  },
  { name: 'refresh by session', scope: 'token_refresh', newKey: refreshing },
  { name: 'logout by address', scope: 'logout', newKey: async () => posting('logout', fromOneAddress()) },
  { name: 'logout by session', scope: 'logout', newKey: signingOut },
]

type Headers = Record<string, string>

let lastAddress = randomInt(2 ** 24)

function fromOneAddress(): Headers {
  lastAddress = (lastAddress + 1) % 2 ** 24
  const address = `10.${lastAddress >> 16}.${(lastAddress >> 8) % 256}.${lastAddress % 256}`
  return { 'x-forwarded-for': address }
}

/** Requests go alternately over REST and tRPC, which count together. */
function alternating(headers: Headers): () => Request {
  let turn = 0
  return () => ({ method: 'GET', path: turn++ % 2 ? '/trpc/auth.me' : '/api/v1/auth/me/', headers })
}

const posting = (action: string, headers: Headers, body?: string) => (): Request => ({
  method: 'POST',
  path: `/api/v1/auth/${action}/`,
  headers: { 'content-type': 'application/json', ...headers },
  body,
})

/** Each login comes from another address, so that only the account limits them. */
const guessing = (email: string) => () =>
  posting('login', fromOneAddress(), JSON.stringify({ email, password: 'not the password' }))()

async function signingOut(pair: Pair) {
  const { headers } = await newSession(pair)
  return posting('logout', headers)
}

/** Each request is counted, and then refused because it applies nothing. */
async function planning(pair: Pair) {
  const { headers } = await newSession(pair)
  const sent = { 'content-type': 'application/json', ...headers }
  return (): Request => ({ method: 'POST', path: '/planning/v1/plans/apply/', headers: sent, body: '{}' })
}

/** Each request has a refresh token of its own. */
async function refreshing(pair: Pair) {
  const { claims, tokens, headers } = await newSession(pair)
  return () => {
    const refresh = tokens.refresh({ ...claims, tokenId: randomUUID() })
    const cookie = `${headers.cookie}; refresh_token=${refresh}`
    return posting('token/refresh', { ...headers, cookie })()
  }
}

/** A session that no other request uses. */
async function newSession(pair: Pair) {
  const secret = pair.env.JWT_SECRET ?? ''
  const tokens = createTokens([secret], () => new Date())
  const { cookie = '' } = await pair.signIn('ADMIN')
  const read = tokens.readAccess(/access_token=([^;]+)/.exec(cookie)?.[1])
  if (read.state !== 'valid') throw new Error('The user is not signed in.')
  const { userId, epoch, authTime } = read
  const claims = { userId, sessionId: randomUUID(), epoch, authTime }
  const csrf = csrfToken(secret, claims.sessionId)
  const headers: Headers = {
    cookie: `access_token=${tokens.access(claims)}; csrftoken=${csrf}`,
    'x-csrftoken': csrf,
  }
  return { claims, tokens, headers }
}

type Limits = Record<Scope, number>

/** No limit is divisible by the number of processes. That of accounts is low, because each attempt hashes a password. */
const limits = (most: number, ofAccounts: number) =>
  Object.fromEntries(scopes.map((scope) => [scope, scope === 'account' ? ofAccounts : most])) as Limits
export const perHour = limits(21, 5)
export const perSecond = limits(4, 2)

/** The workers of the first instance and of the second. */
export const workers: [number, number] = [1, 2]

/** All processes that count. The leader of the two workers serves the ops port, so it has a share of each limit too. */
export const processes = 4

/** The settings of an instance behind one proxy, so that each key of an address can have its own. */
export const settingsOf = (limits: Limits, period: 'hour' | 'second') => ({
  TRUST_PROXY: '1',
  ...throttleSettings((scope) => `${limits[scope]}/${period}`),
})
