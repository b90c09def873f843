import { setTimeout as after } from 'node:timers/promises'
import { Gauge, type Registry } from '@prometheus-io/client'
import type { Orm } from '../../entities/orm.ts'
import { countEmployees } from '../../entities/reads/employees.ts'
import { readUnitCoverage } from '../../entities/reads/coverage.ts'
import { coverageSummary } from '../../src/coverage.ts'
import { employeeStatuses } from '../../src/employee-lifecycle.ts'

/** Milliseconds between two readings, and those that a scrape waits for one before it goes on with the last. */
const interval = 15_000
const patience = 500

/** The clinic in figures. They are read when asked for, at most once an interval, and are absent while they cannot be. */
export function staffingGauges(orm: Orm, registry: Registry) {
  const registers = [registry]
  const up = new Gauge({
    name: 'coverage_postgresql_up',
    help: '1 when the figures below could be read from PostgreSQL the last time.',
    registers,
  })
  const readAt = new Gauge({
    name: 'coverage_figures_timestamp_seconds',
    help: 'When the figures of positions, hours and employees were read.',
    labelNames: [] as string[],
    registers,
  })
  const positions = new Gauge({
    name: 'coverage_positions',
    help: 'Active positions by coverage state.',
    labelNames: ['state'],
    registers,
  })
  const hours = new Gauge({
    name: 'coverage_weekly_hours',
    help: 'Weekly hours that active positions require, and that assignments give them.',
    labelNames: ['kind'],
    registers,
  })
  const employees = new Gauge({
    name: 'coverage_employees',
    help: 'Employees by status.',
    labelNames: ['status'],
    registers,
  })

  async function read() {
    const em = orm.em.fork()
    const [units, counts] = await Promise.all([readUnitCoverage(em), countEmployees(em)])
    const { global } = coverageSummary(units)
    positions.set({ state: 'VACANT' }, global.vacant_positions)
    positions.set({ state: 'PARTIAL' }, global.partial_positions)
    positions.set({ state: 'COVERED' }, global.covered_positions)
    positions.set({ state: 'OVER_COVERED' }, global.over_covered_positions)
    hours.set({ kind: 'required' }, Number(global.total_required_hours))
    hours.set({ kind: 'assigned' }, Number(global.total_assigned_hours))
    for (const status of employeeStatuses) employees.set({ status }, counts.get(status) ?? 0)
    readAt.setToCurrentTime()
    up.set(1)
  }

  function forget() {
    up.set(0)
    readAt.remove()
    for (const gauge of [positions, hours, employees]) gauge.reset()
  }

  let last = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  forget()

  return async function refresh() {
    if (!reading && performance.now() - last < interval) return
    reading ??= read()
      .catch(forget)
      .finally(() => {
        last = performance.now()
        reading = undefined
      })
    await Promise.race([reading, after(patience, undefined, { ref: false })])
  }
}
