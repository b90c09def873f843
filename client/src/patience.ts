import { toCoverageError } from './error.ts'

/** Rejects with the signal's reason as soon as it is aborted, whatever becomes of the promise. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves after so many milliseconds; an aborted signal ends it at once, and leaves no timer behind. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await unlessAborted(slept, signal).finally(() => clearTimeout(timer))
}

/** Repeats a throttled call when the service says it may, for as long as the waits together do not exceed `seconds`. */
export async function waitingWhenThrottled<T>(
  call: () => Promise<T>,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const { retryAfterSeconds: wait } = toCoverageError(thrown, signal)
    if (wait === undefined || wait > seconds) throw thrown
    await sleep(Math.max(wait, 1) * 1000, signal)
    return waitingWhenThrottled(call, seconds - wait, signal)
  }
}
