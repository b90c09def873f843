import { refusal, toCoverageError } from './error.ts'
import { sleep } from './patience.ts'
import type { Transport } from './transport.ts'

type Locks = { request<T>(name: string, action: () => Promise<T>): Promise<T> }

const refreshTimeout = 30_000
/** How long a refresh that lost the race waits for the winner's cookies, in milliseconds. */
const winnerTimeout = 1000
const step = 50

/**
 * Keeps a caller signed in. Every login and refresh sets a new CSRF token: if it has changed since a refused call was
 * made, another call, tab or instance has already refreshed.
 */
export function createSession(base: string, { fetch, csrfToken }: Transport) {
  const address = `${base}/api/v1/auth/token/refresh/`
  const { document, navigator } = globalThis as { document?: unknown; navigator?: { locks?: Locks } }
  // Outside browsers nobody shares this client's cookies, so no lock is needed.
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
    const { status, headers } = response
    if (response.ok) return
    if (status !== 401 && status !== 403) throw refusal({ status, headers, body })
    for (let waited = 0; csrfToken() === seen && waited < winnerTimeout; waited += step) await sleep(step)
    if (csrfToken() === seen) over = seen
  }

  async function mayRepeat(status: number, seen: string | undefined): Promise<boolean> {
    // 403 when another tab's refresh changed the cookie after the call had read it.
    if (status === 403) return csrfToken() !== seen
    if (status !== 401) return false
    if (seen === undefined || seen === over) return csrfToken() !== seen
    await refresh(seen)
    return true
  }

  return {
    /** Makes the call; after a 401 it refreshes, once for all waiting calls, and repeats the call once. */
    async keep<T>(call: () => Promise<T>): Promise<T> {
      const seen = csrfToken()
      try {
        return await call()
      } catch (thrown) {
        if (!(await mayRepeat(toCoverageError(thrown).status, seen))) throw thrown
        return call()
      }
    },

    /** Stops refreshing until the next login. */
    end() {
      over = csrfToken()
    },
  }
}
