import cluster, { type Worker } from 'node:cluster'
import { setTimeout as after } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'

type Counts = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type Answer = { counts: Counts }

const question = 'counts?'
const isAnswer = (message: unknown): message is Answer =>
  typeof message === 'object' && message !== null && 'counts' in message

/** Milliseconds that a scrape waits for the workers. */
const patience = 1000

/** In a worker: tells its leader what it has counted, when asked. */
export function tellLeader(registry: Registry) {
  process.on('message', async (message) => {
    if (message === question && process.connected)
      process.send?.({ counts: await registry.getMetricsAsJSON() })
  })
}

/**
 * In the leader: reads what it and its workers have counted, as one. A worker too busy to answer counts with what
 * it told last, and one that is gone stays in the totals: a total that fell would look like a restart.
 */
export function sumOfProcesses(own: Registry): () => Promise<string> {
  const told = new Map<number, Counts>()
  const waiting = new Map<number, () => void>()
  let gone: Counts[] = []

  cluster.on('message', ({ id }, message) => {
    if (isAnswer(message)) told.set(id, message.counts)
    waiting.get(id)?.()
  })
  cluster.on('exit', ({ id }) => {
    const totals = told.get(id)?.filter(({ type }) => String(type) !== 'gauge')
    if (totals) gone.push(totals)
    told.delete(id)
    waiting.get(id)?.()
  })

  const ask = (worker: Worker) =>
    new Promise<void>((resolve) => {
      waiting.set(worker.id, resolve)
      worker.send(question, (error) => error && resolve())
    })

  async function askAll() {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const answers = Promise.all(workers.map((worker) => ask(worker as Worker)))
    await Promise.race([answers, after(patience, undefined, { ref: false })])
  }

  let asking: Promise<void> | undefined
  return async () => {
    asking ??= askAll().finally(() => {
      asking = undefined
    })
    await asking
    if (gone.length > 1) gone = [await Registry.aggregate(gone).getMetricsAsJSON()]
    return Registry.aggregate([await own.getMetricsAsJSON(), ...gone, ...told.values()]).metrics()
  }
}
