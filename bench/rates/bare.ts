import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import pg from 'pg'
import { clientConfig } from '../../entities/connection/database-url.ts'
import { types } from '../../entities/connection/pool.ts'
import { csrfTokenIsValid } from '../../routers/gate/csrf.ts'
import { countUnlessRefused } from '../../server/throttling/redis-windows.ts'
import { type Inputs, inputsOf, routeOf } from '../service/calls.ts'
import { type AnyRow, answers, metadataOf } from './answers.ts'
import type { Recorded, Statement } from './capture.ts'

// The bare server: node:http, pg and ioredis alone. It looks up the session, counts the call, sends the service's
// statements and gives the same answers.

/** The benchmark's first message to this process; the reply is its port. */
export type Start = {
  databaseUrl: string
  redisUrl: string
  secret: string
  limit: number
  recorded: Record<string, Recorded>
}

type BareSession = { sub: string; sid: string; epoch: number; exp: number; aud: string }

process.once('message', async (start: Start) => {
  const server = createServer(bareListener(start)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.((server.address() as AddressInfo).port)
})

function bareListener({ databaseUrl, redisUrl, secret, limit, recorded }: Start) {
  const pool = new pg.Pool({ ...clientConfig(databaseUrl), max: 16, types, options: '-c timezone=UTC' })
  const redis = new Redis(redisUrl)
  redis.defineCommand('count', { numberOfKeys: 1, lua: countUnlessRefused })
  const { count } = redis as unknown as { count(...args: unknown[]): Promise<[number, number]> }
  const routes = new Map(Object.entries(recorded))

  async function respond(req: IncomingMessage, res: ServerResponse) {
    const { method = '', url = '' } = req
    const route = routes.get(routeOf(method, url))
    if (!route) throw new Error('no such route')
    const session = readSession(req, secret)
    const [isEnded, [used, left]] = await Promise.all([
      redis.exists(`session:ended:${session.sid}`),
      count.call(redis, `throttle:{user:${session.sub}}`, '1', 3600, limit),
    ])
    if (isEnded || used > limit) throw new Error('the session has ended, or its window is full')
    const [lookUp, ...statements] = route.statements as [Statement, ...Statement[]]
    const [caller] = (await pool.query<AnyRow>(bind(lookUp, { user: session.sub }))).rows
    if (!caller?.is_active || caller.session_epoch !== session.epoch) throw new Error('no such user')
    if (method === 'POST') checkCsrf(req, secret, session)

    const inputs = inputsOf(url, method === 'POST' ? JSON.parse(await text(req)) : undefined)
    inputs.today = new Date().toISOString().slice(0, 10)
    inputs.origin = `http://${req.headers.host}`
    const rows = await run(pool, statements, inputs)
    const body = JSON.stringify(answers[route.name]?.(rows, inputs, caller))
    const varying = {
      RateLimit: `"user";r=${limit - used};t=${Math.ceil(left / 1000)}`,
      'X-Request-Id': randomUUID(),
      'Content-Length': String(Buffer.byteLength(body)),
    }
    res.writeHead(route.status, [...route.headers, ...Object.entries(varying).flat()])
    res.end(body)
  }

  return (req: IncomingMessage, res: ServerResponse) => {
    respond(req, res).catch((error) => res.writeHead(500).end(String(error)))
  }
}

/** The rows of the last statement that returns any. */
async function run(pool: pg.Pool, statements: Statement[], inputs: Inputs): Promise<AnyRow[]> {
  const [first] = statements
  if (!first) return []
  if (statements.length === 1) return (await pool.query(bind(first, inputs))).rows
  const client = await pool.connect()
  try {
    let rows: AnyRow[] = []
    for (const statement of statements) {
      if (statement.text.startsWith('insert')) prepareCreate(rows[0] ?? {}, inputs)
      const result = await client.query<AnyRow>(bind(statement, inputs))
      if (result.rows.length) rows = result.rows
    }
    return rows
  } finally {
    client.release()
  }
}

function readSession({ headers }: IncomingMessage, secret: string): BareSession {
  const [head = '', payload = '', signature = ''] = cookie(headers.cookie, 'access_token').split('.')
  const expected = createHmac('sha256', secret).update(`${head}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected)
  if (!isGenuine) throw new Error('no session')
  const session = JSON.parse(Buffer.from(payload, 'base64url').toString()) as BareSession
  if (session.aud !== 'access' || session.exp * 1000 <= Date.now()) throw new Error('no session')
  return session
}

function checkCsrf({ headers }: IncomingMessage, secret: string, { sid }: BareSession) {
  const token = cookie(headers.cookie, 'csrftoken')
  if (token !== headers['x-csrftoken'] || !csrfTokenIsValid([secret], sid, token))
    throw new Error('no CSRF token')
}

function cookie(all = '', name: string): string {
  const start = all.indexOf(`${name}=`)
  const end = all.indexOf(';', start)
  return start < 0 ? '' : all.slice(start + name.length + 1, end < 0 ? undefined : end)
}

function prepareCreate(facts: AnyRow, inputs: Inputs) {
  inputs.metadata = metadataOf(facts, inputs)
  inputs.made = randomUUID()
  inputs.now = new Date().toISOString()
}

/** Fills in the call's inputs. */
function bind({ text, values }: Statement, inputs: Inputs) {
  if (values.length) return { text, values: values.map((value) => given(value, inputs)) }
  return { text: text.replace(/\{(\w+)\}/g, (_, name) => pg.escapeLiteral(String(inputs[name]))), values }
}

function given(value: unknown, inputs: Inputs): unknown {
  if (Array.isArray(value)) return value.map((item) => given(item, inputs))
  return typeof value === 'object' && value ? inputs[(value as { input: string }).input] : value
}
