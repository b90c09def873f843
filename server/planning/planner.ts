import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Planner } from '../../routers/ports/context.ts'
import { busy, unavailable } from '../../routers/ports/refusals.ts'
import { DomainError } from '../../src/errors.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { TaskOutcome, TaskRequest } from './answer-tasks.ts'

/** The maximum number of tasks waiting behind the current one. */
const mostWaiting = 8
/** The timeout of a task, in milliseconds. */
const longestTask = 30_000
/** Several times the memory that the largest clinic needs. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

type ThreadOptions = {
  /** The module that the thread runs. */
  module?: URL
  longest?: number
}

/** Does one task at a time in a thread; the first task starts it, and a lost thread is replaced. */
export class PlannerThread implements Planner {
  readonly #module: URL
  readonly #longest: number
  readonly #queue = pLimit(1)
  #thread: Worker | undefined
  /** The outcome of the current task. */
  #current: PromiseWithResolvers<unknown> | undefined
  #isClosed = false
  #began = 0
  /** Milliseconds that the last task took. */
  #pace = 0

  constructor({
    module = new URL('./thread.ts', import.meta.url),
    longest = longestTask,
  }: ThreadOptions = {}) {
    this.#module = module
    this.#longest = longest
  }

  refuseIfBusy() {
    if (this.#queue.pendingCount < mostWaiting) return
    const seconds = this.#secondsUntilIdle
    throw busy(
      seconds,
      `The planner is busy. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    )
  }

  async run<Name extends TaskName>(name: Name, snapshot: ClinicSnapshot, input: TaskInput<Name>) {
    if (this.#isClosed) throw unavailable()
    this.refuseIfBusy()
    return this.#queue(() => this.#perform({ task: name, snapshot, input })) as Promise<TaskResult<Name>>
  }

  /** Closes after this many milliseconds, so that tasks can finish. */
  closeIn(milliseconds: number) {
    setTimeout(() => this.close(), milliseconds).unref()
  }

  /** Refuses unfinished tasks, and ends the thread. */
  async close() {
    this.#isClosed = true
    await this.#lose(unavailable())
  }

  /** Assumes that each waiting task takes as long as the last one, or as the current one already has. */
  get #secondsUntilIdle() {
    const pace = Math.max(this.#pace, performance.now() - this.#began)
    return Math.ceil(((this.#queue.pendingCount + 1) * pace) / 1000)
  }

  async #perform(asked: TaskRequest) {
    if (this.#isClosed) throw unavailable()
    this.#current = Promise.withResolvers()
    this.#began = performance.now()
    const timer = setTimeout(() => this.#lose(tookTooLong()), this.#longest)
    try {
      this.#thread ??= this.#start()
      this.#thread.postMessage(asked)
      return await this.#current.promise
    } finally {
      clearTimeout(timer)
      this.#current = undefined
      this.#pace = performance.now() - this.#began
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

function settle({ resolve, reject }: PromiseWithResolvers<unknown>, answered: TaskOutcome) {
  if ('answer' in answered) return resolve(answered.answer)
  if ('refused' in answered) return reject(new DomainError(answered.refused.code, answered.refused.body))
  const { message, stack } = answered.failed
  reject(Object.assign(new Error(message), { stack }))
}

const tookTooLong = () => unavailable('The plan took too long; choose an org unit.')
