import { Counter, Gauge, type Registry } from '@prometheus-io/client'

const outcomes = ['delivered', 'refused', 'failed'] as const

type Backlog = { name: string; isOff: boolean; seconds: number }

/** What is sent to webhooks. Only the process that sends has series for single endpoints. */
export class WebhookMetrics {
  readonly #attempts
  readonly #watched: (() => Backlog[])[] = []

  constructor(registry: Registry) {
    const registers = [registry]
    this.#attempts = new Counter({
      name: 'coverage_webhook_attempts_total',
      help: 'Attempts to deliver a message: delivered, refused (answered with another status than 2xx), failed (no answer).',
      labelNames: ['outcome'],
      registers,
    })
    for (const outcome of outcomes) this.#attempts.labels(outcome).inc(0)
    const all = () => this.#watched.flatMap((read) => read())
    new Gauge({
      name: 'coverage_webhook_up',
      help: '0 while a webhook is switched off, unless an operator has done it.',
      labelNames: ['webhook'],
      registers,
      collect() {
        this.reset()
        for (const { name, isOff } of all()) this.labels(name).set(isOff ? 0 : 1)
      },
    })
    new Gauge({
      name: 'coverage_webhook_backlog_seconds',
      help: 'For how long a webhook has lacked a change that was made; 0 if it lacks none.',
      labelNames: ['webhook'],
      registers,
      collect() {
        this.reset()
        for (const { name, seconds } of all()) this.labels(name).set(seconds)
      },
    })
  }

  attempted(outcome: (typeof outcomes)[number]) {
    this.#attempts.labels(outcome).inc()
  }

  /** Measures the endpoints of a sender. */
  watch(read: () => Backlog[]) {
    this.#watched.push(read)
  }
}
