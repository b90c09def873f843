import { parseSetCookie } from 'cookie'

type Cookie = { name: string; value: string; path: string; secure: boolean; expires: number }

/** What keeps the cookies where no browser does. One jar is one session: several clients may share it. */
export type CookieJar = {
  /** The `Cookie` header for a request to this address; undefined when no cookie is for it. */
  header(url: URL): string | undefined
  /** The value of one cookie that goes to this address. */
  get(name: string, url: URL): string | undefined
  /** Takes the `Set-Cookie` headers of an answer from this address. */
  store(setCookies: readonly string[], url: URL): void
}

/** An empty jar in memory, for one service: it honours paths, expiry and Secure as RFC 6265 has them. */
export function createCookieJar(now: () => number = Date.now): CookieJar {
  const cookies = new Map<string, Cookie>()

  const sentTo = (url: URL) =>
    [...cookies.values()]
      .filter(
        ({ path, secure, expires }) => expires > now() && isUnder(path, url) && (!secure || isSafe(url)),
      )
      .sort((one, other) => other.path.length - one.path.length)

  return {
    header: (url) =>
      sentTo(url)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ') || undefined,

    get: (name, url) => sentTo(url).find((cookie) => cookie.name === name)?.value,

    store(setCookies, url) {
      for (const text of setCookies) {
        const { name, value = '', ...attributes } = parseSetCookie(text, { decode: (raw) => raw })
        if (attributes.domain && !isWithin(attributes.domain, url.hostname)) continue
        const path = attributes.path?.startsWith('/') ? attributes.path : folderOf(url)
        const { maxAge, expires } = attributes
        const end =
          maxAge === undefined ? (expires?.getTime() ?? Number.POSITIVE_INFINITY) : now() + maxAge * 1000
        const key = `${name};${path}`
        if (end <= now()) cookies.delete(key)
        else cookies.set(key, { name, value, path, secure: attributes.secure ?? false, expires: end })
      }
    },
  }
}

const isUnder = (path: string, { pathname }: URL) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const isWithin = (domain: string, host: string) =>
  `.${host}`.endsWith(`.${domain.replace(/^\./, '').toLowerCase()}`)

const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
