import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../../bench/service/processes.ts'
import type { Pair } from '../run/pair.ts'

const milliseconds = 300

/** Stops every process of both instances for 300 ms, with 30 ms before each time; needs `/proc` to find the workers. */
export async function pauseProcesses(pair: Pair, times: number): Promise<void> {
  const processes = pair.instances.flatMap(({ pid }) => [pid, ...childrenOf(pid)])
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
