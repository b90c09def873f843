/** A moment of the database: a snapshot of PostgreSQL, and the latest entry of the change log that it has. */
export type Mark = {
  xmin: number
  /** The next transaction to begin. */
  xmax: number
  /** The transactions from `xmin` on that were running. */
  running: number[]
  /** The id of the latest entry, and its time in milliseconds, which tells it from one of that id after a restore. */
  top: number
  at: number
}

/**
 * How far the feed has been read: everything before `from`; and of what was committed between `from` and `to`, the
 * entries up to the id `last`.
 */
export type FeedCursor = { from: Mark; to?: Mark; last?: number }

const largestId = 2 ** 31 - 1
const largestTime = 8.64e15

/** The snapshot as PostgreSQL writes it. */
export const snapshotText = ({ xmin, xmax, running }: Mark) => `${xmin}:${xmax}:${running.join()}`

/**
 * The mark of a snapshot that PostgreSQL has written. It ends after the latest transaction that had ended, and leaves
 * out those that had begun since; here, the snapshot says that they were running.
 */
export function markOf(snapshot: string, begun: number, { top, at }: Pick<Mark, 'top' | 'at'>): Mark {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':')
  const later = Array.from({ length: begun }, (_, number) => Number(xmax) + number)
  const ids = running ? running.split(',').map(Number) : []
  return { xmin: Number(xmin), xmax: Number(xmax) + begun, running: [...ids, ...later], top, at }
}

/** Whether the snapshot has what the transaction did. */
export const has = ({ xmin, xmax, running }: Mark, transaction: number) =>
  transaction < xmin || (transaction < xmax && !running.includes(transaction))

const digits = (number: number) => number.toString(36)

const textOfMark = ({ xmin, xmax, running, top, at }: Mark) =>
  [top, at, xmin, xmax - xmin, ...running.map((one) => one - xmin)].map(digits).join('.')

/** The cursor as clients get it: numbers in base 36. */
export const cursorText = ({ from, to, last = 0 }: FeedCursor) =>
  to ? [textOfMark(from), textOfMark(to), digits(last)].join('~') : textOfMark(from)

/** The cursor of the text; undefined for a text that {@link cursorText} cannot have written. */
export function parseCursor(text: string): FeedCursor | undefined {
  if (!/^[0-9a-z.~]+$/.test(text)) return undefined
  const [from = '', to, last] = text.split('~')
  const cursor: FeedCursor = { from: parseMark(from) }
  if (to !== undefined && last !== undefined)
    Object.assign(cursor, { to: parseMark(to), last: Number.parseInt(last, 36) })
  const { last: id = 0 } = cursor
  const isValid = id <= largestId && isMark(cursor.from) && (!cursor.to || isMark(cursor.to))
  // Written again, it differs if anything in it was malformed.
  return isValid && cursorText(cursor) === text ? cursor : undefined
}

function parseMark(text: string): Mark {
  const numbers = text.split('.').map((part) => Number.parseInt(part, 36))
  const [top = Number.NaN, at = Number.NaN, xmin = Number.NaN, length = Number.NaN, ...running] = numbers
  return { top, at, xmin, xmax: xmin + length, running: running.map((one) => xmin + one) }
}

/** Whether PostgreSQL can have written the snapshot, and the log has such entries. */
export const isMark = ({ top, at, xmin, xmax, running }: Mark) =>
  top <= largestId &&
  at <= largestTime &&
  xmin > 0 &&
  xmin <= xmax &&
  Number.isSafeInteger(xmax) &&
  running.every((one, index) => one > (running[index - 1] ?? xmin - 1) && one < xmax)
