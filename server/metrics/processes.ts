import cluster, { type Worker } from 'node:cluster'
import { setTimeout as after } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Writability, WriteRefusal } from '../../entities/connection/availability.ts'
import { oneAtATime } from '../stores/one-at-a-time.ts'

type MetricCounts = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
type CountsMessage = { counts: MetricCounts }

const question = 'counts?'
const isAnswer = (message: unknown): message is CountsMessage =>
  typeof message === 'object' && message !== null && 'counts' in message

/** Milliseconds that a scrape waits for the workers. */
const answerTimeout = 1000

/** In a worker: sends the leader its counts when asked. */
export function answerLeader(registry: Registry) {
  process.on('message', async (message) => {
    if (message === question && process.connected)
      process.send?.({ counts: await registry.getMetricsAsJSON() })
  })
}

const stored = 'stored'
const isNews = (message: unknown): message is { writes: WriteRefusal | typeof stored } =>
  typeof message === 'object' && message !== null && 'writes' in message

/** Tells the leader what its workers learn about the database, because the leader may not have tried a write. */
export function shareWritability(writability: Writability) {
  if (cluster.isWorker)
    writability.onNews = (refusal) => process.connected && process.send?.({ writes: refusal ?? stored })
  else
    cluster.on('message', (_, message) => {
      if (!isNews(message)) return
      if (message.writes === stored) writability.succeeded()
      else writability.refused(message.writes)
    })
}

/**
 * In the leader: reads the sum of its counts and its workers'. A busy worker counts with its last answer, and a dead one
 * stays in the totals, because a falling total would look like a restart.
 */
export function totalsOf(leader: Registry): () => Promise<string> {
  const answers = new Map<number, MetricCounts>()
  const waiting = new Map<number, () => void>()
  let dead: MetricCounts[] = []
  cluster.on('message', ({ id }, message) => {
    if (!isAnswer(message)) return
    answers.set(id, message.counts)
    waiting.get(id)?.()
  })
  cluster.on('exit', ({ id }) => {
    const totals = answers.get(id)?.filter(({ type }) => String(type) !== 'gauge')
    if (totals) dead.push(totals)
    answers.delete(id)
    waiting.get(id)?.()
  })

  const ask = (worker: Worker) =>
    new Promise<void>((resolve) => {
      waiting.set(worker.id, resolve)
      worker.send(question, (error) => error && resolve())
    })
  const askAll = oneAtATime(async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const answered = Promise.all(workers.map((worker) => ask(worker as Worker)))
    await Promise.race([answered, after(answerTimeout, undefined, { ref: false })])
  })

  return async () => {
    await askAll()
    if (dead.length > 1) dead = [await Registry.aggregate(dead).getMetricsAsJSON()]
    return Registry.aggregate([await leader.getMetricsAsJSON(), ...dead, ...answers.values()]).metrics()
  }
}
