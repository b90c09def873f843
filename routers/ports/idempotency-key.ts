import { createHash } from 'node:crypto'
import type { RequestContext } from './context.ts'
import { badKey } from './refusals.ts'

type Request = Pick<RequestContext, 'headers'>

/** The request's `Idempotency-Key`; 400 unless it is 1 to 255 visible characters. */
export function idempotencyKey({ headers }: Request): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key
  throw badKey()
}

/** The id of the refresh token that follows another one, if the request has a key: always the same (D19). */
export function successorOf(tokenId: string, { headers }: Request) {
  const key = headers['idempotency-key']
  return key === undefined ? undefined : digest(tokenId, String(key))
}

/** 128 bits of a hash, as 32 hexadecimal digits. */
export const digest = (...parts: string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
