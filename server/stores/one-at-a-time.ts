/** The work, done once at a time: a call while it is under way gets the result of that. */
export function oneAtATime<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
