import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentOf } from '../../../bench/processes.ts'
import type { Pair } from '../pair.ts'

const milliseconds = 300

/** Stops every process of both instances for 300 ms, with 30 ms before each time; needs `/proc` to find the workers. */
export async function pauseProcesses(pair: Pair, times: number): Promise<void> {
  const leaders = new Set(pair.instances.map(({ pid }) => pid))
  const living = readdirSync('/proc').map(Number).filter(Boolean)
  const processes = living.filter((pid) => leaders.has(pid) || leaders.has(parentOf(pid)))
  for (let time = 0; time < times; time++) {
    await sleep(30)
    try {
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      await sleep(milliseconds)
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
  }
}
