import type { Pair, PairOptions } from './pair.ts'

/** What a part found. `problems` has a sentence for each thing that did not hold, or says why the part did not run. */
export type Outcome = { result: 'held' | 'did not hold' | 'not run'; figures: string; problems: string[] }

/** One part of the proof: it exposes the service to load or faults and judges the results. */
export type Part = { name: string; about: string; run(context: Context): Promise<Outcome> }

/** A share of the full length, or `short` for what runs with every change. */
export type Length = 'short' | number

/** What the run gives to each part. */
export type Context = {
  length: Length
  seed: number
  /** A number for this run's length; a share of the full one is never below the short one. */
  amount(of: { full: number; short: number }): number
  /** Two instances on a database of their own; stopped, and the database dropped, when the part ends. */
  startPair(options?: PairOptions): Promise<Pair>
  /** Calls the function when the part ends, the latest first. */
  atEnd(close: () => unknown): void
  progress(text: string): void
}

/** Held, unless there are problems. */
export function judged(figures: string, problems: string[]): Outcome {
  return { result: problems.length ? 'did not hold' : 'held', figures, problems }
}

/** For a part that this machine cannot run; the reason says what is missing. */
export function notRun(reason: string): Outcome {
  return { result: 'not run', figures: '', problems: [reason] }
}
