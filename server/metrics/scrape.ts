import type { Orm } from '../../entities/connection/em.ts'
import type { Metrics } from './metrics.ts'
import { ProcessTotals } from './processes.ts'
import { StaffingGauges } from './staffing-gauges.ts'

/** The text that Prometheus reads: the counts of all processes of this service, and the clinic's figures. */
export function createScrape(orm: Orm, { registry }: Metrics, workers: number): () => Promise<string> {
  const figures = new StaffingGauges(orm, registry)
  const totals = workers > 1 ? new ProcessTotals(registry) : undefined
  return async () => {
    await figures.refresh()
    return totals ? totals.read() : registry.metrics()
  }
}
