import { useQuery } from '@tanstack/react-query'
import type { Message } from '../language/text.ts'
import { momentOf } from '../language/wording.ts'

/** What the service says about its stores, even while they are down. */
export type Readiness = {
  postgresql?: string
  redis?: string
  sign_in?: 'ok' | 'unavailable'
  since?: { postgresql?: string; redis?: string }
  identity_provider?: { name: string; state: string; password_grant: boolean }
}

const readiness = {
  queryKey: ['stores'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Readiness> =>
    (await fetch('/readyz', { signal })).json(),
  refetchInterval: 3000,
}

/** Whether the service has not yet said anything about its stores. */
export const useIsAskingStores = () => useQuery(readiness).isPending

/** The state of the stores; undefined until it is known, and while the service itself is unreachable. */
export function useStores(): Readiness | undefined {
  const { data, isError } = useQuery(readiness)
  return isError ? undefined : data
}

const isAway = (outcome: string | undefined) => outcome === 'unreachable'

/** Whether signing in is impossible for now. */
export const isClosed = (stores: Readiness | undefined) =>
  stores?.sign_in === 'unavailable' || isAway(stores?.postgresql)

const fine = 'All systems normal'

/** The sentence to show about the stores and the identity provider. */
export function conditionOf({ postgresql = 'ok', redis, identity_provider }: Readiness): Message {
  if (isAway(postgresql))
    return isAway(redis) ? 'PostgreSQL and Redis are not responding' : 'PostgreSQL is not responding'
  if (isAway(redis)) return 'Redis is not responding'
  if (postgresql !== 'ok') return 'PostgreSQL refuses changes'
  if (redis === 'refuses changes') return 'Redis refuses changes'
  return isAway(identity_provider?.state) ? 'The identity provider is not responding' : fine
}

/** What is known to be in trouble. */
export function troubleOf(stores: Readiness | undefined): Message | undefined {
  const condition = stores && conditionOf(stores)
  return condition === fine ? undefined : condition
}

/** Since when a store has been in trouble. */
export function sinceOf({ since = {} }: Readiness): string | undefined {
  const [first] = Object.values(since).sort()
  return first && momentOf(first)
}
