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
 * In the leader: the sum of its counts and its workers'. A busy worker counts with its last answer, and a dead one stays
 * in the totals, because a falling total would look like a restart.
 */
export class ProcessTotals {
  readonly #leader: Registry
  readonly #answers = new Map<number, MetricCounts>()
  readonly #waiting = new Map<number, () => void>()
  #dead: MetricCounts[] = []
  readonly #askAll = oneAtATime(async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
    const answers = Promise.all(workers.map((worker) => this.#ask(worker as Worker)))
    await Promise.race([answers, after(answerTimeout, undefined, { ref: false })])
  })

  constructor(leader: Registry) {
    this.#leader = leader
    cluster.on('message', ({ id }, message) => {
      if (!isAnswer(message)) return
      this.#answers.set(id, message.counts)
      this.#waiting.get(id)?.()
    })
    cluster.on('exit', ({ id }) => {
      const totals = this.#answers.get(id)?.filter(({ type }) => String(type) !== 'gauge')
      if (totals) this.#dead.push(totals)
      this.#answers.delete(id)
      this.#waiting.get(id)?.()
    })
  }

  async read(): Promise<string> {
    await this.#askAll()
    if (this.#dead.length > 1) this.#dead = [await Registry.aggregate(this.#dead).getMetricsAsJSON()]
    const leader = await this.#leader.getMetricsAsJSON()
    return Registry.aggregate([leader, ...this.#dead, ...this.#answers.values()]).metrics()
  }

  #ask(worker: Worker) {
    return new Promise<void>((resolve) => {
      this.#waiting.set(worker.id, resolve)
      worker.send(question, (error) => error && resolve())
    })
  }
}
