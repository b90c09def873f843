import { AsyncLocalStorage } from 'node:async_hooks'
// Not the global ones, because a test replaces them for all files.
import { clearInterval, setInterval } from 'node:timers'
import { sql } from 'kysely'
import type { Em } from './em.ts'

/** Milliseconds that all statements of a request may take together (D43). */
const requestTimeout = 1850
/** Milliseconds between two checks of what is waiting. */
const interval = 50
/** A pass of the event loop that takes more milliseconds is a stall. The excess counts only after another stall. */
const longestPass = 250

type Wait = { deadline: Deadline; giveUp: () => void }

const waits = new Set<Wait>()
/** The clock of all deadlines: for how many milliseconds this process has run while anything waited. */
let ran = 0
let lookedAt = 0
let wasStalled = false
let timer: NodeJS.Timeout | undefined

function look() {
  const now = performance.now()
  const pass = now - lookedAt
  ran += wasStalled ? pass : Math.min(pass, longestPass)
  wasStalled = pass > longestPass
  lookedAt = now
  for (const wait of waits) if (wait.deadline.hasPassed) giveUpSoon(wait)
  if (waits.size) return
  clearInterval(timer)
  timer = undefined
}

/** Timers run before sockets are read. Waiting once more lets an answer that arrived during a stall be read first. */
const giveUpSoon = (wait: Wait) => setImmediate(() => waits.delete(wait) && wait.giveUp())

/** Limits how long a request, or other work, waits for PostgreSQL. The time between two waits does not count. */
export class Deadline {
  readonly #most: number
  #spent = 0
  #since = 0
  #waits = 0

  constructor(milliseconds: number) {
    this.#most = milliseconds
  }

  get hasPassed() {
    return this.left <= 0
  }

  /** Milliseconds left. */
  get left() {
    return this.#most - this.#spent - (this.#waits ? ran - this.#since : 0)
  }

  /**
   * Begins a wait, and calls `giveUp` at the deadline. The returned function ends the wait; it returns false if the
   * wait was given up.
   */
  wait(giveUp: () => void): () => boolean {
    if (!timer) {
      lookedAt = performance.now()
      wasStalled = false
      timer = setInterval(look, interval).unref()
    }
    const wait = { deadline: this, giveUp }
    waits.add(wait)
    if (this.#waits++ === 0) this.#since = ran
    return () => {
      if (--this.#waits === 0) this.#spent += ran - this.#since
      return waits.delete(wait)
    }
  }
}

type Served = { deadline: Deadline; isAnswered: boolean }
const requests = new AsyncLocalStorage<Served>()

/** Runs the work of a request; all its statements share one deadline. */
export function withDeadline<T>(work: () => Promise<T>, milliseconds = requestTimeout): Promise<T> {
  const request: Served = { deadline: new Deadline(milliseconds), isAnswered: false }
  return requests.run(request, work).finally(() => {
    request.isAnswered = true
  })
}

/** The current request's deadline; undefined outside requests, and for work that goes on after the answer. */
export function requestDeadline(): Deadline | undefined {
  const request = requests.getStore()
  return request && !request.isAnswered ? request.deadline : undefined
}

/** Milliseconds: enough to look up half a million rows on a disk. */
const slowReadTimeout = 20_000

/** A read for operators, who would rather wait than be refused: it may take longer than other requests. */
export const slowRead = <T>(em: Em, read: (em: Em) => Promise<T>): Promise<T> =>
  withDeadline(
    () =>
      em.fork().transactional(
        async (fork) => {
          await sql`set local statement_timeout = ${sql.lit(slowReadTimeout)}`.execute(fork.getKysely())
          return read(fork)
        },
        { readOnly: true },
      ),
    slowReadTimeout,
  )
