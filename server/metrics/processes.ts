import cluster, { type Worker } from 'node:cluster'
import { setTimeout as after } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import type { Writability, WriteRefusal } from '../../entities/connection/availability.ts'
import { oneAtATime } from '../../src/one-at-a-time.ts'

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

type News = { writes: WriteRefusal | 'stored' }
const isNews = (message: unknown): message is News =>
  typeof message === 'object' && message !== null && 'writes' in message

/** Without the callback, a worker that has just died would end the leader. */
const send = (worker: Worker, news: News) => worker.send(news, () => {})

/**
 * Tells all processes what one of them learns about the database. The leader may never try a write, and a worker can
 * only report the end of a refusal that it knows of.
 */
export function shareWritability(writability: Writability) {
  const learn = ({ writes }: News) => writability.learn(writes === 'stored' ? undefined : writes)
  if (cluster.isWorker) {
    writability.onNews = (refusal) => process.connected && process.send?.({ writes: refusal ?? 'stored' })
    process.on('message', (message) => isNews(message) && learn(message))
    return
  }
  const tell = (news: News, from?: Worker) => {
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker !== from && worker?.isConnected()) send(worker, news)
  }
  cluster.on('online', (worker) => {
    if (writability.refusal) send(worker, { writes: writability.refusal })
  })
  writability.onNews = (refusal) => tell({ writes: refusal ?? 'stored' })
  cluster.on('message', (from, message) => {
    if (!isNews(message)) return
    learn(message)
    tell(message, from)
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
