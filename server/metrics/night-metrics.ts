import { Gauge, type Registry } from '@prometheus-io/client'
import type { LatestNight } from '../../entities/planning/coverage-night.ts'
import { keptWeeks } from '../../src/planning/establishment/night.ts'

/** What the last night has kept. It is set once a day, so that a scrape costs nothing. */
export class NightMetrics {
  readonly #secure
  readonly #keptAt

  constructor(registry: Registry) {
    const registers = [registry]
    this.#secure = new Gauge({
      name: 'coverage_secure_pct',
      help: 'Secure hours as a percentage of the required ones, by the code of the org unit and all below it, now (0) and some weeks ahead: the clinic, and the 50 units that require most hours; absent where none are required.',
      labelNames: ['unit', 'weeks_ahead'],
      registers,
    })
    this.#keptAt = new Gauge({
      name: 'coverage_history_timestamp_seconds',
      help: 'When the figures of the last night were kept.',
      labelNames: [] as string[],
      registers,
    })
    this.#keptAt.remove()
  }

  /** Shows a night instead of the one before. */
  show({ finished_at, units }: LatestNight) {
    this.#secure.reset()
    for (const { code, required, secure } of units)
      for (const [at, weeks] of [0, ...keptWeeks].entries()) {
        const [needed = 0, has = 0] = [required[at], secure[at]]
        // Whoever requires nothing lacks nothing.
        if (needed === 0) continue
        const share = (100 * has) / needed
        this.#secure.set({ unit: code, weeks_ahead: weeks }, Math.round(share * 100) / 100)
      }
    this.#keptAt.set(new Date(finished_at).getTime() / 1000)
  }
}
