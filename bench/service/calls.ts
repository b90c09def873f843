import { csrfToken } from '../../routers/gate/csrf.ts'
import { createTokens } from '../../server/auth/tokens.ts'

export type BenchCall = { method: 'GET' | 'POST'; path: string; body?: Record<string, unknown> }
export type BenchAnswer = { status: number; headers: [string, string][]; body: string }
export type Inputs = Record<string, unknown>
export type Client = ReturnType<typeof createClient>

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** The part of a call that determines its SQL: method and address, without ids and parameter values. */
export const routeOf = (method: string, url: string) =>
  `${method} ${url.replace(uuid, '{id}').replace(/=[^&]*/g, '=')}`

/** The inputs of a call: the id in its path, its parameters, its body. */
export const inputsOf = (url: string, body: Inputs = {}): Inputs => ({
  url,
  id: uuid.exec(url)?.[0],
  ...Object.fromEntries(new URLSearchParams(url.split('?')[1])),
  ...body,
})

/** The headers of a signed-in browser, sent with every call. */
export function signedIn(secret: string, userId: string): Record<string, string> {
  const sessionId = 'the-session-of-the-benchmark'
  const authTime = Math.floor(Date.now() / 1000)
  const token = createTokens([secret], () => new Date()).access({ userId, sessionId, epoch: 0, authTime })
  const csrf = csrfToken(secret, sessionId)
  return {
    cookie: `access_token=${token}; csrftoken=${csrf}`,
    'x-csrftoken': csrf,
    'content-type': 'application/json',
  }
}

/** Sends single calls. Throws if a call fails. */
export function createClient(url: string, headers: Record<string, string>) {
  return {
    url,
    headers,
    async send({ method, path, body }: BenchCall): Promise<BenchAnswer> {
      const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return { status: response.status, headers: sameHeaders(response.headers), body: text }
    },
  }
}

const differing = ['date', 'x-request-id', 'ratelimit', 'content-length', 'connection', 'keep-alive']

/** The headers that are the same in every answer. */
const sameHeaders = (headers: Headers) => [...headers].filter(([name]) => !differing.includes(name))
