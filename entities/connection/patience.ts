import { AsyncLocalStorage } from 'node:async_hooks'
// Not the global ones, which a test replaces for all files.
import { clearInterval, setInterval } from 'node:timers'
import { sql } from 'kysely'
import type { Em } from './em.ts'

/** Milliseconds that PostgreSQL may take for all statements of a request together (D43). */
const forRequest = 1850
/** Milliseconds between two checks of what is waiting. */
const interval = 50
/** A turn of the event loop that takes more milliseconds is a stall; the excess counts only after another stall. */
const longestTurn = 250

type Wait = { patience: Patience; giveUp: () => void }

const waits = new Set<Wait>()
/** The clock by which patience is measured: milliseconds that this process has run while anything waited. */
let ran = 0
let lookedAt = 0
let wasStalled = false
let timer: NodeJS.Timeout | undefined

function look() {
  const now = performance.now()
  const turn = now - lookedAt
  ran += wasStalled ? turn : Math.min(turn, longestTurn)
  wasStalled = turn > longestTurn
  lookedAt = now
  for (const wait of waits) if (wait.patience.isOver) giveUpSoon(wait)
  if (waits.size) return
  clearInterval(timer)
  timer = undefined
}

/** Timers run before sockets are read, so this lets an answer that arrived during a stall be read first. */
const giveUpSoon = (wait: Wait) => setImmediate(() => waits.delete(wait) && wait.giveUp())

/** How long a request, or other work, may wait for PostgreSQL; the time between two waits does not count. */
export class Patience {
  readonly #most: number
  #spent = 0
  #since = 0
  #waits = 0

  constructor(milliseconds: number) {
    this.#most = milliseconds
  }

  get isOver() {
    return this.left <= 0
  }

  /** Milliseconds. */
  get left() {
    return this.#most - this.#spent - (this.#waits ? ran - this.#since : 0)
  }

  /** Begins a wait, and calls `giveUp` when patience is over. The result ends the wait; false if it was given up. */
  wait(giveUp: () => void): () => boolean {
    if (!timer) {
      lookedAt = performance.now()
      wasStalled = false
      timer = setInterval(look, interval).unref()
    }
    const wait = { patience: this, giveUp }
    waits.add(wait)
    if (this.#waits++ === 0) this.#since = ran
    return () => {
      if (--this.#waits === 0) this.#spent += ran - this.#since
      return waits.delete(wait)
    }
  }
}

type Request = { patience: Patience; isAnswered: boolean }
const requests = new AsyncLocalStorage<Request>()

/** Does the work of a request, all of whose statements share one patience. */
export function withPatience<T>(work: () => Promise<T>, milliseconds = forRequest): Promise<T> {
  const request: Request = { patience: new Patience(milliseconds), isAnswered: false }
  return requests.run(request, work).finally(() => {
    request.isAnswered = true
  })
}

/** The patience of the request that is being served; undefined outside requests, and for work after the answer. */
export function requestPatience(): Patience | undefined {
  const request = requests.getStore()
  return request && !request.isAnswered ? request.patience : undefined
}

/** Milliseconds: enough to look up half a million rows on a disk. */
const most = 20_000

/** A read of operators that may take longer than a request: they would rather wait than be refused. */
export const slowRead = <T>(em: Em, read: (em: Em) => Promise<T>): Promise<T> =>
  withPatience(
    () =>
      em.fork().transactional(
        async (fork) => {
          await sql`set local statement_timeout = ${sql.lit(most)}`.execute(fork.getKysely())
          return read(fork)
        },
        { readOnly: true },
      ),
    most,
  )
