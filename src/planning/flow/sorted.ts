/** Keeps indexes sorted by hours; among equals, the lowest index comes last. */
export class SortedByHours {
  readonly #hours: readonly number[]
  readonly #sorted: number[]

  constructor(hours: readonly number[], indexes: readonly number[]) {
    this.#hours = hours
    this.#sorted = indexes.toSorted((a, b) => this.#compare(a, b))
  }

  #compare = (a: number, b: number) => (this.#hours[a] as number) - (this.#hours[b] as number) || b - a

  /** Counts the indexes at the beginning that meet the condition. */
  #count(isBefore: (index: number) => boolean): number {
    let [low, high] = [0, this.#sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.#sorted[middle] as number)) low = middle + 1
      else high = middle
    }
    return low
  }

  #placeOf = (index: number) => this.#count((other) => this.#compare(other, index) < 0)

  /** The one with the most hours up to a limit. */
  largest = (limit = Infinity): number | undefined =>
    this.#sorted[this.#count((index) => (this.#hours[index] as number) <= limit) - 1]

  add(index: number) {
    this.#sorted.splice(this.#placeOf(index), 0, index)
  }

  /** Call it before the hours of the index change. */
  delete(index: number) {
    const at = this.#placeOf(index)
    if (this.#sorted[at] === index) this.#sorted.splice(at, 1)
  }
}
