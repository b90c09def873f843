import { setTimeout as after } from 'node:timers/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import { clientConfig } from '../../entities/connection/database-url.ts'
import type { Orm } from '../../entities/connection/em.ts'
import { askAlone, HostsClient, isFull } from '../../entities/connection/hosts.ts'
import { countEmployees } from '../../entities/people/employees.ts'
import { readPositionStates } from '../../entities/work/coverage.ts'
import { totalHours } from '../../src/hours.ts'
import { oneAtATime } from '../../src/one-at-a-time.ts'
import { employeeStatuses } from '../../src/people/employee-lifecycle.ts'
import { coverageStates } from '../../src/work/coverage.ts'

/** Milliseconds between readings. */
const interval = 15_000

type Parts = { read: () => Promise<unknown>; succeeded: () => void; failed: () => void }

/** Reads something from PostgreSQL for a scrape: on demand, at most once per interval. */
function scrapeReading({ read, succeeded, failed }: Parts) {
  let finishedAt = Number.NEGATIVE_INFINITY
  const reading = oneAtATime(() =>
    read()
      .then(succeeded, failed)
      .finally(() => {
        finishedAt = performance.now()
      }),
  )
  return async () => {
    if (performance.now() - finishedAt >= interval) await reading()
  }
}

/** Milliseconds that a scrape waits for readings before it uses the last ones. */
const readTimeout = 500
/** Milliseconds after which PostgreSQL counts as down. */
const probeTimeout = 1500

/**
 * Whether PostgreSQL answers, and the clinic's figures, absent while they cannot be read. Each is read by itself,
 * so slow figures affect neither the others nor whether PostgreSQL counts as up.
 */
export class StaffingGauges {
  readonly #orm: Orm
  readonly #registry: Registry
  readonly #gaugeUp
  readonly #gaugeReadAt
  readonly #readAt
  readonly #readings

  constructor(orm: Orm, registry: Registry) {
    this.#orm = orm
    this.#registry = registry
    this.#gaugeUp = this.#gauge(
      'coverage_gauge_up',
      '1 if the last reading of the figures succeeded.',
      'gauge',
    )
    this.#gaugeReadAt = this.#gauge(
      'coverage_gauge_success_timestamp_seconds',
      'When the figures were last read.',
      'gauge',
    )
    this.#readAt = this.#gauge(
      'coverage_figures_timestamp_seconds',
      'When figures of positions, hours or employees were last read.',
    )
    this.#readings = [this.#probe(), this.#staffing(), this.#people()]
  }

  async refresh() {
    const readings = Promise.all(this.#readings.map((read) => read()))
    await Promise.race([readings, after(readTimeout, undefined, { ref: false })])
  }

  #gauge(name: string, help: string, ...labelNames: string[]) {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }

  /** Uses its own connection, because those of the pool may all be busy. */
  #probe() {
    const up = this.#gauge('coverage_postgresql_up', '1 if PostgreSQL answered the last check.')
    const config = clientConfig(this.#orm.config.get('clientUrl') as string)
    const limits = { connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout }
    // A server that takes no more connections has answered.
    const read = () =>
      askAlone(new HostsClient({ ...config, ...limits }), 'select 1').catch((error) => {
        if (!isFull(error)) throw error
      })
    up.set(0)
    return scrapeReading({ read, succeeded: () => up.set(1), failed: () => up.set(0) })
  }

  #staffing() {
    const positions = this.#gauge('coverage_positions', 'Active positions by coverage state.', 'state')
    const hours = this.#gauge(
      'coverage_weekly_hours',
      'Weekly hours of active positions: required, assigned, and covered, which counts each position up to what it requires.',
      'kind',
    )
    return this.#figures('positions', [positions, hours], async () => {
      const found = await readPositionStates(this.#orm.em.fork())
      const numbers = new Map(found.map(({ state, positions }) => [state, positions]))
      for (const state of coverageStates) positions.set({ state }, numbers.get(state) ?? 0)
      const isMet = ({ state }: (typeof found)[number]) => state === 'COVERED' || state === 'OVER_COVERED'
      const sums = {
        required: found.map(({ required }) => required),
        assigned: found.map(({ assigned }) => assigned),
        covered: found.map((each) => (isMet(each) ? each.required : each.assigned)),
      }
      for (const [kind, parts] of Object.entries(sums)) hours.set({ kind }, Number(totalHours(parts)))
    })
  }

  #people() {
    const employees = this.#gauge('coverage_employees', 'Employees by status.', 'status')
    return this.#figures('employees', [employees], async () => {
      const counts = await countEmployees(this.#orm.em.fork())
      for (const status of employeeStatuses) employees.set({ status }, counts.get(status) ?? 0)
    })
  }

  #figures(gauge: string, shown: Gauge[], read: () => Promise<void>) {
    const succeeded = () => {
      this.#gaugeUp.set({ gauge }, 1)
      for (const readAt of [this.#gaugeReadAt.labels({ gauge }), this.#readAt]) readAt.setToCurrentTime()
    }
    const failed = () => {
      this.#gaugeUp.set({ gauge }, 0)
      this.#readAt.remove()
      for (const each of shown) each.reset()
    }
    failed()
    return scrapeReading({ read, succeeded, failed })
  }
}
