type Counts = Map<string, number>
type Bucket = { counts: Counts; ends: number }
export type Buckets = [key: string, Bucket][]

/** Names that one bucket keeps apart; any more are counted together. */
export const mostNames = 400

/** What counts for a name once its bucket is full: `address:others` for `address:198.51.100.7`. */
export const others = (name: string) => `${name.slice(0, name.indexOf(':'))}:others`

/** Counts by name in buckets, as bounded as those in Redis. Instants are in seconds. */
export class Series {
  readonly #buckets = new Map<string, Bucket>()

  counts(key: string): ReadonlyMap<string, number> | undefined {
    return this.#buckets.get(key)?.counts
  }

  /** Adds to a bucket; the first count of a new one drops those that no range shows any more. */
  add({ key, ends }: { key: string; ends: number }, counts: Iterable<[string, number]>, now: number) {
    let bucket = this.#buckets.get(key)
    if (!bucket) {
      for (const [old, { ends }] of this.#buckets) if (ends < now) this.#buckets.delete(old)
      bucket = { counts: new Map(), ends }
      this.#buckets.set(key, bucket)
    }
    for (const [name, count] of counts) {
      const kept = bucket.counts.has(name) || bucket.counts.size < mostNames ? name : others(name)
      bucket.counts.set(kept, (bucket.counts.get(kept) ?? 0) + count)
    }
  }

  /** Empties the series. */
  take(): Buckets {
    const taken = [...this.#buckets]
    this.#buckets.clear()
    return taken
  }
}
