import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Running } from '../../../bench/service/processes.ts'
import { send } from '../calls/send.ts'
import { type Attack, attacks, slow, type Target } from './attacks.ts'
import { inParallel, open } from './socket.ts'
import { type Vitals, vitalsOf } from './vitals.ts'

type Aimed = Omit<Target, 'signedIn'> & { instance: Running; headers: Record<string, string> }
export type Survived = { problems: string[]; answers: number; idle: number; memory: number[] }

const patience = 20_000
/** How many handles may come and go by themselves. */
const slack = 10

/** Attacks an instance with bytes at the socket. Afterwards every resource that they took must be free again. */
export async function attackRaw(target: Aimed): Promise<Survived> {
  const { instance, amount } = target
  const survived: Survived = { problems: [], answers: 0, idle: 0, memory: [] }
  const { problems } = survived
  const before = await vitalsOf(instance)
  const { cookie, 'x-csrftoken': csrf } = target.headers
  const signedIn = `Cookie: ${cookie}\r\nX-CSRFToken: ${csrf}\r\n`
  const strikeWith = async (attack: Attack) => {
    const struck = await attack({ ...target, signedIn })
    survived.answers += struck.statuses.length
    problems.push(...struck.problems)
  }
  // The slow one only waits, so that the others can go on meanwhile.
  const waiting = strikeWith(slow)
  for (const attack of attacks) await strikeWith(attack)
  await waiting
  problems.push(...(await leftBy('the attacks', instance, before)))
  for (let round = 0; round < amount({ full: 3, short: 1 }); round++) {
    const { opened, problem } = await holdIdle(target)
    survived.idle = opened
    if (problem) problems.push(problem)
    problems.push(...(await leftBy('the idle connections', instance, before)))
    survived.memory.push((await vitalsOf(instance)).memory)
  }
  const [first = 0, last = first] = [survived.memory[0], survived.memory.at(-1)]
  if (last > first * mostGrowth)
    problems.push(`The memory after each round of idle connections: ${survived.memory.map(Math.round)} MB`)
  return survived
}

/** From the first round of idle connections to the last. */
const mostGrowth = 1.25

/** The resources that are still in use after some time, if any. */
async function leftBy(what: string, instance: Running, before: Vitals): Promise<string[]> {
  const end = performance.now() + patience
  for (;;) {
    const { handles, idle, total, waiting } = await vitalsOf(instance)
    // The process that sends webhooks keeps one connection.
    if (handles <= before.handles + slack && total - idle <= 1 && waiting === 0) return []
    if (performance.now() > end) {
      const held = `${handles} handles instead of ${before.handles}`
      return [
        `After ${what}: ${held}, ${idle} of ${total} connections to PostgreSQL idle, ${waiting} waiting`,
      ]
    }
    await sleep(200)
  }
}

const canaries = 100
const longestAnswer = 2000

/** Opens as many connections as wanted, or as the machine allows, and sends requests meanwhile. */
async function holdIdle({ url, headers, amount }: Aimed) {
  const wanted = Math.min(amount({ full: 10_000, short: 1000 }), mostFiles() - 1000)
  const sockets: Socket[] = []
  try {
    await inParallel(Array.from({ length: wanted }), async () => sockets.push(await open(url)))
    for (let canary = 0; canary < canaries; canary++) {
      const started = performance.now()
      const { status } = await send(url, { method: 'GET', path: '/api/v1/tags/', headers })
      const took = performance.now() - started
      if (status !== 200 || took > longestAnswer)
        return {
          opened: sockets.length,
          problem: `With ${sockets.length} idle connections: ${status} after ${took} ms`,
        }
    }
    const cut = sockets.filter((socket) => socket.destroyed).length
    return { opened: sockets.length, problem: cut && `${cut} of ${sockets.length} idle connections were cut` }
  } finally {
    await closeInSteps(sockets)
  }
}

const step = 500

/** Node needs 20 µs for each connection that closes, and handles all of them in one turn of its event loop. */
async function closeInSteps(sockets: Socket[]) {
  for (let at = 0; at < sockets.length; at += step) {
    for (const socket of sockets.slice(at, at + step)) socket.resetAndDestroy()
    await sleep(20)
  }
}

/** How many files a process may have open; the service's limit is the same. */
function mostFiles(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
  } catch {
    return 4096
  }
}
