import { setTimeout as after } from 'node:timers/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import pg from 'pg'
import { clientConfig } from '../../entities/database-url.ts'
import type { Orm } from '../../entities/orm.ts'
import { readOrgTree } from '../../entities/reads/coverage.ts'
import { countEmployees } from '../../entities/reads/employees.ts'
import { employeeStatuses } from '../../src/employee-lifecycle.ts'
import { totalsOf } from '../../src/operators/coverage-tree.ts'
import { Reading } from './reading.ts'

/** Milliseconds that a scrape waits for readings before it goes on with the last ones. */
const readTimeout = 500
/** Milliseconds that PostgreSQL may take to answer at all. */
const probeTimeout = 1500
/** PostgreSQL's code. */
const tooManyConnections = '53300'

/**
 * Whether PostgreSQL answers, and the clinic's figures, absent while they cannot be read. Each is read by itself,
 * so slow figures affect neither the others nor what is said about PostgreSQL.
 */
export class StaffingGauges {
  readonly #orm: Orm
  readonly #registry: Registry
  readonly #gaugeUp
  readonly #gaugeReadAt
  readonly #readAt
  readonly #readings: Reading[]

  constructor(orm: Orm, registry: Registry) {
    this.#orm = orm
    this.#registry = registry
    this.#gaugeUp = this.#gauge('coverage_gauge_up', '1 if the figures could last be read.', 'gauge')
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
    const readings = Promise.all(this.#readings.map((reading) => reading.refresh()))
    await Promise.race([readings, after(readTimeout, undefined, { ref: false })])
  }

  #gauge(name: string, help: string, ...labelNames: string[]) {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] })
  }

  /** On a connection of its own: the pool's may all be busy. */
  #probe() {
    const up = this.#gauge('coverage_postgresql_up', '1 if PostgreSQL answered the last time.')
    const config = clientConfig(this.#orm.config.get('clientUrl') as string)
    const limits = { connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout }
    const read = async () => {
      const client = new pg.Client({ ...config, ...limits })
      client.on('error', () => {})
      try {
        await client.connect()
        await client.query('select 1')
      } catch (error) {
        // A server without a connection to spare has answered.
        if ((error as pg.DatabaseError).code !== tooManyConnections) throw error
      } finally {
        client.end().catch(() => {})
      }
    }
    up.set(0)
    return new Reading({ read, succeeded: () => up.set(1), failed: () => up.set(0) })
  }

  #staffing() {
    const positions = this.#gauge('coverage_positions', 'Active positions by coverage state.', 'state')
    const hours = this.#gauge(
      'coverage_weekly_hours',
      'Weekly hours of active positions: required, assigned, and covered, which counts each position up to what it requires.',
      'kind',
    )
    return this.#figures('positions', [positions, hours], async () => {
      const clinic = totalsOf(await readOrgTree(this.#orm.em.fork()))
      positions.set({ state: 'VACANT' }, clinic.vacant)
      positions.set({ state: 'PARTIAL' }, clinic.partial)
      positions.set({ state: 'COVERED' }, clinic.covered)
      positions.set({ state: 'OVER_COVERED' }, clinic.over_covered)
      hours.set({ kind: 'required' }, Number(clinic.required_hours))
      hours.set({ kind: 'assigned' }, Number(clinic.assigned_hours))
      hours.set({ kind: 'covered' }, Number(clinic.covered_hours))
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
    return new Reading({ read, succeeded, failed })
  }
}
