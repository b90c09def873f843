import { Decimal } from 'decimal.js'
import type { DecimalText } from './contract/wire.ts'

/** A decimal of the service as a `Decimal`, for exact arithmetic; `toFixed(2)` gives the text to send. */
export const decimal = (text: DecimalText): Decimal => new Decimal(text)
