import { type CoverageError, toCoverageError } from '../contract/error.ts'
import type { Transport } from '../transport/transport.ts'
import type { Events } from './client-events.ts'
import { createRefresh } from './refresh.ts'

/**
 * Keeps a caller signed in. Every login and refresh sets a new CSRF token: if it has changed since a refused call was
 * made, another call, tab or instance has already refreshed.
 */
export function createSession(transport: Transport, { emit }: Events) {
  const { csrfToken } = transport
  /** The last token that a call had. */
  let known: string | undefined
  /** The token of a session that is over. */
  let over: string | undefined

  function end() {
    over = csrfToken()
    known = undefined
  }

  function ended(reason: 'refused' | 'noCookies', error: CoverageError) {
    end()
    emit({ event: 'sessionEnded', payload: { reason, error } })
  }

  const refresh = createRefresh(transport, {
    renewed: (elsewhere) => emit({ event: 'refreshed', payload: { elsewhere } }),
    refused: (error) => ended('refused', error),
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

    /** Stops refreshing until the next login. */
    end,

    /** Refreshes again, after a login in another tab. */
    begin() {
      over = undefined
    },
  }
}
