import { existsSync, globSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../../../bench/service/processes.ts'

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

/** How long each thread of the process has waited for a processor, in milliseconds; none without `/proc`. */
function waitsOf(pid: number): Map<string, number> {
  const files = existsSync('/proc') ? globSync(`/proc/${pid}/task/*/schedstat`) : []
  return new Map(files.map((file) => [file, waitIn(file)]))
}

/** 0 for a thread that has just ended. */
function waitIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}

/** The longest wait of a thread since: the main thread may have waited for any of them, as in a garbage collection. */
const longestWait = (now: Map<string, number>, before: Map<string, number>) =>
  Math.max(0, ...[...now].map(([thread, waited]) => waited - (before.get(thread) ?? 0)))

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
    let waits = waitsOf(instance.pid)
    while (!isOver) {
      await sleep(interval)
      const { lateness, memory } = await vitalsOf(instance)
      const before = waits
      waits = waitsOf(instance.pid)
      const late = lateness - longestWait(waits, before)
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
