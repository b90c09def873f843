import type { WriteRefusal } from './unavailable.ts'

/** Milliseconds for which a refusal is remembered unless a row is inserted meanwhile. */
const remembered = 60_000
/** Milliseconds after a reported refusal in which no other is reported; connections opened meanwhile are kept. */
const known = 1000

/** Whether a database accepts writes, as far as this process knows. */
export class Writability {
  /** Called when that changes, and at most once a second while writes are refused. */
  onNews: (refusal: WriteRefusal | undefined) => void = () => {}
  #refused: { reason: WriteRefusal; at: number } | undefined
  #newsAt = 0
  #suspectBefore = 0

  refused(reason: WriteRefusal) {
    const at = performance.now()
    const isNews = !this.#refused || at - this.#newsAt > known
    this.#refused = { reason, at }
    if (!isNews) return
    this.#newsAt = at
    if (reason === 'read-only') this.#suspectBefore = at
    this.onNews(reason)
  }

  succeeded() {
    if (!this.#refused) return
    this.#refused = undefined
    this.onNews(undefined)
  }

  /** Why the last write was refused, if that was less than a minute ago. */
  get refusal(): WriteRefusal | undefined {
    const refused = this.#refused
    return refused && performance.now() - refused.at < remembered ? refused.reason : undefined
  }

  /** Whether a connection opened at that time may lead to a server that has become read-only. */
  isSuspect(openedAt: number) {
    return openedAt <= this.#suspectBefore
  }
}

const byAddress = new Map<string, Writability>()

/** What this process knows about the database at the address. */
export function writabilityAt(url: string): Writability {
  const known = byAddress.get(url) ?? new Writability()
  byAddress.set(url, known)
  return known
}
