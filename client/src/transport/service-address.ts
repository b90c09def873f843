/** The origin of the service; a TypeError says what is wrong with the address. */
export function serviceAt(address: string): URL {
  const url = parsed(address)
  const path = url.pathname.replace(/\/+$/, '')
  if (path || url.search || url.hash || url.username)
    throw new TypeError(
      `The url ${address} must be the service's origin alone, such as ${url.origin}: its cookies belong to paths that begin at the root. Give the service a host name of its own, or pass /trpc and /api on from the root.`,
    )
  return url
}

function parsed(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  const host = /^[\w.-]+(?::\d+)?(?=\/|$)/.exec(address)?.[0]
  const hint = host ? `did you mean https://${host} or http://${host}?` : 'a page passes location.origin.'
  throw new TypeError(
    `The url '${address}' must begin with http:// or https:// and name the service's host; ${hint}`,
  )
}

/** Whether the host is this machine, to which browsers send Secure cookies over http too. */
export const isLoopback = ({ hostname }: Pick<URL, 'hostname'>) =>
  hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]'

/** The part of `window.location` that matters for cookies. */
export type PageAddress = { protocol: string; hostname: string; origin: string }

/** Throws a TypeError if the service's cookies cannot work in this page, whatever its settings. */
export function checkPage(page: PageAddress, service: URL): void {
  if (page.protocol === 'https:' && service.protocol === 'http:' && !isLoopback(service))
    throw new TypeError(
      `A page of ${page.origin} cannot call ${service.origin}, because browsers refuse http in a page that came over https. Give the https address of the service.`,
    )
  if (shareDomain(page.hostname, service.hostname)) return
  throw new TypeError(
    `A page of ${page.origin} cannot read the cookies of ${service.origin}, so no user could change anything or stay signed in. Serve both from hosts of one domain, such as app.clinic.example and coverage.clinic.example, or pass /trpc and /api on from the page's own origin. In jsdom, give cookies: createCookieJar().`,
  )
}

/** Whether a cookie could be visible on both hosts. A shared co.uk passes too, and then fails at sign-in. */
function shareDomain(one: string, other: string): boolean {
  const end = (host: string) => host.split('.').slice(-2).join('.')
  const isAddress = /^[\d.]+$|:/.test(one)
  return one === other || (!isAddress && one.includes('.') && end(one) === end(other))
}
