const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A request to stop that a process can notice: Ctrl-C, a platform, a terminal that closes. */
export type StopSignal = (typeof signals)[number]

/** Calls one function at the first such signal and another at each later one; none of them ends the process by itself. */
export function onStopSignal(first: (signal: StopSignal) => void, later = () => {}) {
  let isStopping = false
  for (const signal of signals)
    process.on(signal, () => {
      if (isStopping) return later()
      isStopping = true
      first(signal)
    })
}
