import type { CallOptions } from '../contract/wire.ts'
import type { CookieJar } from './cookie-jar.ts'

/** Headers by name. */
export type RequestHeaders = Record<string, string>

/** How many requests the service still accepts: the last one was counted in `scope`, such as `user`. */
export type RateLimit = { scope: string; limit: number; remaining: number; resetsInSeconds: number }

/** Where the service is, and how its client calls it. A single call may override the limits. */
export type CoverageClientOptions = Pick<CallOptions, 'timeoutMs' | 'retries' | 'waitWhenThrottled'> & {
  /** The origin of the service, such as `https://coverage.clinic.example`; `location.origin` in a page on the same one. */
  url: string
  /** Send calls made at the same time in one request. The service still counts each of them. */
  batch?: boolean | undefined
  /** Keeps the cookies outside browsers; a new jar by default. */
  cookies?: CookieJar | undefined
  /**
   * A machine's token, or a function that gives it for each request. The client then uses no cookies, refreshes nothing
   * and emits no events of a session. Never put a token into a page.
   */
  token?: string | (() => string | Promise<string>) | undefined
  /**
   * Headers for every request, or a function that gives them for each. They override the client's own, and a `cookie`
   * overrides the jar's. In pages of other origins CORS allows no new ones.
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined
  /** Gets what is left of the limit in which the service has counted a request, whether or not it was refused. */
  onRateLimit?: ((limit: RateLimit) => void) | undefined
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}
