import type { Orm } from '../../entities/orm.ts'
import type { Metrics } from './metrics.ts'
import { sumOfProcesses } from './processes.ts'
import { staffingGauges } from './staffing-gauges.ts'

/** What Prometheus reads: the counts of all processes of this service, and the clinic in figures. */
export function createScrape(orm: Orm, { registry }: Metrics, workers: number): () => Promise<string> {
  const refreshFigures = staffingGauges(orm, registry)
  const read = workers > 1 ? sumOfProcesses(registry) : () => registry.metrics()
  return async () => {
    await refreshFigures()
    return read()
  }
}
