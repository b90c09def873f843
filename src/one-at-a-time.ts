/** Runs the work once at a time: a call during a run gets the result of that run. */
export function oneAtATime<Given extends unknown[], T>(work: (...given: Given) => Promise<T>) {
  let running: Promise<T> | undefined
  return (...given: Given): Promise<T> => {
    running ??= work(...given).finally(() => {
      running = undefined
    })
    return running
  }
}
