import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../../../bench/processes.ts'

export type Vitals = {
  /** The longest lateness of the event loop since the last reading, in milliseconds. */
  lateness: number
  memory: number
  /** Open connections and files, without those to PostgreSQL. */
  handles: number
  idle: number
  total: number
  waiting: number
}

/** What an instance reports about itself on its ops port; memory in MB. */
export async function vitalsOf({ opsUrl }: Running): Promise<Vitals> {
  const text = await (await fetch(`${opsUrl}/metrics`)).text()
  const read = (series: string) => {
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    if (!line) throw new Error(`${series} is missing from the metrics.`)
    return Number(line.split(' ')[1])
  }
  const connections = (state: string) => read(`coverage_postgresql_connections{state="${state}"}`)
  const [idle, total, waiting] = [connections('idle'), connections('total'), connections('waiting')]
  return {
    lateness: read('nodejs_eventloop_lag_max_seconds') * 1000,
    memory: read('process_resident_memory_bytes') / 2 ** 20,
    handles: read('process_open_fds') - total,
    idle,
    total,
    waiting,
  }
}

/** How long the process's main thread has waited for a processor, in milliseconds; 0 without `/proc`. */
function waitedFor(pid: number): number {
  try {
    const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

/** Milliseconds between readings: few, because the waiting of an interval is subtracted from its lateness. */
const interval = 250

/** The longest lateness of an event loop in milliseconds, with its time, and the most memory in MB. */
export type Worst = { lateness: number; at: string; memory: number }

/** Follows how late the event loop of an instance is, without the time in which it waited for a processor. */
export function watchLoop(instance: Running) {
  let isOver = false
  const worst: Worst = { lateness: 0, at: '', memory: 0 }
  const watching = (async () => {
    await vitalsOf(instance)
    let waited = waitedFor(instance.pid)
    while (!isOver) {
      await sleep(interval)
      const { lateness, memory } = await vitalsOf(instance)
      const before = waited
      waited = waitedFor(instance.pid)
      const late = lateness - (waited - before)
      if (late > worst.lateness) Object.assign(worst, { lateness: late, at: new Date().toISOString() })
      worst.memory = Math.max(worst.memory, memory)
    }
  })()
  // It fails too when the part has failed and closes the pair; that failure says more.
  watching.catch(() => {})
  return async () => {
    isOver = true
    await watching
    return worst
  }
}
