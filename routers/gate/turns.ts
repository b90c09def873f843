import { Deadline, requestDeadline } from '../../entities/connection/deadline.ts'
import { busy } from '../ports/refusals.ts'

/** How many changes of one subject PostgreSQL gets at once: one runs, the next is ready to begin. */
const atOnce = 2
/** Milliseconds that an operator's change waits for its turn. */
const forOperators = 1850

type Waiting = { deadline: Deadline; begin: () => void; refuse: () => void }

/** The queue of changes of the same subject, in the order in which they arrived. */
class Turns {
  /**
   * Milliseconds per turn, by the quickest recent ones. The first of a crowd are slow, because it is still arriving.
   */
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
    const deadline = requestDeadline() ?? new Deadline(forOperators)
    return new Promise((resolve, reject) => {
      const refuse = () => {
        ended()
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(busy(Math.ceil(this.#expected / 1000) || 1))
      }
      const ended = deadline.wait(refuse)
      const begin = () => {
        ended()
        resolve()
      }
      const waiting = { deadline, begin, refuse }
      this.#waiting.push(waiting)
      this.#refuseLate()
    })
  }

  /** Milliseconds until the last change in the queue will be done. */
  get #expected() {
    return Number.isFinite(Turns.#pace) ? (this.#waiting.length + atOnce) * Turns.#pace : 0
  }

  /**
   * Refuses changes that would wait too long, the latest first. The next one stays, because its turn shows the pace.
   */
  #refuseLate() {
    while (this.#waiting.length > 1) {
      const last = this.#waiting.at(-1) as Waiting
      if (this.#expected <= last.deadline.left) return
      last.refuse()
    }
  }
}

const bySubject = new Map<string, Turns>()

/**
 * Waits for a change's turn with each of its subjects, whose rows it locks; the result ends the turn. A change that
 * waits here holds no connection, so it takes none from others. 503 if its turn would come too late.
 */
export async function turnWith(subjects: readonly string[]): Promise<() => void> {
  const ends: (() => void)[] = []
  const endAll = () => {
    for (const end of ends) end()
  }
  try {
    // Sorted, so that no two changes wait for each other.
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
