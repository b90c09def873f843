import { parseSetCookie } from 'cookie'

type Cookie = { name: string; value: string; path: string; secure: boolean; expires: number }

/** Keeps the cookies where no browser does. One jar is one session: several clients may share it. */
export type CookieJar = {
  /** The `Cookie` header for a request to this address; undefined when no cookie applies. */
  header(url: URL): string | undefined
  /** The value of one cookie that goes to this address. */
  get(name: string, url: URL): string | undefined
  /** Takes the `Set-Cookie` headers of an answer from this address. */
  store(setCookies: readonly string[], url: URL): void
}

/** An empty jar in memory, for one service: it honours paths, expiry and Secure as RFC 6265 defines them. */
export function createCookieJar(now: () => number = Date.now): CookieJar {
  const cookies = new Map<string, Cookie>()

  const sentTo = (url: URL) =>
    [...cookies.values()]
      .filter(({ path, expires }) => expires > now() && isUnder(path, url))
      .filter(({ secure }) => !secure || isSafe(url))
      .sort((one, other) => other.path.length - one.path.length)

  return {
    header: (url) =>
      sentTo(url)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ') || undefined,

    get: (name, url) => sentTo(url).find((cookie) => cookie.name === name)?.value,

    store(setCookies, url) {
      for (const cookie of setCookies.flatMap((text) => toCookie(text, url, now()))) {
        const key = `${cookie.name};${cookie.path}`
        if (cookie.expires <= now()) cookies.delete(key)
        else cookies.set(key, cookie)
      }
    },
  }
}

/** The cookie of one `Set-Cookie` header; none if it is for another domain. */
function toCookie(setCookie: string, url: URL, now: number): Cookie | [] {
  const parsed = parseSetCookie(setCookie, { decode: (raw) => raw })
  const { name, value = '', path, domain, maxAge, expires, secure = false } = parsed
  if (domain && !isWithin(domain, url.hostname)) return []
  const end = expires?.getTime() ?? Number.POSITIVE_INFINITY
  return {
    ...{ name, value, secure },
    path: path?.startsWith('/') ? path : folderOf(url),
    expires: maxAge === undefined ? end : now + maxAge * 1000,
  }
}

const isUnder = (path: string, { pathname }: URL) =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

const isWithin = (domain: string, host: string) =>
  `.${host}`.endsWith(`.${domain.replace(/^\./, '').toLowerCase()}`)

const folderOf = ({ pathname }: URL) => pathname.slice(0, pathname.lastIndexOf('/')) || '/'
