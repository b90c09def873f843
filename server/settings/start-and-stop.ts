const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal that asks the process to stop: from Ctrl-C, a platform, or a terminal that closes. */
export type StopSignal = (typeof signals)[number]

/** Calls `first` at the first such signal and `later` at each later one, instead of ending the process. */
export function onStopSignal(first: (signal: StopSignal) => void, later = () => {}) {
  let isStopping = false
  for (const signal of signals)
    process.on(signal, () => {
      if (isStopping) return later()
      isStopping = true
      first(signal)
    })
}

/**
 * Ends the process once nothing is left to do, or a moment later, with the first code that it is given. At once,
 * `process.exit` could wait for ever: for a compiling thread that waits for a garbage collection (nodejs/node#54918).
 */
export function exit(code: number) {
  process.exitCode ??= code
  setTimeout(() => process.exit(), 100).unref()
}

/** Why the service does not start, in one sentence that says what to do: printed without a stack. */
export class StartRefused extends Error {}
