import { AsyncLocalStorage } from 'node:async_hooks'
// Imported, because a test may replace the global ones for all files.
import { clearTimeout, setTimeout } from 'node:timers'
import { setTimeout as after } from 'node:timers/promises'

/** Milliseconds that all waits of a request may take together without a sign that PostgreSQL is at work. */
const patience = 1500
/** Milliseconds that any wait may take, even the last of many. */
const shortestWait = 50
/** Milliseconds in which PostgreSQL has to answer that question. */
const answerTimeout = 300
/** Milliseconds for what PostgreSQL may just have sent; with the others, less than the two seconds of D43. */
const lastMoment = 50
/** Milliseconds that all waits may take while PostgreSQL is at work (D62). */
export const longestWork = 10_000

type Wait = {
  giveUp: () => void
  /** Asks whether PostgreSQL is still at work; if so, the wait goes on, and asks again. */
  isAtWork?: () => Promise<boolean>
}

const neverAnswers = () => new Promise<never>(() => {})

/** Limits how long a request, or other work, waits for PostgreSQL. The time between two waits does not count. */
export class Deadline {
  /** Set once the request is answered. */
  isOver = false
  readonly #longest: number
  /** Work that may take longer than a request, such as a migration, waits so many times as long for a sign. */
  readonly #calm: number
  #spent = 0
  #since = 0
  #waits = 0
  /** The milliseconds waited at the last sign that PostgreSQL is at work. */
  #provenAt = 0
  /** What the current waits ask. */
  readonly #asks = new Set<() => Promise<boolean>>()

  constructor(longest = longestWork) {
    this.#longest = longest
    this.#calm = longest > longestWork ? 10 : 1
  }

  /** Milliseconds spent in waits. */
  get #waited() {
    return this.#spent + (this.#waits ? performance.now() - this.#since : 0)
  }

  /** Milliseconds from now until PostgreSQL is asked, or all time is up. */
  get #untilLook() {
    return Math.max(
      Math.min(this.#provenAt + this.#calm * patience, this.#longest) - this.#waited,
      shortestWait,
    )
  }

  /** Whether PostgreSQL is at work for one of the current waits. */
  async isAtWork(): Promise<boolean> {
    return (await Promise.all([...this.#asks].map((ask) => ask()))).includes(true)
  }

  /** Waits for the work; when its time is up, gives up and throws. */
  async wait<T>(work: Promise<T>, { giveUp, isAtWork = neverAnswers }: Wait): Promise<T> {
    if (this.#waits++ === 0) this.#since = performance.now()
    const { promise: late, reject } = Promise.withResolvers<never>()
    let hasEnded = false
    this.#asks.add(isAtWork)
    const end = () => {
      giveUp()
      reject(tooLate())
    }
    const look = async () => {
      const goesOn = await Promise.race([isAtWork(), noAnswer(this.#calm * answerTimeout)])
      if (!goesOn) await noAnswer(lastMoment)
      if (hasEnded) return
      if (!goesOn || this.#waited >= this.#longest) return end()
      this.#provenAt = this.#waited
      timer = setTimeout(look, this.#untilLook)
    }
    let timer = setTimeout(look, this.#untilLook)
    try {
      return await Promise.race([work, late])
    } finally {
      hasEnded = true
      this.#asks.delete(isAtWork)
      clearTimeout(timer)
      if (--this.#waits === 0) this.#spent += performance.now() - this.#since
    }
  }
}

/** Waits in small steps: a stall of this process, however long, is one step, after which it reads what has arrived. */
async function noAnswer(milliseconds: number) {
  const step = 25
  for (let left = milliseconds; left > 0; left -= step) await after(step)
  return false
}

const tooLate = () => Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' })

const requests = new AsyncLocalStorage<Deadline>()

/** Runs the work of a request; all its waits share one deadline. */
export function withDeadline<T>(work: () => Promise<T>, deadline = new Deadline()): Promise<T> {
  return requests.run(deadline, work).finally(() => {
    deadline.isOver = true
  })
}

/** The current request's deadline; undefined outside requests, and for work that goes on after the answer. */
export function requestDeadline(): Deadline | undefined {
  const deadline = requests.getStore()
  return deadline?.isOver ? undefined : deadline
}
