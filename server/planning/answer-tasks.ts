import { parentPort } from 'node:worker_threads'
import { type DomainCode, DomainError } from '../../src/errors.ts'

type Work<Facts> = {
  read: (snapshot: readonly string[]) => Facts
  tasks: Record<string, (facts: Facts, input: never) => object>
}

/** Makes this thread answer the tasks it receives. */
export function answerTasks<Facts>(work: Work<Facts>) {
  parentPort?.on('message', (asked: TaskRequest) => parentPort?.postMessage(answerTo(asked, work)))
}

function answerTo<Facts>({ task, snapshot, input }: TaskRequest, { read, tasks }: Work<Facts>): TaskOutcome {
  try {
    const work = tasks[task]
    if (!work) throw new Error(`There is no task ${task}.`)
    return { answer: work(read(snapshot), input as never) }
  } catch (error) {
    if (error instanceof DomainError) return { refused: { code: error.code, body: error.body } }
    const { message, stack } = error as Error
    return { failed: { message, stack } }
  }
}

// The messages between the service and the planner's thread, one task at a time.

export type TaskRequest = { task: string; snapshot: readonly string[]; input: unknown }

export type TaskOutcome =
  | { answer: object }
  | { refused: { code: DomainCode; body: DomainError['body'] } }
  | { failed: { message: string; stack: string | undefined } }
