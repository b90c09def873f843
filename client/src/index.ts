import type { ListOptions, PageNumber } from './contract/procedures.ts'
import type { Subscribe } from './session/client-events.ts'

export { type CoverageClient, createCoverageClient } from './client.ts'
export { CoverageError } from './contract/error.ts'
export type * from './contract/procedures.ts'
export type * from './contract/wire.ts'
export type { ClientEvents, Subscribe } from './session/client-events.ts'
export { type CookieJar, createCookieJar, type SavedCookie } from './transport/cookie-jar.ts'
export type { Live, LiveChange, LiveEvent, LiveOptions } from './transport/live-streams.ts'
export type { CoverageClientOptions, RateLimit, RequestHeaders } from './transport/options.ts'

/** @deprecated Use `Subscribe`. */
export type On = Subscribe

/** @deprecated Use `ListOptions<Field> & PageNumber`. */
export type ListInput<Field extends string> = ListOptions<Field> & PageNumber
