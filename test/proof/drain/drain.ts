import { existsSync } from 'node:fs'
import { platform } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf, listensOn, type Running, startService } from '../../../bench/service/processes.ts'
import { judged, notRun, type Part } from '../run/part.ts'
import { balancer } from './balancer.ts'
import { startLoad } from './load.ts'

/** Restarts both instances one after the other, behind a balancer that looks at `/readyz`. */
export const drain: Part = {
  name: 'drain',
  about: 'rolling restarts behind a balancer fail no request, and lose or double no write',
  async run(context) {
    const [rounds, seconds] = [context.amount({ full: 3, short: 1 }), context.length === 'short' ? '1' : '5']
    const pair = await context.startPair({ env: { DRAIN_SECONDS: seconds } })
    const { instances, env } = pair
    const front = await balancer(instances)
    context.atEnd(front.close)
    const headers = await pair.signIn('ADMIN')
    const load = startLoad({ url: front.url, headers, clients: 16 })
    for (let restart = 0; restart < rounds * instances.length; restart++) {
      const at = restart % instances.length
      context.progress(`restart ${restart + 1} of ${rounds * instances.length}`)
      await terminate(instances[at]?.pid ?? 0)
      const next = await startService({ ...env, WORKERS: String(at + 1) })
      instances[at] = next
      context.atEnd(next.stop)
      await until(() => front.ready() === instances.length)
    }
    const { requests, failed, created, slowest } = await load.stop()
    const answer = await fetch(`${front.url}/api/v1/tags/`, { headers })
    const { count } = (await answer.json()) as { count: number }
    const lost = count === created ? [] : [`${created} tags were acknowledged, and ${count} are stored.`]
    return judged(
      `${rounds} rolling restarts, ${requests} requests, ${failed.length} failed, slowest ${Math.round(slowest)} ms`,
      [...failed, ...lost],
    )
  },
}

/** Kills workers while new connections arrive. */
export const workers: Part = {
  name: 'workers',
  about: 'when a worker is killed, each caller gets an answer or a closed connection within two seconds',
  async run(context) {
    if (platform() !== 'linux') return notRun('Workers are found in /proc.')
    const kills = context.amount({ full: 20, short: 3 })
    const pair = await context.startPair({ workers: [1, 2] })
    const [, instance] = pair.instances
    const headers = await pair.signIn('ADMIN')
    const load = startLoad({ url: instance.url, headers, clients: 16, keepAlive: false })
    for (let kill = 0; kill < kills; kill++) {
      context.progress(`kill ${kill + 1} of ${kills}`)
      await killOne(instance)
    }
    const { requests, failed, slowest } = await load.stop()
    const late = slowest < 2000 ? [] : [`A caller waited for ${Math.round(slowest)} ms.`]
    // Clients whose request is in the worker that dies lose the connection.
    const wrong = failed.filter((problem) => !/ECONNRESET|socket hang up/.test(problem))
    return judged(
      `${kills} kills, ${requests} requests, ${failed.length} connections cut, longest wait ${Math.round(slowest)} ms`,
      [...late, ...wrong],
    )
  },
}

/** Kills one of two workers once both listen, and waits until another has taken its place and listens. */
async function killOne({ pid, url }: Running) {
  const port = Number(new URL(url).port)
  const listening = () => childrenOf(pid).filter((worker) => listensOn(port, worker))
  await until(() => listening().length === 2)
  const [worker = 0] = listening()
  process.kill(worker, 'SIGKILL')
  await until(() => !listening().includes(worker) && listening().length === 2)
}

async function terminate(pid: number) {
  process.kill(pid, 'SIGTERM')
  await until(() => !existsSync(`/proc/${pid}`))
}

async function until(condition: () => boolean) {
  const limit = performance.now() + 60_000
  while (!condition()) {
    if (performance.now() > limit) throw new Error('Not within a minute.')
    await sleep(50)
  }
}
