import { setTimeout as after } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { PlanningTask } from '../../routers/ports/context.ts'
import { busy, throttledFor } from '../../routers/ports/refusals.ts'

/** The maximum number of tasks waiting behind the current one. */
const mostWaiting = 8
/** The maximum number of a user's tasks whose answers are awaited: one at work, and one behind it. */
const mostOfUser = 2
/** Milliseconds that a task too many waits for a place: clients that ask again at once would slow all other requests. */
const patience = 1000
/** Milliseconds of each hour after which a user comes last. */
const fairShare = 60_000
const hour = 3_600_000

type Question = PlanningTask & { question: string }

type Task = Question & {
  /** What the task answers, for all who have asked the same. */
  answer: Promise<unknown>
  /** What a task before this one has read while this one was waiting. */
  snapshot?: Promise<ClinicSnapshot>
  begin: () => void
  giveUp: (why: Error) => void
}

const isSame = (task: Task, { source, question }: Question) =>
  source !== undefined && task.source === source && task.question === question && !task.snapshot

/** Gives tasks their turn, one at a time, in the order in which they were asked; users past their share come last. */
export class TaskQueue {
  readonly #share: number
  /** Milliseconds that each user has had since the first of them, for an hour. */
  readonly #had = new LRUCache<string, number>({ max: 10_000, ttl: hour, noUpdateTTL: true })
  #waiting: Task[] = []
  #current: Task | undefined
  #began = 0
  /** Milliseconds that the last task took. */
  #pace = 0

  constructor(share = fairShare) {
    this.#share = share
  }

  /**
   * Reads the task's snapshot and works on it, once it is its turn; a question that waits already is not asked twice.
   * 429 for a third task of a user, 503 if too many tasks are waiting.
   */
  async inTurn<T>(asked: Question, work: (snapshot: ClinicSnapshot) => Promise<T>): Promise<T> {
    this.refuseWaiting()
    const same = this.#waiting.find((task) => isSame(task, asked))
    if (same) return this.#join(same, asked) as Promise<T>
    if (this.#refusalOf(asked)) await after(patience)
    const refusal = this.#refusalOf(asked)
    if (refusal) throw refusal
    const { promise: turn, resolve: begin, reject: giveUp } = Promise.withResolvers<void>()
    const { promise: answer, resolve, reject } = Promise.withResolvers<T>()
    const task: Task = { ...asked, answer, begin, giveUp }
    this.#waiting.push(task)
    this.#beginNext()
    turn.then(() => this.#done(task, work)).then(resolve, reject)
    return answer
  }

  /** Waits with a task that asks the same, and has read nothing yet. */
  #join(task: Task, { isAwaited }: Question) {
    const isAwaitedByOthers = task.isAwaited
    task.isAwaited = () => isAwaited() || isAwaitedByOthers()
    return task.answer
  }

  async #done<T>(task: Task, work: (snapshot: ClinicSnapshot) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#snapshotFor(task))
    } finally {
      this.#pace = performance.now() - this.#began
      this.#had.set(task.user, (this.#had.get(task.user) ?? 0) + this.#pace)
      this.#current = undefined
      this.#beginNext()
    }
  }

  /** Refuses waiting tasks: those whose clients have gone, or others. */
  refuseWaiting(which = (task: PlanningTask) => !task.isAwaited(), why = busy(1)) {
    for (const task of this.#waiting.filter(which)) task.giveUp(why)
    this.#waiting = this.#waiting.filter((task) => !which(task))
  }

  #refusalOf({ user }: PlanningTask): Error | undefined {
    const tasks = [...this.#waiting, ...(this.#current ? [this.#current] : [])]
    const pace = Math.max(this.#pace, this.#current ? performance.now() - this.#began : 0)
    const seconds = Math.max(1, Math.ceil((tasks.length * pace) / 1000))
    const ofUser = tasks.filter((task) => task.user === user && task.isAwaited())
    if (ofUser.length >= mostOfUser) return throttledFor(seconds)
    if (this.#waiting.length < mostWaiting) return undefined
    return busy(
      seconds,
      `The planner is busy. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    )
  }

  #beginNext() {
    if (this.#current) return
    this.refuseWaiting()
    const isWithinShare = ({ user }: Task) => (this.#had.get(user) ?? 0) < this.#share
    this.#current = this.#waiting.find(isWithinShare) ?? this.#waiting[0]
    this.#waiting = this.#waiting.filter((task) => task !== this.#current)
    this.#began = performance.now()
    this.#current?.begin()
  }

  /** Shares what it reads with those that are waiting, because it is newer than their questions. */
  #snapshotFor({ snapshot, source, read }: Task) {
    if (snapshot) return snapshot
    const reading = read()
    for (const task of this.#waiting) if (source && task.source === source) task.snapshot ??= reading
    return reading
  }
}
