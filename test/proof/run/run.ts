import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openServer, type StartedStore } from '../../../bench/service/stores.ts'
import { startPair } from './pair.ts'
import { type Context, judged, type Length, type Outcome, type Part } from './part.ts'

export type Result = Outcome & { name: string; seconds: number }
/** The signal, once aborted, ends the part that runs, and with it the proof; `limit` is in milliseconds for each part. */
type Options = { length: Length; seed: number; signal: AbortSignal; limit?: number }

/** Milliseconds, of the full length; each part takes a few minutes. */
const longestPart = 20 * 60_000
/** Milliseconds. */
const longestClosing = 60_000
/** More problems of one part than these are only counted. */
const mostShown = 20
/** Logical decoding gives the history of commits. */
const settings = { wal_level: 'logical', max_connections: 300 }

/** Runs the parts one after the other, on one server if they need it, and prints a line for each as it ends. */
export async function runParts(parts: readonly Part[], options: Options): Promise<Result[]> {
  let server: Promise<StartedStore> | undefined
  const openOnce = () => {
    server ??= openServer({ settings })
    return server
  }
  const results: Result[] = []
  try {
    for (const part of parts) {
      if (options.signal.aborted) break
      const result = await runPart(part, openOnce, options)
      results.push(result)
      print(result)
    }
  } finally {
    await (await server)?.stop()
  }
  return results
}

/** Fails if the work takes longer; it goes on all the same. */
const inTime = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(milliseconds, undefined, { ref: false }).then((): never => {
      throw new Error(`It did not end in ${milliseconds / 1000} s.`)
    }),
  ])

async function runPart(part: Part, server: () => Promise<StartedStore>, options: Options): Promise<Result> {
  const closings: (() => unknown)[] = []
  const started = performance.now()
  const context: Context = {
    ...options,
    amount: ({ full, short }) =>
      options.length === 'short' ? short : Math.max(short, Math.round(full * options.length)),
    async startPair(wanted) {
      const pair = await startPair(wanted?.serverUrl ?? (await server()).url, wanted)
      closings.push(pair.close)
      return pair
    },
    atEnd: (close) => closings.push(close),
    progress: (text) => console.error(`  ${part.name}: ${text}`),
  }
  const interrupted = once(options.signal, 'abort').then(() => judged('', ['It was interrupted.']))
  const limit = options.limit ?? context.amount({ full: longestPart, short: longestPart / 4 })
  const ended = inTime(limit, part.run(context)).catch((error: Error) =>
    judged('', [error.stack ?? error.message]),
  )
  const outcome = await Promise.race([ended, interrupted])
  for (const close of closings.reverse())
    await inTime(longestClosing, Promise.try(close)).catch((error) =>
      console.error(`  ${part.name}: could not clean up:`, error),
    )
  return { ...outcome, name: part.name, seconds: Math.round((performance.now() - started) / 1000) }
}

/** Such as "history   held   50,312 attempts, 31,204 commits, 0 violations, 212 s". */
function print({ name, result, figures, seconds, problems }: Result) {
  const line = [figures, `${seconds} s`].filter(Boolean).join(', ')
  console.log(`${name.padEnd(10)}${result.padEnd(14)}${line}`)
  for (const problem of problems.slice(0, mostShown)) console.log(`  ${problem}`)
  if (problems.length > mostShown) console.log(`  And ${problems.length - mostShown} more.`)
}
