import type { WriteRefusal } from './unavailable.ts'

/** Milliseconds for which a refusal is remembered unless a row is inserted meanwhile. */
const remembered = 60_000
/** Milliseconds for which a refusal is no news: connections opened since to a read-only server are kept that long. */
const known = 1000

/** Whether a database has lately stored what it was given. */
export class Writability {
  /** Called when that changes, and every second while writes are refused. */
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

  /** Why the last write was refused, unless it is long ago. */
  get refusal(): WriteRefusal | undefined {
    const refused = this.#refused
    return refused && performance.now() - refused.at < remembered ? refused.reason : undefined
  }

  /** Whether a connection opened then may lead to a server that is read-only since, and another now writes. */
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
