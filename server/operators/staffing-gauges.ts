import { setTimeout as after } from 'node:timers/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Orm } from '../../entities/orm.ts'
import { readUnitCoverage } from '../../entities/reads/coverage.ts'
import { countEmployees } from '../../entities/reads/employees.ts'
import { coverageSummary } from '../../src/coverage.ts'
import { employeeStatuses } from '../../src/employee-lifecycle.ts'

/** Milliseconds between two readings. */
const interval = 15_000
/** Milliseconds that a scrape waits for a reading before it goes on with the last one. */
const readTimeout = 500

/** The clinic's figures: read on demand, at most once per interval, and absent while PostgreSQL cannot be read. */
export class StaffingGauges {
  readonly #orm: Orm
  readonly #up
  readonly #readAt
  readonly #positions
  readonly #hours
  readonly #employees
  #finishedAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(orm: Orm, registry: Registry) {
    this.#orm = orm
    const gauge = (name: string, help: string, ...labelNames: string[]) =>
      new Gauge({ name, help, labelNames, registers: [registry] })
    this.#up = gauge(
      'coverage_postgresql_up',
      '1 when the last reading of the figures below from PostgreSQL succeeded.',
    )
    this.#readAt = gauge(
      'coverage_figures_timestamp_seconds',
      'When the figures of positions, hours and employees were read.',
    )
    this.#positions = gauge('coverage_positions', 'Active positions by coverage state.', 'state')
    this.#hours = gauge(
      'coverage_weekly_hours',
      'Weekly hours that active positions require, and weekly hours assigned to them.',
      'kind',
    )
    this.#employees = gauge('coverage_employees', 'Employees by status.', 'status')
    this.#forget()
  }

  async refresh() {
    if (!this.#reading && performance.now() - this.#finishedAt < interval) return
    this.#reading ??= this.#read()
      .catch(() => this.#forget())
      .finally(() => {
        this.#finishedAt = performance.now()
        this.#reading = undefined
      })
    await Promise.race([this.#reading, after(readTimeout, undefined, { ref: false })])
  }

  async #read() {
    const em = this.#orm.em.fork()
    const [units, counts] = await Promise.all([readUnitCoverage(em), countEmployees(em)])
    const { global } = coverageSummary(units)
    this.#positions.set({ state: 'VACANT' }, global.vacant_positions)
    this.#positions.set({ state: 'PARTIAL' }, global.partial_positions)
    this.#positions.set({ state: 'COVERED' }, global.covered_positions)
    this.#positions.set({ state: 'OVER_COVERED' }, global.over_covered_positions)
    this.#hours.set({ kind: 'required' }, Number(global.total_required_hours))
    this.#hours.set({ kind: 'assigned' }, Number(global.total_assigned_hours))
    for (const status of employeeStatuses) this.#employees.set({ status }, counts.get(status) ?? 0)
    this.#readAt.setToCurrentTime()
    this.#up.set(1)
  }

  #forget() {
    this.#up.set(0)
    this.#readAt.remove()
    for (const gauge of [this.#positions, this.#hours, this.#employees]) gauge.reset()
  }
}
