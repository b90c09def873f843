import { parseCookie } from 'cookie'
import { type CookieJar, createCookieJar } from './cookie-jar.ts'

type Fetch = typeof globalThis.fetch

/** Sends requests with cookies, and with the CSRF token on everything but GET. */
export type Transport = {
  fetch(address: string, init?: RequestInit): Promise<Response>
  /** The value of the cookie `csrftoken`, which changes with every login and refresh; undefined without one. */
  csrfToken(): string | undefined
}

/** The part of `window` that the client uses, declared by hand because it also runs where there is none. */
const window = globalThis as { document?: { cookie: string } }

/** In a browser the browser keeps the cookies, elsewhere the jar does. */
export function createTransport(
  service: URL,
  fetch: Fetch = globalThis.fetch,
  cookies?: CookieJar,
): Transport {
  const { document } = window
  return document && !cookies
    ? browser(document, fetch)
    : withJar(service, fetch, cookies ?? createCookieJar())
}

function browser(document: { cookie: string }, fetch: Fetch): Transport {
  const csrfToken = () => parseCookie(document.cookie, { decode: (raw) => raw }).csrftoken
  return {
    csrfToken,
    fetch: (address, init = {}) =>
      fetch(address, { ...init, credentials: 'include', headers: withToken(init, csrfToken()) }),
  }
}

function withJar(service: URL, fetch: Fetch, jar: CookieJar): Transport {
  const csrfToken = () => jar.get('csrftoken', service)
  return {
    csrfToken,
    async fetch(address, init = {}) {
      const url = new URL(address)
      const headers = withToken(init, csrfToken())
      const cookie = jar.header(url)
      if (cookie) headers.set('Cookie', cookie)
      const response = await fetch(address, { ...init, headers })
      jar.store(response.headers.getSetCookie(), url)
      return response
    },
  }
}

function withToken({ method = 'GET', headers }: RequestInit, token: string | undefined) {
  const all = new Headers(headers)
  if (method !== 'GET' && token !== undefined) all.set('X-CSRFToken', token)
  return all
}
