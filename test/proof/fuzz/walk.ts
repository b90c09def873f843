import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { csrfToken } from '../../../routers/gate/csrf.ts'
import { createTokens } from '../../../server/auth/tokens.ts'
import { documentedOperations } from '../../expect/documented.ts'
import { type Pool, resourceOf } from '../../made/generative.ts'
import type { Endpoint, Json, Surface } from '../calls/operations.ts'
import { type Answer, type Headers, sendPatiently } from '../calls/send.ts'
import type { Pair } from '../run/pair.ts'
import { type Generated, restCall, trpcBatch, trpcCall } from './calls.ts'
import { problemOverRest, problemOverTrpc } from './judge.ts'

type Caller = { name: string; headers: Headers; isSignedIn: boolean }

const forged = { cookie: 'access_token=e30.e30.e30; csrftoken=x', 'x-csrftoken': 'x' }

/** Signed-in users of every role, a caller with a forged cookie, and an anonymous one. */
export async function openCallers(pair: Pair): Promise<Caller[]> {
  const signIn = async (...user: Parameters<Pair['signIn']>): Promise<Caller> => {
    const { 'content-type': _, ...headers } = await pair.signIn(...user)
    return { name: user[0], headers, isSignedIn: true }
  }
  const root = { ...(await signIn('ADMIN', { is_superuser: true })), name: 'superuser' }
  return [
    ...Array(6).fill(root),
    await signIn('ADMIN'),
    await signIn('MANAGER'),
    await signIn('SUPERVISOR'),
    await signIn('VIEWER'),
    await signIn('EMPLOYEE', { email: 'self@clinic.example' }),
    { name: 'anonymous', headers: {}, isSignedIn: false },
    { name: 'a forger', headers: forged, isSignedIn: false },
  ]
}

/** Calls that end their caller's session, or all of a user's. */
const endsSession = ({ operation }: Endpoint) => /logout|auth_deactivate/.test(operation.operationId)

/** A user of their own, in a session of their own. */
async function doomed(pair: Pair): Promise<Caller> {
  const { cookie } = await pair.signIn('VIEWER')
  const [, payload = ''] = String(cookie).split('.')
  const { sub: userId } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const secret = pair.env.JWT_SECRET ?? ''
  const sessionId = randomUUID()
  const authTime = Math.floor(Date.now() / 1000)
  const token = createTokens([secret], () => new Date()).access({ userId, sessionId, epoch: 0, authTime })
  const csrf = csrfToken(secret, sessionId)
  const headers = { cookie: `access_token=${token}; csrftoken=${csrf}`, 'x-csrftoken': csrf }
  return { name: 'doomed', headers, isSignedIn: true }
}

const remembered = 8

export type Walk = {
  pair: Pair
  url: string
  surface: Surface
  calls: number
  seed: number
  callers: Caller[]
  /** Ids of the rows that exist when the walk begins. */
  pool: Pool
}

export type Walked = {
  problems: string[]
  succeeded: number
  repeated: number
  /** The call that took longest, with its milliseconds. */
  slowest: { took: number; call: string }
}

/** Sends the given number of generated calls over a surface, one after the other, and judges every answer. */
export async function walk({ pair, url, surface, calls, seed, callers, pool }: Walk): Promise<Walked> {
  const slowest = { took: 0, call: '' }
  const walked: Walked = { problems: [], succeeded: 0, repeated: 0, slowest }
  const seeds = new Map(Object.entries(pool).map(([resource, ids]) => [resource, ids.length]))

  for (let at = 0; at < calls; at++) {
    const chosen = fc.tuple(callOver(surface, pool), fc.constantFrom(...callers))
    const [[call, usual]] = fc.sample(chosen, { seed: seed + at, numRuns: 1 }) as [[Generated, Caller]]
    const caller = endsSession(call.endpoint) && usual.isSignedIn ? await doomed(pair) : usual
    const sent = { ...call, headers: { ...caller.headers, ...call.headers } }
    const started = performance.now()
    const answer = await sendPatiently(url, sent)
    const took = Math.round(performance.now() - started)
    if (took > slowest.took) Object.assign(slowest, { took, call: shown(call, caller.name) })
    const judge = surface === 'rest' ? problemOverRest : problemOverTrpc
    const problem = judge(call, answer, caller.isSignedIn)
    if (problem) walked.problems.push(`${shown(call, caller.name)}: ${problem.slice(0, 500)}`)
    walked.repeated += answer.repeated
    if (answer.status < 300) walked.succeeded++
    remember(call, answer)
  }
  return walked

  function remember({ endpoint, method }: Generated, { status, text }: Answer) {
    if (method !== 'POST' || status >= 300 || !/_create|_duplicate/.test(endpoint.operation.operationId))
      return
    const body: Json = JSON.parse(text)
    const id = body.id ?? body.result?.data?.id
    if (typeof id !== 'string') return
    const resource = resourceOf(endpoint.path)
    const first = seeds.get(resource) ?? 0
    const known = pool[resource] ?? []
    pool[resource] = [...known.slice(0, first), ...known.slice(first).slice(-remembered), id]
  }
}

/** Whole files take seconds; tests of their own send them. */
const isBulk = ({ operation }: Endpoint) =>
  ['integration_start_import', 'integration_export'].includes(operation.operationId)
const operations = documentedOperations.filter((one) => !isBulk(one))

const queries = operations.filter(({ method }) => method === 'GET')
const mutations = operations.filter((one) => one.method !== 'GET' && !endsSession(one))
const overTrpc = operations.filter(({ operation }) => operation.operationId !== 'auth_refresh')

function callOver(surface: Surface, pool: Pool): fc.Arbitrary<Generated> {
  const anyOf = (endpoints: Endpoint[]) => fc.constantFrom(...endpoints)
  if (surface === 'rest') return anyOf(operations).chain((endpoint) => restCall(endpoint, pool))
  const several = (endpoints: Endpoint[]) => fc.array(anyOf(endpoints), { minLength: 1, maxLength: 5 })
  return fc.oneof(
    { weight: 9, arbitrary: anyOf(overTrpc).chain((endpoint) => trpcCall(endpoint, pool)) },
    {
      weight: 1,
      arbitrary: fc
        .oneof(several(queries), several(mutations))
        .chain((endpoints) => trpcBatch(endpoints, pool)),
    },
  )
}

/** Such as "GET /api/v1/tags/?page=x [admin]". */
const shown = ({ method, path, headers, body }: Generated, caller: string) =>
  `${method} ${path.slice(0, 300)} [${caller}] ${JSON.stringify(headers)} ${JSON.stringify(body?.toString() ?? '').slice(0, 400)}`
