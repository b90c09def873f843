/** The result of the work. If that takes too long, fails like a silent database and no longer waits for the work. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' })
  // Not at once: if this process was busy, the answer may be waiting to be read.
  const timer = setTimeout(() => setImmediate(reject, late), milliseconds)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
