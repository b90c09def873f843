import { Patience, requestPatience } from '../../entities/patience.ts'
import { busy } from './refusals.ts'

/** How many changes of one subject PostgreSQL gets at once: one works, the next is ready to begin. */
const atOnce = 2
/** Milliseconds that an operator's change waits for its turn. */
const forOperators = 1850

type Waiting = { patience: Patience; begin: () => void; refuse: () => void }

/** Changes of the same subject, one after the other, in the order in which they came. */
class Turns {
  /** Milliseconds from one turn to the next, of the quickest of late: nobody is refused because a crowd has just come. */
  static #pace = Number.POSITIVE_INFINITY
  #running = 0
  readonly #waiting: Waiting[] = []

  get isIdle() {
    return this.#running === 0
  }

  /** Waits for the next turn; the result ends it. */
  async begin(): Promise<() => void> {
    const isContended = this.#running === atOnce
    if (isContended) await this.#ownTurn()
    else this.#running++
    const start = performance.now()
    return () => {
      if (isContended) Turns.#pace = Math.min((performance.now() - start) / atOnce, Turns.#pace * 1.05)
      const next = this.#waiting.shift()
      if (next) next.begin()
      else this.#running--
      this.#refuseLate()
    }
  }

  #ownTurn(): Promise<void> {
    const patience = requestPatience() ?? new Patience(forOperators)
    return new Promise((resolve, reject) => {
      const refuse = () => {
        ended()
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(busy(Math.ceil(this.#expected / 1000) || 1))
      }
      const ended = patience.wait(refuse)
      const begin = () => {
        ended()
        resolve()
      }
      const waiting = { patience, begin, refuse }
      this.#waiting.push(waiting)
      this.#refuseLate()
    })
  }

  /** In how many milliseconds the last one will be done. */
  get #expected() {
    return Number.isFinite(Turns.#pace) ? (this.#waiting.length + atOnce) * Turns.#pace : 0
  }

  /** Refuses at once, the latest first, whoever would wait in vain. The next one stays: its turn shows the pace. */
  #refuseLate() {
    while (this.#waiting.length > 1) {
      const last = this.#waiting.at(-1) as Waiting
      if (this.#expected <= last.patience.left) return
      last.refuse()
    }
  }
}

const bySubject = new Map<string, Turns>()

/**
 * Waits for the turn of a change with each of the subjects, whose rows it locks; the result ends the turn. Whoever waits
 * here holds no connection, which would be missing to everybody else. 503 if the turn would come too late.
 */
export async function turnWith(subjects: readonly string[]): Promise<() => void> {
  const ends: (() => void)[] = []
  const endAll = () => {
    for (const end of ends) end()
  }
  try {
    // In one order, so that no two wait for each other.
    for (const subject of [...new Set(subjects)].sort()) ends.push(await turnWithOne(subject))
  } catch (error) {
    endAll()
    throw error
  }
  return endAll
}

async function turnWithOne(subject: string): Promise<() => void> {
  const turns = bySubject.get(subject) ?? new Turns()
  bySubject.set(subject, turns)
  const end = await turns.begin()
  return () => {
    end()
    if (turns.isIdle) bySubject.delete(subject)
  }
}
