import { parseCookie } from 'cookie'
import { CoverageError } from '../contract/error.ts'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'
import type { CoverageClientOptions, RateLimit } from './options.ts'
import { checkPage, type PageAddress } from './service-address.ts'
import { userAgent } from './version.ts'

/** Sends requests with cookies, and with the CSRF token on everything but GET. */
export type Transport = {
  service: URL
  /** Rejects with a `CoverageError` when there is no answer. */
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** The value of the cookie `csrftoken`, which changes with every login and refresh; undefined without one. */
  csrfToken(): string | undefined
  /** The page whose browser keeps the cookies; undefined with a jar. */
  page: PageAddress | undefined
}

/** The part of `window` that the client uses, declared by hand because the client also runs outside browsers. */
const window = globalThis as { document?: { cookie: string }; location?: PageAddress }

/** The browser keeps the cookies if there is one, otherwise the jar. */
export function createTransport(service: URL, options: Omit<CoverageClientOptions, 'url'>): Transport {
  const { fetch, cookies, headers, token, onRateLimit } = options
  const send: Send = async (address, init, own) => {
    const all = new Headers(typeof headers === 'function' ? await headers() : headers)
    new Headers(init.headers).forEach((value, name) => void all.set(name, value))
    for (const [name, value] of Object.entries(own)) if (value && !all.has(name)) all.set(name, value)
    const request = fetch ?? globalThis.fetch
    const response = await request(address, { ...init, headers: all }).catch((thrown) => {
      throw noAnswer(thrown, service)
    })
    const limit = onRateLimit && rateLimitOf(response.headers)
    if (limit) onRateLimit(limit)
    return response
  }
  if (token !== undefined) return withToken(service, send, token)
  const { document, location } = window
  if (!document || !location || cookies) return withJar(service, send, cookies ?? createCookieJar())
  checkPage(location, service)
  return { service, page: location, ...withBrowser(document, send) }
}

/** As in draft-ietf-httpapi-ratelimit-headers: `"user";q=1000;w=3600` and `"user";r=987;t=1234`. */
function rateLimitOf(headers: Headers): RateLimit | undefined {
  const [, scope, limit] = /^"(\w+)";q=(\d+)/.exec(headers.get('ratelimit-policy') ?? '') ?? []
  const [, remaining, resets] = /;r=(\d+);t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? []
  if (scope === undefined || remaining === undefined) return undefined
  return { scope, limit: Number(limit), remaining: Number(remaining), resetsInSeconds: Number(resets) }
}

type Send = (address: string, init: RequestInit, own: Record<string, string | undefined>) => Promise<Response>

function withToken(service: URL, send: Send, token: NonNullable<CoverageClientOptions['token']>): Transport {
  return {
    service,
    page: undefined,
    csrfToken: () => undefined,
    async fetch(address, init = {}) {
      const sent = typeof token === 'function' ? await token() : token
      const own = { Authorization: `Bearer ${sent}`, 'User-Agent': userAgent }
      return send(address, { ...init, credentials: 'omit' }, own)
    },
  }
}

function withBrowser(document: { cookie: string }, send: Send) {
  const csrfToken = () => parseCookie(document.cookie, { decode: (raw) => raw }).csrftoken
  return {
    csrfToken,
    fetch: (address: string, init: RequestInit = {}) =>
      send(address, { ...init, credentials: 'include' }, tokenFor(init, csrfToken())),
  }
}

function withJar(service: URL, send: Send, jar: CookieJar): Transport {
  const csrfToken = () => jar.get('csrftoken', service)
  return {
    service,
    page: undefined,
    csrfToken,
    async fetch(address, init = {}) {
      const url = new URL(address)
      const own = { ...tokenFor(init, csrfToken()), Cookie: jar.header(url), 'User-Agent': userAgent }
      const response = await send(address, init, own)
      // After a redirect, the cookies belong to the final address.
      jar.store(response.headers.getSetCookie(), new URL(response.url || address))
      return response
    },
  }
}

const tokenFor = ({ method = 'GET' }: RequestInit, token: string | undefined) =>
  method === 'GET' ? {} : { 'X-CSRFToken': token }

/** An error for a request that got no answer. It names the innermost cause. */
export function noAnswer(cause: unknown, service: URL): CoverageError {
  return new CoverageError(`The service did not answer: ${why(deepest(cause), service)}`, {
    cause,
    retryable: true,
  })
}

type Failure = { code?: unknown; message?: unknown; cause?: unknown; errors?: unknown[] }

function deepest(thrown: unknown): Failure {
  let failure = (thrown ?? {}) as Failure
  for (;;) {
    const inner = failure.errors?.[0] ?? failure.cause
    if (!inner || typeof inner !== 'object') return failure
    failure = inner
  }
}

function why({ code, message }: Failure, { origin }: URL): string {
  const known = typeof code === 'string' && sentences.find(([pattern]) => pattern.test(code))
  if (known) return `${known[1].replace('%', origin)} (${code}).`
  const page = (globalThis as { location?: { origin: string } }).location?.origin
  const isElsewhere = page !== undefined && page !== origin
  return `${message ?? 'unknown error'}.${isElsewhere ? foreign(page, origin) : ''}`
}

/** Browsers do not tell a page why a request failed. */
const foreign = (page: string, origin: string) =>
  ` Check that ${origin} can be reached, and that CORS_ALLOWED_ORIGINS of the service lists ${page}.`

const sentences: [RegExp, string][] = [
  [/REFUSED/i, 'nothing listens at %'],
  [/ENOTFOUND|EAI_AGAIN/, 'the host name of % cannot be resolved'],
  [/RESET|EPIPE|UND_ERR_SOCKET/, '% closed the connection'],
  [/TIMEOUT|TIMEDOUT|UNREACH/, '% cannot be reached'],
  [/ERR_SSL/, '% does not speak https'],
  [/CERT|SIGNATURE|ISSUER/, 'the certificate of % is not trusted'],
]
