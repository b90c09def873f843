import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '../../../bench/service/processes.ts'
import { type CuttableProxy, cuttableProxy } from '../../setup/stores/cuttable-proxy.ts'
import { execute } from '../../setup/stores/execute.ts'
import { loadClinic } from '../history/race/clinic.ts'
import type { Pair } from '../run/pair.ts'
import { type Context, judged, type Part } from '../run/part.ts'
import { judgeWrites } from './judge.ts'
import { write } from './writes.ts'

const sizes = { employees: 16, positions: 16, tags: 0 }
const workers: [number, number] = [1, 2]

/** Repeats writes through outages as a client does. */
export const retries: Part = {
  name: 'retries',
  about:
    'writes repeated with their Idempotency-Key, while connections break and processes are killed, are done once',
  async run(context) {
    const pair = await context.startPair({ workers })
    const clinic = await loadClinic(pair.ownerUrl, sizes)
    const headers = await pair.signIn('ADMIN')
    const proxies = await Promise.all(pair.instances.map(({ url }) => cuttableProxy(url)))
    for (const proxy of proxies) context.atEnd(proxy.close)
    const outages = disturb(context, pair, proxies)
    const urls = proxies.map(({ url }) => url)
    const writes = context.amount({ full: 10_000, short: 150 })
    const progress = (done: number) => context.progress(`${done} of ${writes} writes`)
    const written = await write({ urls, headers, clinic, writes, progress }).finally(outages.stop)
    const { kills, cuts } = outages
    const stored = await execute<{ mark: string; id: string }>(
      pair.ownerUrl,
      `select title as mark, id::text from positions union all
        select reason, employee_id::text from transition_log`,
    )
    const repeated = written.filter(({ attempts }) => attempts > 1)
    const replayed = repeated.filter(({ answer }) => answer.headers.has('idempotent-replayed'))
    return judged(
      `${written.length} writes, ${cuts} times all connections cut, ${kills} kills; ${repeated.length} writes repeated, of which ${replayed.length} had been done`,
      judgeWrites(written, stored),
    )
  },
}

/** Milliseconds between two cuts at most, and between two kills. */
const [betweenCuts, betweenKills] = [200, 2000]

/** Cuts all connections to an instance again and again; kills one now and then, and starts it anew. */
function disturb({ atEnd }: Context, pair: Pair, proxies: readonly CuttableProxy[]) {
  const done = { cuts: 0, kills: 0 }
  let isOn = true
  const killing = async () => {
    for (; isOn; await sleep(betweenKills)) {
      const at = done.kills++ % proxies.length
      process.kill(pair.instances[at]?.pid || Number.NaN, 'SIGKILL')
      const next = await startService({ ...pair.env, WORKERS: String(workers[at]) })
      pair.instances[at] = next
      atEnd(next.stop)
      proxies[at]?.leadTo(next.url)
    }
  }
  const cutting = async () => {
    for (; isOn; await sleep(Math.random() * betweenCuts)) proxies[done.cuts++ % proxies.length]?.reset()
  }
  const disturbing = Promise.all([killing(), cutting()])
  return Object.assign(done, {
    async stop() {
      isOn = false
      await disturbing
    },
  })
}
