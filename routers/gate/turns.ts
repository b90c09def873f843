import { Patience, requestPatience } from '../../entities/patience.ts'
import { busy } from './refusals.ts'

/** How many changes of one subject PostgreSQL gets at once: one works, the next is ready to begin. */
const atOnce = 2
/** Milliseconds that a change outside requests waits for its turn. */
const forOthers = 1850

type Waiting = { patience: Patience; begin: () => void; refuse: () => void }

/** Changes of the same subject, one after the other, in the order in which they came. */
class Turns {
  #running = 0
  readonly #waiting: Waiting[] = []
  /** Milliseconds from one turn to the next, of the quickest of late: nobody is refused because a crowd has just come. */
  static #pace = Number.POSITIVE_INFINITY

  get isIdle() {
    return this.#running === 0
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    const isContended = this.#running === atOnce
    if (isContended) await this.#ownTurn()
    else this.#running++
    const start = performance.now()
    try {
      return await work()
    } finally {
      if (isContended) Turns.#pace = Math.min((performance.now() - start) / atOnce, Turns.#pace * 1.05)
      this.#next()
    }
  }

  #ownTurn(): Promise<void> {
    const patience = requestPatience() ?? new Patience(forOthers)
    return new Promise((resolve, reject) => {
      const leave = () => {
        ended()
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(busy(Math.ceil(this.#expected / 1000) || 1))
      }
      const ended = patience.wait(leave)
      const begin = () => {
        ended()
        resolve()
      }
      const waiting = { patience, begin, refuse: leave }
      this.#waiting.push(waiting)
      this.#refuseLate()
    })
  }

  #next() {
    const next = this.#waiting.shift()
    if (next) next.begin()
    else this.#running--
    this.#refuseLate()
  }

  /** In how many milliseconds the last one will be done. */
  get #expected() {
    return Number.isFinite(Turns.#pace) ? (this.#waiting.length + atOnce) * Turns.#pace : 0
  }

  /** Refuses at once, the latest first, whoever would wait in vain. */
  #refuseLate() {
    for (;;) {
      const last = this.#waiting.at(-1)
      if (!last || this.#expected <= last.patience.left) return
      last.refuse()
    }
  }
}

const bySubject = new Map<string, Turns>()

/**
 * Does the work when it is its turn with each of the subjects, whose rows it locks: who waits here holds no connection,
 * which would be missing to everybody else. 503 if the turn would come too late.
 */
export function inTurn<T>(subjects: readonly string[], work: () => Promise<T>): Promise<T> {
  // In one order, so that no two wait for each other.
  const [subject, ...others] = [...new Set(subjects)].sort()
  return subject === undefined ? work() : take(subject, () => inTurn(others, work))
}

async function take<T>(subject: string, work: () => Promise<T>): Promise<T> {
  const turns = bySubject.get(subject) ?? new Turns()
  bySubject.set(subject, turns)
  try {
    return await turns.take(work)
  } finally {
    if (turns.isIdle) bySubject.delete(subject)
  }
}
