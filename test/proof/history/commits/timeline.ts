/** A value that changes from commit to commit. */
export class Timeline<T> {
  private readonly positions: number[] = []
  private readonly values: T[] = []

  /** From `position` on, that is after as many commits, the value is this one. Positions only grow. */
  set(position: number, value: T) {
    if (this.positions.at(-1) === position) this.values[this.values.length - 1] = value
    else {
      this.positions.push(position)
      this.values.push(value)
    }
  }

  /** The value after as many commits as `position` says; undefined before the first. */
  at(position: number): T | undefined {
    let [low, high] = [0, this.positions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.positions[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return this.values[low - 1]
  }

  get last(): T | undefined {
    return this.values.at(-1)
  }
}
