import { isDeepStrictEqual } from 'node:util'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Planner, PlanningTask } from '../../routers/ports/context.ts'
import { busy } from '../../routers/ports/refusals.ts'
import { DomainError } from '../../src/errors.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { TaskOutcome, TaskRequest } from './answer-tasks.ts'
import { TaskQueue } from './queue.ts'

/** The most processor time of a task, in milliseconds, so that a busy machine ends none. */
const longestTask = 30_000
/** How many times as long a task may take that waits for the processor. */
const patience = 20
/** How many answers are kept; one may have 10,000 lines. */
const mostKept = 5
/** How often the time of a task is looked at. */
const looks = 30
/** Several times the memory that the largest clinic needs. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

type ThreadOptions = {
  /** The module that the thread runs. */
  module?: URL
  longest?: number
  /** Milliseconds of each hour after which a user comes last. */
  share?: number
}

/** The last answers about one snapshot, by question. */
type Answers = { snapshot: ClinicSnapshot; known: LRUCache<string, object> }

/**
 * Does one task at a time in a thread; the first task starts it, and a lost thread is replaced. Equal questions about
 * the same data share an answer.
 */
export class PlannerThread implements Planner {
  readonly #module: URL
  readonly #longest: number
  readonly #queue: TaskQueue
  #thread: Worker | undefined
  /** The outcome of the current task. */
  #current: PromiseWithResolvers<object> | undefined
  #isClosed = false
  #answers: Answers = answersTo([])

  constructor({
    module = new URL('./thread.ts', import.meta.url),
    longest = longestTask,
    share,
  }: ThreadOptions = {}) {
    this.#module = module
    this.#longest = longest
    this.#queue = new TaskQueue(share)
  }

  async run<Name extends TaskName>(name: Name, task: PlanningTask, input: TaskInput<Name>) {
    const read = async () => {
      if (this.#isClosed) throw stopping()
      return task.read()
    }
    const question = JSON.stringify([name, input])
    return this.#queue.inTurn({ ...task, read, question }, async (snapshot) => {
      if (!isDeepStrictEqual(snapshot, this.#answers.snapshot)) this.#answers = answersTo(snapshot)
      const { known } = this.#answers
      const answer = known.get(question) ?? (await this.#perform({ task: name, snapshot, input }))
      known.set(question, answer)
      return { snapshot, answer: answer as TaskResult<Name> }
    })
  }

  /** Closes after this many milliseconds, so that tasks can finish. */
  closeIn(milliseconds: number) {
    setTimeout(() => this.close(), milliseconds).unref()
  }

  /** Refuses unfinished tasks, and ends the thread. */
  async close() {
    this.#isClosed = true
    this.#queue.refuseWaiting(() => true, stopping())
    await this.#lose(stopping())
  }

  async #perform(asked: TaskRequest) {
    if (this.#isClosed) throw stopping()
    this.#current = Promise.withResolvers()
    const thread = this.#thread ?? this.#start()
    this.#thread = thread
    const stopWatching = this.#watch(thread)
    try {
      thread.postMessage(asked)
      return await this.#current.promise
    } finally {
      stopWatching()
      this.#current = undefined
    }
  }

  /** Ends the current task once it has had too much processor time, or has waited for it far too long. */
  #watch(thread: Worker) {
    const task = this.#current
    const end = () => this.#lose(tookTooLong())
    // The start of the thread does not count.
    let began: NodeJS.CpuUsage | undefined
    const look = async () => {
      const used = await thread.cpuUsage(began).catch(() => undefined)
      const isTooMuch = began && used && used.user + used.system > 1000 * this.#longest
      began ??= used
      if (isTooMuch && this.#current === task) end()
    }
    const timers = [setInterval(look, this.#longest / looks), setTimeout(end, patience * this.#longest)]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }

  #start() {
    const thread = new Worker(this.#module, { execArgv: [], resourceLimits })
    const lost = (error: Error) => {
      if (thread === this.#thread) this.#lose(error)
    }
    thread.on('message', (answered: TaskOutcome) => {
      if (thread === this.#thread && this.#current) settle(this.#current, answered)
    })
    thread.on('error', lost)
    thread.on('exit', (code) => lost(new Error(`The planner's thread ended with code ${code}.`)))
    thread.unref()
    return thread
  }

  /** Ends the current task and its thread. */
  #lose(error: Error) {
    const thread = this.#thread
    this.#thread = undefined
    this.#current?.reject(error)
    return thread?.terminate()
  }
}

function settle({ resolve, reject }: PromiseWithResolvers<object>, answered: TaskOutcome) {
  if ('answer' in answered) return resolve(answered.answer)
  if ('refused' in answered) return reject(new DomainError(answered.refused.code, answered.refused.body))
  const { message, stack } = answered.failed
  reject(Object.assign(new Error(message), { stack }))
}

const answersTo = (snapshot: ClinicSnapshot): Answers => ({
  snapshot,
  known: new LRUCache({ max: mostKept }),
})

const tookTooLong = () => busy(longestTask / 1000, 'The plan took too long; choose an org unit.')
const stopping = () => busy(1)
