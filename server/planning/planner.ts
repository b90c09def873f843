import { Worker } from 'node:worker_threads'
import type { ClinicSnapshot } from '../../entities/clinic-snapshot.ts'
import type { Planner } from '../../routers/ports/context.ts'
import { busy, unavailable } from '../../routers/ports/refusals.ts'
import { DomainError } from '../../src/errors.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { TaskOutcome, TaskRequest } from './answer-tasks.ts'

/** The most tasks that wait for the current one. */
const mostWaiting = 8
/** Milliseconds that a task may take. */
const longestTask = 30_000
/** Several times what the largest clinic needs. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

type Task = { asked: TaskRequest; resolve: (answer: unknown) => void; reject: (error: Error) => void }
type ThreadOptions = {
  /** The module that the thread runs. */
  module?: URL
  longest?: number
}

/** Does one task at a time in a thread; the first task starts it, and a lost thread is replaced. */
export class PlannerThread implements Planner {
  readonly #module: URL
  readonly #longest: number
  readonly #waiting: Task[] = []
  #current: Task | undefined
  #thread: Worker | undefined
  #timer: NodeJS.Timeout | undefined
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
    if (this.#waiting.length < mostWaiting) return
    const seconds = this.#secondsUntilIdle
    throw busy(
      seconds,
      `The planner is busy. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    )
  }

  run<Name extends TaskName>(name: Name, snapshot: ClinicSnapshot, input: TaskInput<Name>) {
    return new Promise<TaskResult<Name>>((resolve, reject) => {
      if (this.#isClosed) return reject(unavailable())
      this.refuseIfBusy()
      const asked = { task: name, snapshot, input }
      this.#waiting.push({ asked, resolve: resolve as Task['resolve'], reject })
      this.#begin()
    })
  }

  /** Closes after this many milliseconds, so that tasks can finish. */
  closeIn(milliseconds: number) {
    setTimeout(() => this.close(), milliseconds).unref()
  }

  /** Refuses unfinished tasks, and ends the thread. */
  async close() {
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(unavailable())
    await this.#lose(unavailable())
  }

  /** Assumes that each waiting task takes as long as the last one, or as the current one already has. */
  get #secondsUntilIdle() {
    const pace = Math.max(this.#pace, performance.now() - this.#began)
    return Math.ceil(((this.#waiting.length + 1) * pace) / 1000)
  }

  #begin() {
    if (this.#current) return
    this.#current = this.#waiting.shift()
    if (!this.#current) return
    this.#thread ??= this.#start()
    this.#began = performance.now()
    this.#timer = setTimeout(() => this.#lose(tookTooLong()), this.#longest)
    this.#thread.postMessage(this.#current.asked)
  }

  #start() {
    const thread = new Worker(this.#module, { execArgv: [], resourceLimits })
    const lost = (error: Error) => {
      if (thread === this.#thread) this.#lose(error)
    }
    thread.on('message', (answered: TaskOutcome) => {
      if (thread === this.#thread) this.#end((task) => settle(task, answered))
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
    this.#end(({ reject }) => reject(error))
    return thread?.terminate()
  }

  #end(settleTask: (task: Task) => void) {
    const task = this.#current
    if (!task) return
    clearTimeout(this.#timer)
    this.#pace = performance.now() - this.#began
    this.#current = undefined
    settleTask(task)
    this.#begin()
  }
}

function settle({ resolve, reject }: Task, answered: TaskOutcome) {
  if ('answer' in answered) return resolve(answered.answer)
  if ('refused' in answered) return reject(new DomainError(answered.refused.code, answered.refused.body))
  const { message, stack } = answered.failed
  reject(Object.assign(new Error(message), { stack }))
}

const tookTooLong = () => unavailable('The plan took too long; choose an org unit.')
