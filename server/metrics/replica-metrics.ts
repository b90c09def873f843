import { Counter, Gauge, type Registry } from '@prometheus-io/client'
import type { ReplicaState } from '../../routers/ports/stores.ts'

type Watched = { states(): ReplicaState[] }

/** Which servers answer reads, and the state of the replicas. No series without replicas. */
export class ReplicaMetrics {
  readonly #watched: Watched[] = []
  readonly #reads
  readonly #fallbacks

  constructor(registry: Registry) {
    const registers = [registry]
    this.#reads = new Counter({
      name: 'coverage_reads_total',
      help: 'Reads that may go to a replica, by the server that answered: a replica, or `primary`.',
      labelNames: ['server'],
      registers,
    })
    this.#fallbacks = new Counter({
      name: 'coverage_replica_fallbacks_total',
      help: 'Reads that failed on a replica and were repeated on the primary.',
      labelNames: ['replica'],
      registers,
    })
    const all = () => this.#watched.flatMap((replicas) => replicas.states())
    new Gauge({
      name: 'coverage_replica_up',
      help: '1 while every process reads from the replica.',
      labelNames: ['replica'],
      aggregator: 'min',
      registers,
      collect() {
        for (const [replica, states] of byName(all()))
          this.labels(replica).set(states.every(({ state }) => state === 'in use') ? 1 : 0)
      },
    })
    new Gauge({
      name: 'coverage_replica_lag_seconds',
      help: 'How long the replica has lacked what the primary has written; absent while unknown.',
      labelNames: ['replica'],
      aggregator: 'max',
      registers,
      collect() {
        this.reset()
        for (const [replica, states] of byName(all())) {
          const lags = states.flatMap(({ lag_seconds }) => lag_seconds ?? [])
          if (lags.length) this.labels(replica).set(Math.max(...lags))
        }
      },
    })
  }

  /** Measures the replicas of a listener. */
  watch(replicas: Watched) {
    this.#watched.push(replicas)
    for (const { name } of replicas.states()) this.#fallbacks.labels(name).inc(0)
  }

  read(server: string) {
    this.#reads.labels(server).inc()
  }

  fellBack(replica: string) {
    this.#fallbacks.labels(replica).inc()
  }
}

const byName = (states: ReplicaState[]) => Map.groupBy(states, ({ name }) => name)
