import { parseSetCookie } from 'cookie'
import { isLoopback } from './service-address.ts'

/** One cookie as a jar saves it: treat its value like a password. */
export type SavedCookie = {
  name: string
  value: string
  /** The host and port that set it, which alone get it back; or a dot and a domain, all of whose hosts get it. */
  site: string
  path: string
  secure: boolean
  /** When it expires, in milliseconds since 1970; null if it never does. */
  expires: number | null
}

/** Keeps the cookies outside browsers. One jar is one session: several clients of the service may share it. */
export type CookieJar = {
  /** The `Cookie` header for a request to this address; undefined when no cookie applies. */
  header(url: URL): string | undefined
  /** The value of one cookie that goes to this address. */
  get(name: string, url: URL): string | undefined
  /** Takes the `Set-Cookie` headers of an answer from this address. */
  store(setCookies: readonly string[], url: URL): void
}

/**
 * A jar in memory: empty, or with the cookies that another jar's `toJSON` gave. It honours hosts, domains, paths, expiry
 * and Secure as RFC 6265 defines them, and keeps the ports of a host apart.
 */
export function createCookieJar(
  saved: readonly SavedCookie[] = [],
  now: () => number = Date.now,
): CookieJar & {
  /** The cookies that have not expired, for saving and restoring. */
  toJSON(): SavedCookie[]
} {
  const cookies = new Map(saved.map((cookie) => [cookieKey(cookie), cookie]))

  const living = () => [...cookies.values()].filter(({ expires }) => expires === null || expires > now())

  const sentTo = (url: URL) =>
    living()
      .filter(({ site, path, secure }) => isOf(site, url) && isUnder(path, url) && (!secure || isSafe(url)))
      .sort((one, other) => other.path.length - one.path.length)

  return {
    header: (url) =>
      sentTo(url)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ') || undefined,

    get: (name, url) => sentTo(url).find((cookie) => cookie.name === name)?.value,

    store(setCookies, url) {
      // A server deletes a cookie by setting an expired one. It stays here, unsent, until it is set again.
      for (const cookie of setCookies.flatMap((text) => toCookie(text, url, now())))
        cookies.set(cookieKey(cookie), cookie)
    },

    toJSON: living,
  }
}

const cookieKey = ({ name, site, path }: SavedCookie) => `${name};${site};${path}`

/** The cookie of one `Set-Cookie` header; none if it is for another domain. */
function toCookie(setCookie: string, url: URL, now: number): SavedCookie | [] {
  const parsed = parseSetCookie(setCookie, { decode: (raw) => raw })
  const { name, value = '', path, maxAge, expires, secure = false } = parsed
  const domain = parsed.domain?.replace(/^\./, '').toLowerCase()
  // A cookie for a domain such as `example` would go to hosts of other owners; `localhost` has none.
  const isHosts = domain === undefined || !domain.includes('.')
  if (isHosts && domain && domain !== url.hostname) return []
  const site = isHosts ? url.host : `.${domain}`
  if (!isOf(site, url)) return []
  return {
    ...{ name, value, site, secure },
    path: path?.startsWith('/') ? path : folderOf(url),
    expires: maxAge === undefined ? (expires?.getTime() ?? null) : now + maxAge * 1000,
  }
}

const isOf = (site: string, { host, hostname }: URL) =>
  site.startsWith('.') ? `.${hostname}`.endsWith(site) : site === host

const isUnder = (path: string, { pathname }: URL) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

const isSafe = (url: URL) => url.protocol === 'https:' || isLoopback(url)

const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
