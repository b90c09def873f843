import type { WriteRefusal } from './unavailable.ts'

/** Milliseconds for which a refusal is remembered unless a row is inserted meanwhile. */
const remembered = 60_000
/** Milliseconds for which connections opened to a read-only server are kept, lest a flood of changes reopen them all. */
const kept = 1000

/** Whether a database has lately stored what it was given. */
export class Writability {
  #refused: { reason: WriteRefusal; at: number } | undefined
  #suspectBefore = 0

  refused(reason: WriteRefusal) {
    const at = performance.now()
    const isNews = !this.#refused || at - this.#suspectBefore > kept
    if (reason === 'read-only' && isNews) this.#suspectBefore = at
    this.#refused = { reason, at }
  }

  succeeded() {
    this.#refused = undefined
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
