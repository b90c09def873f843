import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Redis } from 'ioredis'
import type { Orm } from '../../entities/connection/em.ts'
import { connectionsOf, writabilityOf } from '../../entities/connection/pool.ts'
import type { SealedTo } from '../../entities/logs/seals.ts'
import type * as ports from '../../routers/ports/context.ts'
import type { ThrottleOutcome } from '../../routers/ports/throttles.ts'
import { type Scope, scopes } from '../../src/accounts/limits.ts'
import { type SecurityEvent, securityEventNames } from '../../src/logs/events.ts'
import { askRedis } from '../stores/redis.ts'
import { commandFailed } from '../stores/redis-client.ts'
import { NightMetrics } from './night-metrics.ts'
import { totalsOf } from './processes.ts'
import { ReplicaMetrics } from './replica-metrics.ts'
import { StaffingGauges } from './staffing-gauges.ts'
import { WebhookMetrics } from './webhook-metrics.ts'

const throttleOutcomes: readonly ThrottleOutcome[] = ['allowed', 'near', 'blocked']

const statusClasses = ['2xx', '4xx', '5xx'] as const
type StatusClass = (typeof statusClasses)[number]

/** Seconds: most answers take a few milliseconds, and none more than D43's two seconds and the upload of a body. */
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Metrics that include Node's own. Made once per process, because Node's collectors are never removed. */
export function processMetrics() {
  const metrics = new Metrics()
  collectDefaultMetrics({ register: metrics.registry })
  return metrics
}

type Bound = {
  duration: Histogram.Internal<'surface' | 'procedure'>
  byStatus: Record<StatusClass, Counter.Internal>
}

/** What one process counts. The labels are bounded: procedures, surfaces, scopes, status classes. */
export class Metrics implements ports.Metrics {
  readonly registry = new Registry()
  readonly replicas = new ReplicaMetrics(this.registry)
  readonly webhooks = new WebhookMetrics(this.registry)
  readonly nights = new NightMetrics(this.registry)
  readonly #registers = [this.registry]
  readonly #orms: Orm[] = []
  readonly #redisClients: Redis[] = []
  readonly #feeds: { size: number }[] = []

