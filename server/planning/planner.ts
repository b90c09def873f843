import { Worker } from 'node:worker_threads'
import type { Planner, PlanningTask } from '../../routers/ports/context.ts'
import { busy } from '../../routers/ports/refusals.ts'
import { DomainError } from '../../src/errors.ts'
import type { TaskInput, TaskName, TaskResult } from '../../src/planning/tasks.ts'
import type { TaskOutcome, TaskRequest } from './answer-tasks.ts'
import { TaskQueue } from './queue.ts'

/** The timeout of a task, in milliseconds. */
const longestTask = 30_000
/** Several times the memory that the largest clinic needs. */
const resourceLimits = { maxOldGenerationSizeMb: 1024 }

type ThreadOptions = {
  /** The module that the thread runs. */
  module?: URL
  longest?: number
  /** Milliseconds of each hour after which a user comes last. */
  share?: number
}

/** Does one task at a time in a thread; the first task starts it, and a lost thread is replaced. */
export class PlannerThread implements Planner {
  readonly #module: URL
  readonly #longest: number
  readonly #queue: TaskQueue
  #thread: Worker | undefined
  /** The outcome of the current task. */
  #current: PromiseWithResolvers<unknown> | undefined
  #isClosed = false

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
    return this.#queue.inTurn({ ...task, read }, async (snapshot) => {
      const answer = (await this.#perform({ task: name, snapshot, input })) as TaskResult<Name>
      return { snapshot, answer }
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
    const timer = setTimeout(() => this.#lose(tookTooLong()), this.#longest)
    try {
      this.#thread ??= this.#start()
      this.#thread.postMessage(asked)
      return await this.#current.promise
    } finally {
      clearTimeout(timer)
      this.#current = undefined
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

const tookTooLong = () => busy(longestTask / 1000, 'The plan took too long; choose an org unit.')
const stopping = () => busy(1)
