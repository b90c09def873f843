/**
 * The stored one that each row of one key is about; undefined for a row that is refused. A stored one is matched once.
 */
export class Matching<Row, Stored> extends Map<Row, Stored | undefined> {
  /** What no row has been matched with. */
  free: Stored[]

  constructor(stored: Stored[]) {
    super()
    this.free = stored
  }

  /** Those of the rows that are neither matched nor refused. */
  open(rows: readonly Row[]): Row[] {
    return rows.filter((row) => !this.has(row))
  }

  matchFirst(row: Row, isMatch: (stored: Stored) => boolean) {
    this.match(row, this.free.find(isMatch))
  }

  match(row: Row, stored: Stored | undefined) {
    if (stored === undefined) return
    this.free = this.free.filter((one) => one !== stored)
    this.set(row, stored)
  }
}
