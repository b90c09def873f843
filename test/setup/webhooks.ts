import { Registry } from '@prometheus-io/client'
import ipaddr from 'ipaddr.js'
import { type Logger, pino } from 'pino'
import { sealing } from '../../entities/accounts/sealing.ts'
import type { Orm } from '../../entities/connection/em.ts'
import type { FeedSubject } from '../../entities/integration/shown-change.ts'
import { deliveryList } from '../../entities/integration/webhook-delivery.ts'
import { WebhookEndpoint } from '../../entities/integration/webhook-endpoint.ts'
import { newEndpoint, rotateSecret, webhookSecrets } from '../../entities/integration/webhooks.ts'
import { readFirst } from '../../entities/lists/page.ts'
import type { Reach } from '../../server/integration/post.ts'
import { scheduleWebhooks } from '../../server/integration/webhooks.ts'
import { WebhookMetrics } from '../../server/metrics/webhook-metrics.ts'

const defaultSecrets = ['a secret of thirty-two bytes or so'] as const

type Sending = { secrets?: readonly [string, ...string[]]; log?: Logger }

/** The sender of webhooks of a process, which may send to this machine; by the test's `Date.now`. */
export function startSender(
  orm: Orm,
  { secrets = defaultSecrets, log = pino({ level: 'silent' }) }: Sending = {},
) {
  const registry = new Registry()
  const reach: Reach = { allowsHttp: true, networks: [ipaddr.parseCIDR('127.0.0.0/8')] }
  const metrics = new WebhookMetrics(registry)
  const parts = { orm, log, metrics, secrets, reach, clock: now }
  const { stop } = scheduleWebhooks(parts, 20)
  return { close: stop, metrics: () => registry.metrics(), reach }
}

/** The time, which tests set by `Date.now`. */
const now = () => new Date(Date.now())

let made = 0

/** A webhook as operators make it. */
export async function makeWebhook(
  orm: Orm,
  { url, subjects = [] }: { url: string; subjects?: FeedSubject[] },
) {
  const em = orm.em.fork()
  const { seal } = sealing(defaultSecrets, webhookSecrets)
  const making = { seal, allowsHttp: true, at: now() }
  const { endpoint, secret } = await newEndpoint(em, { name: `Webhook ${++made}`, url, subjects }, making)
  const { id, name } = endpoint
  async function change<T>(work: (endpoint: WebhookEndpoint) => T) {
    const fork = orm.em.fork()
    const result = work(await fork.findOneOrFail(WebhookEndpoint, id))
    await fork.flush()
    return result
  }
  return {
    id,
    name,
    secret,
    stored: () => orm.em.fork().findOneOrFail(WebhookEndpoint, id),
    change,
    /** Returns the new secret. */
    rotate: () => change((stored) => rotateSecret(stored, { seal, at: now() })),
    /** Its deliveries, the first one first. */
    deliveries: async () => (await readFirst(orm.em.fork(), deliveryList(id), 1000)).reverse(),
  }
}
