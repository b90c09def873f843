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

/** A function that runs the given ones, one after the other. If some fail, it runs the others, and then throws. */
export const inOrder =
  (...steps: (() => unknown)[]) =>
  async () => {
    const errors: unknown[] = []
    for (const step of steps) {
      try {
        await step()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length)
      throw errors.length > 1
        ? new AggregateError(errors, errors.map((error) => (error as Error).message).join('; '))
        : errors[0]
  }
