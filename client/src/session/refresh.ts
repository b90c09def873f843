import { type CoverageError, refusal } from '../contract/error.ts'
import { sleep } from '../transport/time-limits.ts'
import type { Transport } from '../transport/transport.ts'

type Locks = { request<T>(name: string, action: () => Promise<T>): Promise<T> }

/** How a refresh ended: by this client or by another one, or the session is over. */
type Told = { renewed(elsewhere: boolean): void; refused(error: CoverageError): void }

const refreshTimeout = 30_000
/** How long a refresh that lost the race waits for the winner's cookies, in milliseconds. */
const winnerTimeout = 1000
const step = 50

/** A function that refreshes once for all simultaneous callers, unless the CSRF token they saw is out of date. */
export function createRefresh({ service, page, fetch, csrfToken }: Transport, told: Told) {
  const address = `${service.origin}/api/v1/auth/token/refresh/`
  // Outside browsers this client's cookies are its own, so no lock is needed.
  const locks = page && (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks
  let refreshing: Promise<void> | undefined

  /** The token of the last reported renewal. */
  let last: string | undefined
  function renewed(elsewhere: boolean) {
    if (csrfToken() !== last) told.renewed(elsewhere)
    last = csrfToken()
  }

  async function renew(seen: string) {
    if (csrfToken() !== seen) return renewed(true)
    const response = await fetch(address, { method: 'POST', signal: AbortSignal.timeout(refreshTimeout) })
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
    const name = `coverage-refresh ${service.origin}`
    refreshing ??= (locks ? locks.request(name, () => renew(seen)) : renew(seen)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }
}
