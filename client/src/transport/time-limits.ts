import { CoverageError, toCoverageError } from '../contract/error.ts'

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

type Limits = { signal: AbortSignal | undefined; timeoutMs: number }

/** The longest delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1

/** Runs the work with a signal that aborts with the caller's, or when the time is up. */
export async function inTime<T>(
  { signal, timeoutMs }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  const giveUp = () => controller.abort(late(timeoutMs))
  const timer = setTimeout(giveUp, Math.min(timeoutMs, longest))
  signal?.addEventListener('abort', abort, { once: true })
  return unlessAborted(work(controller.signal), controller.signal).finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}

const late = (timeoutMs: number) =>
  new CoverageError(
    `The service did not answer within ${timeoutMs / 1000} s. The option timeoutMs sets the limit.`,
    { retryable: true },
  )

/** Repeats a throttled call after the wait that the service asks for, while all waits together fit into `seconds`. */
export async function waitingWhenThrottled<T>(
  call: () => Promise<T>,
  seconds: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  try {
    return await call()
  } catch (thrown) {
    const { status, retryAfterSeconds: asked } = toCoverageError(thrown)
    if (status !== 429 || asked === undefined) throw thrown
    const wait = Math.max(asked, 1)
    if (wait > seconds) throw thrown
    await sleep(wait * 1000, signal)
    return waitingWhenThrottled(call, seconds - wait, signal)
  }
}

/** The longest pause in seconds; if the service asks for more, the call fails. */
const longestPause = 10

/** Repeats a call after a temporary failure, up to `retries` times, with growing pauses. */
export async function retrying<T>(call: () => Promise<T>, retries: number, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (thrown) {
      const { retryable, status, retryAfterSeconds: asked = 0 } = toCoverageError(thrown)
      if (!retryable || status === 429 || attempt >= retries || asked > longestPause) throw thrown
      // A random pause, because other clients have probably failed at the same moment.
      const jitter = (0.5 + Math.random() / 2) * 500 * 2 ** attempt
      await sleep(asked * 1000 + jitter, signal)
    }
  }
}
