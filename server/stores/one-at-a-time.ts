/** Runs the work once at a time: a call during a run gets the result of that run. */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
