import { toCoverageError } from './error.ts'

/** Rejects with the signal's reason as soon as it is aborted, without waiting for the promise. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Resolves after the time given; an aborted signal rejects it at once and clears the timer. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const slept = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await unlessAborted(slept, signal).finally(() => clearTimeout(timer))
}

/** Repeats a throttled call after the wait that the service asks for, while all waits together fit into `seconds`. */
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
