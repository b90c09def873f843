/** Milliseconds between two readings. */
const interval = 15_000

type Parts = { read: () => Promise<void>; succeeded: () => void; failed: () => void }

/** Something read from PostgreSQL for a scrape: on demand, at most once per interval. */
export class Reading {
  readonly #parts: Parts
  #finishedAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async refresh() {
    if (!this.#running && performance.now() - this.#finishedAt < interval) return
    const { read, succeeded, failed } = this.#parts
    this.#running ??= read()
      .then(succeeded, failed)
      .finally(() => {
        this.#finishedAt = performance.now()
        this.#running = undefined
      })
    await this.#running
  }
}
