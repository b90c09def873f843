import pLimit, { type LimitFunction } from 'p-limit'
import { Deadline, requestDeadline } from '../../entities/connection/deadline.ts'
import { busy } from '../ports/refusals.ts'

/** How many changes of one subject PostgreSQL gets at once: one runs, the next is ready to begin. */
const atOnce = 2
/** Seconds after which a refused change may be repeated. */
const retryAfter = 1

const queues = new Map<string, LimitFunction>()

/**
 * Waits for a change's turn with each of its subjects, whose rows it locks; the result ends the turn. A change that
 * waits here holds no connection, so it takes none from others. 503 if its turn does not come in time.
 */
export async function turnWith(subjects: readonly string[]): Promise<() => void> {
  const ends: (() => void)[] = []
  const endAll = () => {
    for (const end of ends) end()
  }
  try {
    // Sorted, so that no two changes wait for each other.
    for (const subject of [...new Set(subjects)].sort()) ends.push(await turnWithOne(subject))
  } catch {
    endAll()
    throw busy(retryAfter)
  }
  return endAll
}

async function turnWithOne(subject: string): Promise<() => void> {
  const queue = queues.get(subject) ?? pLimit(atOnce)
  queues.set(subject, queue)
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const begun = new Promise<void>((begin) => {
    const turn = queue(() => {
      begin()
      return ended
    })
    turn.then(() => queue.activeCount || queue.pendingCount || queues.delete(subject))
  })
  // A turn that has been given up ends as soon as it begins.
  await (requestDeadline() ?? new Deadline()).wait(begun, { giveUp: end })
  return end
}
