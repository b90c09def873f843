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

/** Why the service does not start, in one sentence that says what to do: printed without a stack. */
export class StartRefused extends Error {}
