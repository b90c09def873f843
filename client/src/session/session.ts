import { CoverageError, refusal, toCoverageError } from '../contract/error.ts'
import { isLoopback } from '../transport/service-address.ts'
import { sleep } from '../transport/time-limits.ts'
import type { Transport } from '../transport/transport.ts'
import { keyHeader, newKey } from '../transport/trpc.ts'
import type { Events } from './client-events.ts'

/**
 * Keeps a caller signed in. Every login and refresh sets a new CSRF token: if it has changed since a refused call was
 * made, another call, tab or instance has already refreshed.
 */
export function createSession(transport: Transport, { emit }: Events) {
  const { csrfToken, page, service } = transport
  const signedOut = `coverage-signed-out ${service.origin}`
  /** The CSRF token of the latest call. */
  let known: string | undefined
  /** The CSRF token of a session that is over. */
  let over = page && stored((all) => all.getItem(signedOut) ?? undefined)

  function end() {
    over = csrfToken()
    known = undefined
  }

  function ended(reason: 'refused' | 'noCookies', error: CoverageError) {
    end()
    emit({ event: 'sessionEnded', payload: { reason, error } })
  }

  const inTurn = createTurns(transport)
  const refresh = createRefresh(transport, inTurn, {
    renewed: (elsewhere) => emit({ event: 'refreshed', payload: { elsewhere } }),
    refused(error) {
      // A sign-out may have ended it meanwhile.
      if (csrfToken() !== over) ended('refused', error)
    },
  })

  async function mayRepeat(error: CoverageError, seen: string | undefined): Promise<boolean> {
    // 403 when another tab's refresh changed the cookie after the call had read it.
    if (error.status === 403) return csrfToken() !== seen
    if (error.status !== 401) return false
    if (seen !== undefined && seen !== over) {
      await refresh(seen)
      return true
    }
    if (seen === undefined && known !== undefined) ended('noCookies', error)
    return csrfToken() !== seen
  }

  return {
    /** Makes the call; after a 401 it refreshes, once for all waiting calls, and repeats the call once. */
    async keep<T>(call: () => Promise<T>): Promise<T> {
      const seen = csrfToken()
      if (seen !== over) known = seen ?? known
      try {
        return await call()
      } catch (thrown) {
        if (!(await mayRepeat(toCoverageError(thrown), seen))) throw thrown
        return call()
      }
    },

    inTurn,

    /** Stops refreshing until the next login, after a sign-out in another tab. */
    forget: end,

    /** The same after this tab's own, for pages opened later too: the cookie stays, but is of no use. */
    end() {
      end()
      if (page) stored((all) => all.setItem(signedOut, over ?? ''))
    },

    /** Refreshes again, after a login in another tab. */
    begin() {
      over = undefined
    },
  }
}

type Storage = { getItem(name: string): string | null; setItem(name: string, text: string): void }

/** Uses what the browser stores for all pages of the origin; undefined where it stores nothing. */
function stored<T>(use: (all: Storage) => T): T | undefined {
  try {
    return use((globalThis as unknown as { localStorage: Storage }).localStorage)
  } catch {
    return undefined
  }
}

type Locks = { request<T>(name: string, action: () => Promise<T>): Promise<T> }

/** Does one thing after the other. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Refreshes and sign-ins take turns, in a browser with Web Locks those of all tabs: otherwise the late answer of a
 * refresh would replace the cookies of the user who has just signed in.
 */
function createTurns({ service, page }: Transport): InTurn {
  // Outside browsers this client's cookies are its own, so no lock is needed.
  const locks = page && (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    if (locks) return locks.request(`coverage-refresh ${service.origin}`, work)
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

/** How a refresh ended: by this client or by another one, or the session is over. */
type Told = { renewed(elsewhere: boolean): void; refused(error: CoverageError): void }

const refreshTimeout = 30_000
/** How long a refresh that lost the race waits for the winner's cookies, in milliseconds. */
const winnerTimeout = 1000
const step = 50

/** A function that refreshes once for all simultaneous callers, unless the CSRF token they saw is out of date. */
function createRefresh({ service, fetch, csrfToken }: Transport, inTurn: InTurn, told: Told) {
  const address = `${service.origin}/api/v1/auth/token/refresh/`
  let refreshing: Promise<void> | undefined

  /** The token of the last reported renewal. */
  let last: string | undefined
  function renewed(elsewhere: boolean) {
    if (csrfToken() !== last) told.renewed(elsewhere)
    last = csrfToken()
  }

  /** The next attempt to renew the same cookies has the same key: this one's answer may be lost. */
  let attempt = { seen: '', key: '' }

  async function renew(seen: string) {
    if (csrfToken() !== seen) return renewed(true)
    if (attempt.seen !== seen) attempt = { seen, key: newKey() }
    const response = await fetch(address, {
      method: 'POST',
      headers: keyHeader(attempt.key),
      // A page that is left meanwhile would lose the new cookies, and the old ones no longer work.
      keepalive: true,
      signal: AbortSignal.timeout(refreshTimeout),
    })
    const body: unknown = await response.json().catch(() => undefined)
    const { status, headers } = response
    if (response.ok) return renewed(false)
    const error = refusal({ status, headers, body })
    if (status !== 401 && status !== 403) throw error
    for (let waited = 0; csrfToken() === seen && waited < winnerTimeout; waited += step) await sleep(step)
    if (csrfToken() === seen) told.refused(error)
    else renewed(true)
  }

  return (seen: string): Promise<void> => {
    refreshing ??= inTurn(() => renew(seen)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
}

/** The error of a sign-in whose cookies did not arrive or cannot be read. */
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
