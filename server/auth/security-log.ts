import type { Logger } from 'pino'
import { isDatabaseUnavailable, writeRefusal } from '../../entities/connection/availability.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { SecurityLog as Entry } from '../../entities/logs/security-log.ts'
import type * as ports from '../../routers/ports/security-log.ts'
import { type SecurityEvent, securityEvents } from '../../src/logs/events.ts'
import { printable } from './session-records.ts'

/** Milliseconds until an event is stored. */
const delay = 1000
const batchSize = 500
/** The maximum entries that wait while the database is down. */
const mostWaiting = 10_000
/** Repetitions of a refusal within this many seconds share one entry. */
const countedFor = 60
/** Callers beyond this number are counted together, per event. */
const mostCallers = 1000

type EventRow = ReturnType<typeof rowOf>

type Repeated = { row: EventRow; until: number; times: number }

type Parts = {
  orm: Orm
  log: Logger
  clock: () => Date
  metrics: { security(event: SecurityEvent): void; securityEventsLost(events: number): void }
}

/**
 * Writes events to the JSON log at once and to the database within a second. Both keep
 * repeated refusals as the first one and a count of the others. No request waits for this or fails because of it.
 */
export class SecurityLog implements ports.SecurityLog {
  readonly #parts: Parts
  #waiting: EventRow[] = []
  readonly #repeated = new Map<SecurityEvent, Map<string, Repeated>>()
  #timer: NodeJS.Timeout | undefined
  #writing = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  record(event: SecurityEvent, from: ports.Origin, about: ports.About = {}) {
    const row = rowOf(event, from, { ...about, created_at: this.#parts.clock() })
    this.#parts.metrics.security(event)
    if (row.outcome === 'DONE' || this.#isFirst(row, about.seconds ?? countedFor)) this.#keep(row)
    this.#arm()
  }

  /** Stores the waiting events, and the counts of refusals that are complete. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#takeCounts(this.#parts.clock().getTime())
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  /** Stores everything, including counts that are not complete. */
  stop(): Promise<void> {
    this.#takeCounts(Number.POSITIVE_INFINITY)
    return this.flush().finally(() => clearTimeout(this.#timer))
  }

  /** Counts a refusal; true if it is the first of its kind for some time. */
  #isFirst(row: EventRow, seconds: number): boolean {
    const callers = this.#repeated.get(row.event) ?? new Map<string, Repeated>()
    this.#repeated.set(row.event, callers)
    const own = `${row.user_id} ${row.address} ${row.target}`
    const key = callers.has(own) || callers.size < mostCallers ? own : ''
    const repeated = callers.get(key)
    if (repeated) repeated.times += 1
    else callers.set(key, { row, until: row.created_at.getTime() + seconds * 1000, times: 0 })
    return !repeated
  }

  #takeCounts(now: number) {
    for (const callers of this.#repeated.values())
      for (const [key, { row, until, times }] of callers) {
        if (until > now) continue
        callers.delete(key)
        const caller =
          key === '' ? { user_id: null, address: '', user_agent: '', request_id: '', target: '' } : {}
        if (times) this.#keep({ ...row, ...caller, times, created_at: this.#parts.clock() })
      }
  }

  #keep(row: EventRow) {
    const { created_at: _, ...said } = row
    this.#parts.log[row.event === 'reuse' ? 'warn' : 'info'](
      { security: said },
      `security event: ${row.event}`,
    )
    if (this.#waiting.length < mostWaiting) this.#waiting.push(row)
    else this.#parts.metrics.securityEventsLost(1)
  }

  async #write() {
    const { orm, log, metrics } = this.#parts
    while (this.#waiting.length) {
      const rows = this.#waiting.slice(0, batchSize)
      try {
        await orm.em.fork().insertMany(Entry, rows)
      } catch (err) {
        const isTemporary = isDatabaseUnavailable(err) || writeRefusal(err) !== undefined
        log.warn({ err, entries: rows.length, isTemporary }, 'could not store security events')
        if (isTemporary) break
        metrics.securityEventsLost(rows.length)
      }
      this.#waiting.splice(0, rows.length)
    }
    const isIdle = !this.#waiting.length && [...this.#repeated.values()].every(({ size }) => size === 0)
    if (!isIdle) this.#arm()
  }

  #arm() {
    this.#timer ??= setTimeout(() => this.flush(), delay).unref()
  }
}

function rowOf(event: SecurityEvent, from: ports.Origin, about: ports.About & { created_at: Date }) {
  const { ip, headers, surface, id, credentials } = from
  const { user = credentials.userId ?? null, target = '', created_at } = about
  return {
    event,
    outcome: securityEvents[event],
    times: 1,
    user_id: user,
    name: credentials.machine?.caller.email ?? '',
    address: ip,
    user_agent: printable(headers['user-agent']).slice(0, 300),
    via: credentials.state === 'token' || credentials.machine ? 'token' : surface,
    request_id: id,
    target: target.slice(0, 400),
    created_at,
  }
}
