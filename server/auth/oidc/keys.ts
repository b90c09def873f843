import { type CryptoKey, createLocalJWKSet, type JWTHeaderParameters } from 'jose'
import type { Logger } from 'pino'
import { type Provider, providerUnavailable } from './provider.ts'

/** Milliseconds between two fetches, however many unknown keys are asked for. */
const pause = 5000
/** Milliseconds after which the keys are fetched again, so that withdrawn ones are forgotten. */
const lifetime = 10 * 60_000

/** The provider's published keys, fetched when needed; known keys outlive an outage (O41 says why this is ours). */
export class PublishedKeys {
  private readonly provider: Pick<Provider, 'keySet'>
  private readonly clock: () => Date
  private readonly log: Logger
  private keys = createLocalJWKSet({ keys: [] })
  private fetchedAt = Number.NEGATIVE_INFINITY
  private triedAt = Number.NEGATIVE_INFINITY
  private hasFailed = false
  private underWay: Promise<void> | undefined

  constructor(provider: Pick<Provider, 'keySet'>, clock: () => Date, log: Logger) {
    this.provider = provider
    this.clock = clock
    this.log = log
  }

  /**
   * The key that a token's header names: undefined when it is not published, 503 when that cannot be known. A fresh
   * token may be signed with a key published this second, so for it the pause is ignored.
   */
  async find(header: JWTHeaderParameters, isFresh = false): Promise<CryptoKey | undefined> {
    const known = await this.select(header)
    const mayFetch = this.since(this.triedAt) >= pause
    if (known) {
      if (mayFetch && this.since(this.fetchedAt) >= lifetime) void this.fetch()
      return known
    }
    if (mayFetch || isFresh || this.underWay) await this.fetch()
    const fetched = await this.select(header)
    if (!fetched && this.hasFailed) throw providerUnavailable()
    return fetched
  }

  private since(instant: number): number {
    return this.clock().getTime() - instant
  }

  private select(header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
    return this.keys(header).catch(() => undefined)
  }

  private fetch(): Promise<void> {
    this.triedAt = this.clock().getTime()
    this.underWay ??= this.replaceKeys().finally(() => {
      this.underWay = undefined
    })
    return this.underWay
  }

  private async replaceKeys() {
    try {
      this.keys = createLocalJWKSet(await this.provider.keySet())
      this.fetchedAt = this.clock().getTime()
      this.hasFailed = false
    } catch (err) {
      this.hasFailed = true
      this.log.error({ err }, 'the keys of the identity provider cannot be fetched')
    }
  }
}
