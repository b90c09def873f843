import { Decimal } from 'decimal.js'
import type { DecimalText } from './wire.ts'

export { type CoverageClient, type CoverageClientOptions, createCoverageClient } from './client.ts'
export { type CookieJar, createCookieJar } from './cookie-jar.ts'
export { CoverageError } from './error.ts'
export type * from './procedures.ts'
export type * from './wire.ts'

/** A decimal of the service as a `Decimal`, for exact arithmetic; `toFixed(2)` gives the text to send. */
export const decimal = (text: DecimalText): Decimal => new Decimal(text)
