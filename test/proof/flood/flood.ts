import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../../../bench/service/processes.ts'
import { send } from '../calls/send.ts'
import { exchange, inParallel } from '../fuzz/socket.ts'
import { vitalsOf } from '../fuzz/vitals.ts'
import { judged, type Part } from '../run/part.ts'
import { env, watchDoors } from './doors.ts'
import { judgeFloods, mostGrowth } from './judge.ts'

/** How many requests each connection sends in one write. */
const floods = [
  { connections: 1, requests: 5000 },
  { connections: 50, requests: 500 },
  { connections: 1500, requests: 16 },
]

/** Milliseconds for which the doors are watched after a flood, and in which its memory must be free again. */
const [afterwards, patience] = [5000, 60_000]

/** Requests that arrive together on few connections: a few hundred kilobytes, from a client without a login. */
export const flood: Part = {
  name: 'flood',
  about:
    'floods of requests let in no ended session and nobody past a full throttle, and leave no memory taken',
  async run({ amount, startPair, progress }) {
    const pair = await startPair({ workers: [1, 1], env: { ...env, ...collectable } })
    const [instance] = pair.instances
    const { doors, stop } = await watchDoors(pair)
    await warmUp(instance.url)
    const before = await heldMemory(instance)
    const after: number[] = []
    for (let round = 1; round <= amount({ full: 4, short: 1 }); round++)
      for (const one of floods) {
        progress(`${one.connections} x ${one.requests}, round ${round}`)
        await strike(instance.url, one)
        await sleep(afterwards)
        after.push(await memoryBelow(before * mostGrowth, instance))
      }
    await stop()
    const figures = [
      ...doors.map(({ name, opened, tries }) => `${name}: ${opened} of ${tries} let in`),
      `longest wait ${Math.round(Math.max(...doors.map(({ longest }) => longest)))} ms`,
      `memory ${[before, ...after].map(Math.round).join(', ')} MB`,
    ]
    return judged(figures.join('; '), judgeFloods(doors, before, after))
  },
}

const request = 'GET /api/v1/tags/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'

/** Sends as many requests, and waits until the service has answered them or closed the connections. */
async function strike(url: string, { connections, requests }: { connections: number; requests: number }) {
  const bytes = request.repeat(requests - 1) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
  await inParallel(
    Array.from({ length: connections }),
    () => exchange(url, [bytes], { isEnded: false }),
    connections,
  )
}

/** Ordinary load, which takes the memory that a process has once it has served for a while. */
async function warmUp(url: string) {
  for (let round = 0; round < 20; round++)
    await Promise.all(Array.from({ length: 256 }, () => send(url, { method: 'GET', path: '/api/v1/tags/' })))
}

/** Makes instances collect their garbage when they are told: when Node.js would do it by itself is chance. */
const collectable = {
  NODE_OPTIONS: `--expose-gc --import "data:text/javascript,process.on('SIGUSR2',()=>gc({type:'major',flavor:'last-resort'}))"`,
}

/** The memory in MB of a process that has just collected its garbage. */
async function heldMemory(instance: Running): Promise<number> {
  process.kill(instance.pid, 'SIGUSR2')
  return (await vitalsOf(instance)).memory
}

/** The held memory in MB once it is below a mark, or after some time. */
async function memoryBelow(mark: number, instance: Running): Promise<number> {
  const end = performance.now() + patience
  for (;;) {
    const memory = await heldMemory(instance)
    if (memory <= mark || performance.now() > end) return memory
    await sleep(500)
  }
}
