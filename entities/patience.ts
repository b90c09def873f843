import { AsyncLocalStorage } from 'node:async_hooks'
// Not the global ones, which a test replaces for all files.
import { clearInterval, setInterval } from 'node:timers'

/** Milliseconds that PostgreSQL may take for all statements of a request together (D43). */
const forRequest = 1850
/** Milliseconds between two looks at what is waiting. */
const interval = 50
/** A single turn of the event loop that takes more milliseconds is a stall of this process, and counts as no more. */
const longestTurn = 250

type Wait = { patience: Patience; giveUp: () => void }

const waits = new Set<Wait>()
/** Milliseconds that this process has run while anything waited: the clock of patience. */
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

/** Timers run before sockets are read: an answer that has arrived during a stall is read first. */
const giveUpSoon = (wait: Wait) => setImmediate(() => waits.delete(wait) && wait.giveUp())

/** How long somebody goes on waiting for PostgreSQL; the time between two waits is not counted. */
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

  /** In milliseconds. */
  get left() {
    return this.#most - this.#spent - (this.#waits ? ran - this.#since : 0)
  }

  /** Begins to wait, and calls `giveUp` when patience is over. The result ends the wait; false if that is too late. */
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

/** Does the work of one request, whose statements share one patience. */
export function withPatience<T>(work: () => Promise<T>): Promise<T> {
  const request: Request = { patience: new Patience(forRequest), isAnswered: false }
  return requests.run(request, work).finally(() => {
    request.isAnswered = true
  })
}

/** The patience of the request that is being served; undefined for work that it has left behind, and outside requests. */
export function requestPatience(): Patience | undefined {
  const request = requests.getStore()
  return request && !request.isAnswered ? request.patience : undefined
}
