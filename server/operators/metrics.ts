import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Redis } from 'ioredis'
import { connectionsOf, type Orm } from '../../entities/orm.ts'
import type { SessionEvent, Surface, ThrottleOutcome } from '../../routers/gate/context.ts'
import { type Scope, scopes } from '../../src/limits.ts'

const throttleOutcomes: readonly ThrottleOutcome[] = ['allowed', 'near', 'blocked']

const sessionEvents: readonly SessionEvent[] = ['login', 'failed_login', 'refresh', 'reuse', 'logout']

const statusClasses = ['2xx', '4xx', '5xx'] as const

/** Seconds: most answers take a few milliseconds, none more than the two of D43 and a body's upload. */
const buckets = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

export type Metrics = ReturnType<typeof createMetrics>

/** The same, with what Node itself tells of the process; once a process, which it watches all its life. */
export function processMetrics() {
  const metrics = createMetrics()
  collectDefaultMetrics({ register: metrics.registry })
  return metrics
}

/** What one process counts. The labels are bounded: procedures, surfaces, scopes, classes of status. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const orms: Orm[] = []
  const stores: Redis[] = []

  const requests = new Counter({
    name: 'coverage_requests_total',
    help: 'Calls answered; unknown paths and methods are the procedure `unknown`.',
    labelNames: ['surface', 'procedure', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'coverage_request_duration_seconds',
    help: 'Time a procedure took, from its throttle to its checked output.',
    labelNames: ['surface', 'procedure'],
    buckets,
    registers,
  })
  const throttled = new Counter({
    name: 'coverage_throttle_requests_total',
    help: 'Requests counted: allowed, allowed near the limit (from 80 %), blocked.',
    labelNames: ['scope', 'outcome'],
    registers,
  })
  const sessions = new Counter({
    name: 'coverage_session_events_total',
    help: 'Logins, failed logins, refreshes, refresh tokens used twice, logouts.',
    labelNames: ['event'],
    registers,
  })
  const redisFailures = new Counter({
    name: 'coverage_redis_command_failures_total',
    help: 'Redis commands that failed or took too long.',
    registers,
  })
  new Gauge({
    name: 'coverage_redis_up',
    help: '1 while every process that uses Redis is connected to it; absent without one.',
    labelNames: [] as string[],
    aggregator: 'min',
    registers,
    collect() {
      if (stores.length) this.set(stores.every(({ status }) => status === 'ready') ? 1 : 0)
      else this.remove()
    },
  })
  new Gauge({
    name: 'coverage_postgresql_connections',
    help: 'Connections of the pools: total, idle, and requests that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const state of ['total', 'idle', 'waiting'] as const)
        this.labels(state).set(orms.reduce((sum, orm) => sum + connectionsOf(orm)[state], 0))
    },
  })

  // Bound once, so that counting a request makes no object; a series that starts at 0 shows its first event.
  const bind = <S extends string>(counter: Counter<string>, labels: readonly S[], ...before: string[]) =>
    Object.fromEntries(
      labels.map((label) => {
        const bound = counter.labels(...before, label)
        bound.inc(0)
        return [label, bound]
      }),
    ) as Record<S, Counter.Internal>
  const byScope = Object.fromEntries(
    scopes.map((scope) => [scope, bind(throttled, throttleOutcomes, scope)]),
  ) as Record<Scope, Record<ThrottleOutcome, Counter.Internal>>
  const byEvent = bind(sessions, sessionEvents)

  const bindProcedure = (surface: Surface, procedure: string) => ({
    duration: durations.labels(surface, procedure),
    byStatus: bind(requests, statusClasses, surface, procedure),
  })
  const procedures = { rest: new Map(), trpc: new Map(), operator: new Map() } satisfies Record<
    Surface,
    Map<string, ReturnType<typeof bindProcedure>>
  >
  function boundTo(surface: Surface, procedure: string): ReturnType<typeof bindProcedure> {
    let counters = procedures[surface].get(procedure)
    if (!counters) {
      counters = bindProcedure(surface, procedure)
      procedures[surface].set(procedure, counters)
    }
    return counters
  }

  return {
    registry,

    /** A call of a procedure was answered, after so many seconds. */
    answered(surface: Surface, procedure: string, status: number, seconds: number) {
      const { duration, byStatus } = boundTo(surface, procedure)
      duration.observe(seconds)
      byStatus[classOf(status)].inc()
    },

    /** Something was asked for that no procedure answers. */
    answeredUnknown(surface: Surface, status: number) {
      boundTo(surface, 'unknown').byStatus[classOf(status)].inc()
    },

    throttled(scope: Scope, outcome: ThrottleOutcome) {
      byScope[scope][outcome].inc()
    },

    session(event: SessionEvent) {
      byEvent[event].inc()
    },

    /** Follows the connections of this process. */
    watch(orm: Orm, redis: Redis | undefined) {
      orms.push(orm)
      if (!redis) return
      stores.push(redis)
      const send = redis.sendCommand.bind(redis)
      const failed = () => redisFailures.inc()
      redis.sendCommand = (command, stream) => {
        command.promise.catch(failed)
        return send(command, stream)
      }
    },
  }
}

const classOf = (status: number) => (status < 400 ? '2xx' : status < 500 ? '4xx' : '5xx')
