/** What the work comes to; fails like a silent database if that takes longer, and nobody waits for the work any more. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const late = Object.assign(new Error('PostgreSQL did not answer in time'), { code: 'ETIMEDOUT' })
  // Not at once: if it was this process that was busy, the answer is waiting to be read.
  const timer = setTimeout(() => setImmediate(reject, late), milliseconds)
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
