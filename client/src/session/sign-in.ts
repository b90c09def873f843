import { CoverageError } from '../contract/error.ts'
import { isLoopback } from '../transport/service-address.ts'
import type { Transport } from '../transport/transport.ts'

/** The error of a successful sign-in without usable cookies: they did not arrive, or cannot be read. */
export async function notKept(transport: Transport, readUser: () => Promise<unknown>) {
  const isSignedIn = await readUser().then(
    () => true,
    () => false,
  )
  return new CoverageError(`Signed in, but ${why(transport, isSignedIn)}`, {
    status: 200,
    procedure: 'auth.login',
  })
}

function why({ page, service }: Transport, isSignedIn: boolean): string {
  if (page && isSignedIn)
    return `the page cannot read the cookie csrftoken, so changes and refreshes would fail: set CSRF_COOKIE_DOMAIN of the service to the domain that ${page.hostname} and ${service.hostname} share.`
  if (page)
    return `the browser keeps no cookie: ${page.origin} and ${service.origin} must be of one site, and over https if the service runs in production. In jsdom, give cookies: createCookieJar().`
  if (service.protocol === 'http:' && !isLoopback(service))
    return `the cookies are for https only, as in production: give the https address of ${service.host}.`
  return 'its answer shows no cookies, as in a Web worker or with a fetch that hides Set-Cookie: create the client in the page, or give a fetch that passes the headers on.'
}
