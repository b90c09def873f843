import pLimit, { type LimitFunction } from 'p-limit'
import { Deadline, requestDeadline } from '../../entities/connection/deadline.ts'
import { busy } from '../ports/refusals.ts'

/** How many changes of one subject PostgreSQL gets at once: one runs, the next is ready to begin. */
const atOnce = 2
/** Seconds after which a refused change may be repeated. */
const retryAfter = 1

/** Of one subject: its turns, how many of them PostgreSQL has served, and the deadlines of those who have one. */
type Queue = { turns: LimitFunction; served: number; holders: Set<Deadline> }

const queues = new Map<string, Queue>()

/** Ends a turn; false if PostgreSQL did not serve it. */
type End = (isServed?: boolean) => void

/**
 * Waits for a change's turn with each of its subjects, whose rows it locks. A change that waits here holds no connection,
 * so it takes none from others. 503 if the turns before it are not served in time.
 */
export async function turnWith(subjects: readonly string[]): Promise<End> {
  const ends: End[] = []
  const endAll: End = (isServed) => {
    for (const end of ends) end(isServed)
  }
  try {
    // Sorted, so that no two changes wait for each other.
    for (const subject of [...new Set(subjects)].sort()) ends.push(await turnWithOne(subject))
  } catch {
    endAll(false)
    throw busy(retryAfter)
  }
  return endAll
}

async function turnWithOne(subject: string): Promise<End> {
  const queue = queues.get(subject) ?? { turns: pLimit(atOnce), served: 0, holders: new Set() }
  queues.set(subject, queue)
  const { turns } = queue
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const begun = new Promise<void>((begin) => {
    const turn = turns(() => {
      begin()
      return ended
    })
    turn.then(() => turns.activeCount || turns.pendingCount || queues.delete(subject))
  })
  let seen = queue.served
  // A queue that moves is served, and so is one whose first change is; otherwise it is stuck, or PostgreSQL is away.
  const isAtWork = async () => {
    const hasMoved = queue.served > seen
    seen = queue.served
    return hasMoved || Promise.any([...queue.holders].map(atWork)).catch(() => false)
  }
  const deadline = requestDeadline() ?? new Deadline()
  // A turn that has been given up ends as soon as it begins.
  await deadline.wait(begun, { giveUp: resolve, isAtWork })
  queue.holders.add(deadline)
  return (isServed = true) => {
    if (isServed) queue.served++
    queue.holders.delete(deadline)
    resolve()
  }
}

/** True once PostgreSQL is known to be at work for who has the deadline; throws if it is not. */
const atWork = async (deadline: Deadline) => (await deadline.isAtWork()) || Promise.reject()