  readonly #requests = this.#counter(
    'coverage_requests_total',
    'Calls answered; unknown paths and methods count as the procedure `unknown`.',
    ['surface', 'procedure', 'status'],
  )
  readonly #durations = new Histogram({
    name: 'coverage_request_duration_seconds',
    help: 'Duration of a procedure, from its throttle to its checked output.',
    labelNames: ['surface', 'procedure'],
    buckets,
    registers: this.#registers,
  })
  readonly #throttled = this.#counter(
    'coverage_throttle_requests_total',
    'Requests counted by throttles: allowed, near the limit (allowed, from 80 %), blocked.',
    ['scope', 'outcome'],
  )
  readonly #security = this.#counter(
    'coverage_security_events_total',
    'Logins, refusals and other events of the security log.',
    ['event'],
  )
  readonly #securityLost = this.#counter(
    'coverage_security_events_lost_total',
    'Events that only the JSON log has, because PostgreSQL was down for too long.',
  )
  readonly #sealedEntries = this.#ofLogs('coverage_log_sealed_entries', 'Entries of the chain of a log.')
  readonly #seals = this.#ofLogs(
    'coverage_log_seal',
    'The first 48 bits of the hash at the end of the chain of a log, as a number.',
  )
  readonly #redisFailures = this.#counter(
    'coverage_redis_command_failures_total',
    'Redis commands that failed or took too long.',
  )

  // Bound once, so that counting a request creates no object; a series that starts at 0 shows its first event.
  readonly #byScope = Object.fromEntries(
    scopes.map((scope) => [scope, bind(this.#throttled, throttleOutcomes, scope)]),
  ) as Record<Scope, Record<ThrottleOutcome, Counter.Internal>>
  readonly #byEvent = bind(this.#security, securityEventNames)
  readonly #procedures: Record<ports.Surface, Map<string, Bound>> = {
    rest: new Map(),
    trpc: new Map(),
    operator: new Map(),
  }

  constructor() {
    const [registers, clients, orms] = [this.#registers, this.#redisClients, this.#orms]
    const feeds = this.#feeds
    new Gauge({
      name: 'coverage_live_streams',
      help: 'Open live streams.',
      labelNames: [] as string[],
      registers,
      collect() {
        this.set(feeds.reduce((sum, { size }) => sum + size, 0))
      },
    })
    new Gauge({
      name: 'coverage_redis_up',
      help: '1 while Redis takes the changes of every process that uses it; absent without Redis.',
      labelNames: [] as string[],
      aggregator: 'min',
      registers,
      async collect() {
        if (!clients.length) return this.remove()
        this.set((await Promise.all(clients.map(isUp))).every(Boolean) ? 1 : 0)
      },
    })
    new Gauge({
      name: 'coverage_postgresql_writable',
      help: '0 while PostgreSQL refuses the changes of a process: it is read-only, or its disk or memory is full.',
      labelNames: [] as string[],
      aggregator: 'min',
      registers,
      collect() {
        this.set(orms.some((orm) => writabilityOf(orm).refusal) ? 0 : 1)
      },
    })
    new Gauge({
      name: 'coverage_postgresql_connections',
      help: 'Connections in the pools: total, idle, and requests waiting for one.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const state of ['total', 'idle', 'waiting'] as const)
          this.labels(state).set(orms.reduce((sum, orm) => sum + connectionsOf(orm)[state], 0))
      },
    })
  }

  answered(surface: ports.Surface, procedure: string, { status, seconds }: ports.AnsweredCall) {
    const { duration, byStatus } = this.#boundTo(surface, procedure)
    if (seconds !== undefined) duration.observe(seconds)
    byStatus[classOf(status)].inc()
  }

  answeredUnknown(surface: ports.Surface, status: number) {
    this.#boundTo(surface, 'unknown').byStatus[classOf(status)].inc()
  }

  throttled(scope: Scope, outcome: ThrottleOutcome) {
    this.#byScope[scope][outcome].inc()
  }

  security(event: SecurityEvent) {
    this.#byEvent[event].inc()
  }

  securityEventsLost(events: number) {
    this.#securityLost.inc(events)
  }

  sealed({ log, position, hash }: SealedTo) {
    this.#sealedEntries.set({ log }, position)
    this.#seals.set({ log }, Number.parseInt(hash.slice(0, 12) || '0', 16))
  }

  /** Measures the connections of this process. */
  watch(orm: Orm, redis: Redis | undefined) {
    this.#orms.push(orm)
    if (!redis) return
    this.#redisClients.push(redis)
    redis.on(commandFailed, () => this.#redisFailures.inc())
  }

  /** Measures the live streams of a listener. */
  watchStreams(feed: { size: number }) {
    this.#feeds.push(feed)
  }

  #counter(name: string, help: string, labelNames: string[] = []) {
    return new Counter({ name, help, labelNames, registers: this.#registers })
  }

  #ofLogs(name: string, help: string) {
    return new Gauge({ name, help, labelNames: ['log'], registers: this.#registers })
  }

  #boundTo(surface: ports.Surface, procedure: string): Bound {
    return this.#procedures[surface].getOrInsertComputed(procedure, () => ({
      duration: this.#durations.labels(surface, procedure),
      byStatus: bind(this.#requests, statusClasses, surface, procedure),
    }))
  }
}

/** The counter of each last label, started at 0. */
const bind = <S extends string>(counter: Counter<string>, labels: readonly S[], ...before: string[]) =>
  Object.fromEntries(
    labels.map((label) => {
      const bound = counter.labels(...before, label)
      bound.inc(0)
      return [label, bound]
    }),
  ) as Record<S, Counter.Internal>

const classOf = (status: number): StatusClass => (status < 400 ? '2xx' : status < 500 ? '4xx' : '5xx')

/** The text that Prometheus reads: the counts of all processes of this service, and the clinic's figures. */
export function createScrape(orm: Orm, { registry }: Metrics, workers: number): () => Promise<string> {
  const figures = new StaffingGauges(orm, registry)
  const read = workers > 1 ? totalsOf(registry) : () => registry.metrics()
  return async () => {
    await figures.refresh()
    return read()
  }
}

/** A client that is not connected is not asked, because that would count as a failed command. */
const isUp = async (redis: Redis) =>
  redis.status === 'ready' && (await askRedis(redis).catch(() => 'unreachable')) === 'ok'
