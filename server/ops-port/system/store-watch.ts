import type { Redis } from 'ioredis'
import type { Orm } from '../../../entities/connection/em.ts'
import type { ProviderPages } from '../../../routers/ports/sessions.ts'
import { oneAtATime } from '../../../src/one-at-a-time.ts'
import { checkReadiness, checkStores, type Readiness, type Stores } from './readiness.ts'

/** Milliseconds between checks of the stores when no probe asks. */
const interval = 5000

type Parts = {
  orm: Orm
  redis: Redis | undefined
  clock: () => Date
  /** Signing in at it also needs Redis, which stores its sessions. */
  provider: Pick<ProviderPages, 'answers'> | undefined
}

export type StoreReport = Readiness & {
  /** Whether all that signing in needs answers. */
  canSignIn: boolean
  /** When the trouble with each troubled store began. */
  since: Partial<Record<keyof Stores, Date>>
}

/** Checks the stores, and remembers when each outage began. */
export function watchStores({ orm, redis, clock, provider }: Parts) {
  const troubles = new Map<keyof Stores, { outcome: string; since: Date }>()
  let timer: NodeJS.Timeout | undefined

  function note({ postgresql, redis }: Stores) {
    for (const [store, outcome] of Object.entries({ postgresql, redis }) as [keyof Stores, string][]) {
      if (outcome === 'ok' || outcome === 'not configured') troubles.delete(store)
      else if (troubles.get(store)?.outcome !== outcome) troubles.set(store, { outcome, since: clock() })
    }
  }

  return {
    /** The current state of the service. */
    async read(): Promise<StoreReport> {
      const readiness = await checkReadiness(orm, redis)
      const { checks } = readiness
      note(checks)
      const isLost = provider && (checks.redis !== 'ok' || !provider.answers())
      const since = Object.fromEntries([...troubles].map(([store, { since }]) => [store, since]))
      return { ...readiness, canSignIn: checks.postgresql !== 'unreachable' && !isLost, since }
    },

    /** Checks the stores regularly, so that the beginning of an outage is known even without a probe. */
    start() {
      const check = oneAtATime(async () => note(await checkStores(orm, redis)))
      timer = setInterval(check, interval).unref()
    },

    stop: () => clearInterval(timer),
  }
}
