import type { ConnectionProvider } from 'kysely'
import type { Em } from '../../../entities/connection/em.ts'
import { type Consumer, isReplicasFault, type Replica } from './replica.ts'
import { within } from './watch.ts'

/** Milliseconds within which a read is answered, by the replica or by the primary (D43). */
const longestRead = 1900
/** Milliseconds that a replica has to answer; then the read goes to the primary as well. */
const replicaTimeout = 1000

type Parts = {
  primary: Em
  /** The replica to read from; undefined if it has to be the primary. */
  choose: () => Promise<Replica | undefined>
  /** Called with the server that has answered a read, undefined for the primary. */
  onRead: (replica: Replica | undefined) => void
  /** Called when a read has failed on a replica and is repeated on the primary. */
  onFallback: (replica: Replica, error: unknown) => void
}

/** An entity manager that reads from a replica, or from the primary. Its forks belong to the primary. */
export function readingEm(parts: Parts): Em {
  const { primary } = parts
  const executor = primary.getKysely().getExecutor().withConnectionProvider(readsOf(parts))
  const kysely = {
    getExecutor: () => executor,
    executeQuery: executor.executeQuery.bind(executor),
  }
  return { getKysely: () => kysely, fork: primary.fork.bind(primary) } as unknown as Em
}

/** Where the reads of one call go: all to the same replica until one fails there, then to the primary. */
function readsOf({ primary, choose, onRead, onFallback }: Parts): ConnectionProvider {
  let choice: Promise<Replica | undefined> | undefined

  async function readPrimary<T>(consumer: Consumer<T>): Promise<T> {
    const result = await primary.getKysely().getExecutor().provideConnection(consumer)
    onRead(undefined)
    return result
  }

  return {
    async provideConnection<T>(consumer: Consumer<T>): Promise<T> {
      choice ??= choose()
      const replica = await choice
      if (!replica?.isUsable) return readPrimary(consumer)
      const start = performance.now()
      const fromReplica = replica.run(consumer)
      try {
        const result = await within(replicaTimeout, fromReplica)
        onRead(replica)
        return result
      } catch (error) {
        if (!isReplicasFault(error)) throw error
        onFallback(replica, error)
      }
      choice = Promise.resolve(undefined)
      const fromPrimary = readPrimary(consumer)
      // The read itself may be slow; then the replica still answers first.
      const first = Promise.race([fromPrimary, fromReplica.catch(() => fromPrimary)])
      return within(longestRead - (performance.now() - start), first)
    },
  }
}
