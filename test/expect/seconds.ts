import { expect } from 'vitest'

/** So many seconds, as a number or a text, less those that have passed: at most a minute, as no test takes longer. */
export const secondsLeft = (seconds: number) =>
  expect.toSatisfy((said) => Number(said) <= seconds && Number(said) > seconds - 60, `${seconds} at most`)
