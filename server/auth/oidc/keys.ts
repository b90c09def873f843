import { type CryptoKey, createLocalJWKSet, type JWTHeaderParameters } from 'jose'
import type { Logger } from 'pino'
import { oneAtATime } from '../../../src/one-at-a-time.ts'
import { type Provider, providerUnavailable } from './provider.ts'

/** Minimum milliseconds between fetches, so that tokens with unknown keys cannot flood the provider. */
const pause = 5000
/** Milliseconds after which the keys are fetched again, so that withdrawn ones are forgotten. */
const lifetime = 10 * 60_000

export type KeyParts = { provider: Pick<Provider, 'keySet'>; clock: () => Date; log: Logger }

/**
 * The provider's published keys, fetched when needed; known keys survive an outage. jose's own remote set uses the
 * machine's clock, and refuses old keys while the provider is down.
 */
export class PublishedKeys {
  private readonly parts: KeyParts
  private keys = createLocalJWKSet({ keys: [] })
  private fetchedAt = Number.NEGATIVE_INFINITY
  /** When the last fetch ended; long ago while one is under way, so that whoever needs a key waits for it as well. */
  private triedAt = Number.NEGATIVE_INFINITY
  private hasFailed = false

  constructor(parts: KeyParts) {
    this.parts = parts
  }

  /**
   * The key that a token's header names: undefined if it is not published, 503 if the keys cannot be fetched. A token
   * just issued may be signed with a brand-new key, so for it the keys are fetched without the pause.
   */
  async find(header: JWTHeaderParameters, isFresh = false): Promise<CryptoKey | undefined> {
    const known = await this.select(header)
    const mayFetch = this.since(this.triedAt) >= pause
    if (known) {
      if (mayFetch && this.since(this.fetchedAt) >= lifetime) void this.fetch()
      return known
    }
    if (mayFetch || isFresh) await this.fetch()
    const fetched = await this.select(header)
    if (!fetched && this.hasFailed) throw providerUnavailable()
    return fetched
  }

  private since(instant: number): number {
    return this.parts.clock().getTime() - instant
  }

  private select(header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
    return this.keys(header).catch(() => undefined)
  }

  private readonly fetch = oneAtATime(async () => {
    this.triedAt = Number.NEGATIVE_INFINITY
    try {
      this.keys = createLocalJWKSet(await this.parts.provider.keySet())
      this.fetchedAt = this.parts.clock().getTime()
      this.hasFailed = false
    } catch (err) {
      this.hasFailed = true
      this.parts.log.error({ err }, 'the keys of the identity provider cannot be fetched')
    }
    this.triedAt = this.parts.clock().getTime()
  })
}
