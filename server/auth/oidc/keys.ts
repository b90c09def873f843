import { createPublicKey, type KeyObject } from 'node:crypto'
import { JwksClient } from 'jwks-rsa'
import type { Logger } from 'pino'
import { type Provider, providerUnavailable } from './provider.ts'

export type Keys = ReturnType<typeof createKeys>

/** Milliseconds between two fetches of the keys, however many unknown ones are asked for. */
const pause = 5000
/** Milliseconds after which the keys are fetched again, so that a withdrawn one is forgotten. */
const lifetime = 10 * 60_000

/** The provider's published keys by `kid`, fetched when needed and kept; the ones known outlive its absence. */
export function createKeys(provider: Pick<Provider, 'keySet'>, clock: () => Date, log: Logger) {
  const client = new JwksClient({ cache: false, fetcher: provider.keySet })
  let keys = new Map<string, KeyObject>()
  let fetchedAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let underWay: Promise<void> | undefined

  const since = (instant: number) => clock().getTime() - instant

  function fetchOnce() {
    triedAt = clock().getTime()
    underWay ??= fetchKeys().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function fetchKeys() {
    try {
      const published = await client.getSigningKeys()
      keys = new Map(published.map((each) => [each.kid, createPublicKey(each.getPublicKey())]))
      fetchedAt = clock().getTime()
      hasFailed = false
    } catch (err) {
      hasFailed = true
      log.error({ err }, 'the keys of the identity provider cannot be fetched')
    }
  }

  return {
    /**
     * Undefined for a key that is not published; 503 when that cannot be known. A token that has just come from the
     * provider `insists`: it may bear a key of this very second.
     */
    async find(kid: string, insists = false): Promise<KeyObject | undefined> {
      const mayFetch = since(triedAt) >= pause
      if (keys.has(kid)) {
        if (mayFetch && since(fetchedAt) >= lifetime) void fetchOnce()
        return keys.get(kid)
      }
      if (mayFetch || insists || underWay) await fetchOnce()
      if (hasFailed && !keys.has(kid)) throw providerUnavailable()
      return keys.get(kid)
    },
  }
}
