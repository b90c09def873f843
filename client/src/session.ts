import { refusal, toCoverageError } from './error.ts'
import { sleep } from './patience.ts'
import type { Transport } from './transport.ts'

type Locks = { request<T>(name: string, action: () => Promise<T>): Promise<T> }

const refreshTimeout = 30_000
/** How long a lost refresh waits for the cookies of the one that won, in milliseconds. */
const winnersTime = 1000
const step = 50

/**
 * Keeps a caller signed in. The CSRF token tells sessions apart, since every login and refresh sets a new one:
 * where it has changed since a refused call was made, another call, tab or instance has refreshed already.
 */
export function createSession(base: string, { fetch, csrfToken }: Transport) {
  const address = `${base}/api/v1/auth/token/refresh/`
  const { document, navigator } = globalThis as { document?: unknown; navigator?: { locks?: Locks } }
  // Outside browsers nobody else has this client's cookies, so there is nobody to lock out.
  const locks = document ? navigator?.locks : undefined
  let refreshing: Promise<void> | undefined
  let over: string | undefined

  function refresh(seen: string): Promise<void> {
    const renew = () => renewOnce(seen)
    refreshing ??= (locks ? locks.request(`coverage-refresh ${base}`, renew) : renew()).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function renewOnce(seen: string) {
    if (csrfToken() !== seen) return
    const response = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(refreshTimeout) })
    const body: unknown = await response.json().catch(() => undefined)
    if (response.ok) return
    if (response.status !== 401 && response.status !== 403)
      throw refusal(response.status, body, response.headers)
    for (let waited = 0; csrfToken() === seen && waited < winnersTime; waited += step) await sleep(step)
    if (csrfToken() === seen) over = seen
  }

  async function mayRepeat(status: number, seen: string | undefined): Promise<boolean> {
    // Another tab's refresh can change the cookie between its reading and its sending: the service then says 403.
    if (status === 403) return csrfToken() !== seen
    if (status !== 401) return false
    if (seen === undefined || seen === over) return csrfToken() !== seen
    await refresh(seen)
    return true
  }

  return {
    /** Makes the call; after a 401 refreshes, once for all calls that wait, and makes it once more. */
    async keep<T>(call: () => Promise<T>): Promise<T> {
      const seen = csrfToken()
      try {
        return await call()
      } catch (thrown) {
        if (!(await mayRepeat(toCoverageError(thrown).status, seen))) throw thrown
        return call()
      }
    },

    /** Refreshes no more until the next login. */
    end() {
      over = csrfToken()
    },
  }
}
