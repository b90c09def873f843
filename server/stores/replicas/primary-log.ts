/** How far the primary's log was at a time, in bytes and in milliseconds. */
type Mark = { lsn: number; at: number }

/** Milliseconds for which marks are kept. */
const kept = 60_000

/** How far the primary's log was in the last minute, from which the lag of its replicas is measured. */
export class PrimaryLog {
  readonly #marks: Mark[] = []

  add(mark: Mark) {
    this.#marks.push(mark)
    while (mark.at - (this.#marks[0]?.at ?? mark.at) > kept) this.#marks.shift()
  }

  /** The earliest mark beyond the LSN. */
  firstBeyond(lsn: number): Mark | undefined {
    return this.#marks.find((mark) => mark.lsn > lsn)
  }
}

/** For how long one replica has lacked what the primary has written. */
export class Lag {
  #lacking: Mark | undefined

  /** The replica has now replayed the log up to the LSN. */
  replayed(lsn: number, log: PrimaryLog) {
    if (!this.#lacking || lsn >= this.#lacking.lsn) this.#lacking = log.firstBeyond(lsn)
  }

  /** In milliseconds. */
  at(now: number): number {
    return this.#lacking ? now - this.#lacking.at : 0
  }
}
