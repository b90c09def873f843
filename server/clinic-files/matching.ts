/** Finds for the rows of one key which of the stored ones each is about. A stored one is matched once. */
export class Matching<Row, Stored> {
  private readonly unmatched: Set<Stored>
  private readonly matches = new Map<Row, Stored>()
  private readonly refused = new Set<Row>()

  constructor(stored: Iterable<Stored>) {
    this.unmatched = new Set(stored)
  }

  /** Undefined for a row that is about none of them. */
  of(row: Row): Stored | undefined {
    return this.matches.get(row)
  }

  isRefused(row: Row): boolean {
    return this.refused.has(row)
  }

  /** Those of the rows that are neither matched nor refused. */
  open(rows: readonly Row[]): Row[] {
    return rows.filter((row) => !this.matches.has(row) && !this.refused.has(row))
  }

  /** What no row has been matched with. */
  get free(): Stored[] {
    return [...this.unmatched]
  }

  match(row: Row, stored: Stored | undefined) {
    if (stored === undefined) return
    this.unmatched.delete(stored)
    this.matches.set(row, stored)
  }

  refuse(row: Row) {
    this.refused.add(row)
  }
}
