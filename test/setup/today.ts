import { setTimeout as sleep } from 'node:timers/promises'

const [day, whileFileRuns] = [86_400_000, 120_000]

/** Today in UTC, for commands, which go by the real clock. Shortly before midnight, waits for the next day. */
export async function lastingToday(): Promise<string> {
  const left = day - (Date.now() % day)
  if (left < whileFileRuns) await sleep(left + 1000)
  return new Date().toISOString().slice(0, 10)
}
