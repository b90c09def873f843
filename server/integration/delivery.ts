import { LockMode } from '@mikro-orm/core'
import type { LimitFunction } from 'p-limit'
import type { Logger } from 'pino'
import { Webhook } from 'standardwebhooks'
import type { Sealing } from '../../entities/accounts/sealing.ts'
import type { Em, Orm } from '../../entities/connection/em.ts'
import { transaction } from '../../entities/connection/transaction.ts'
import type { FeedChange } from '../../entities/integration/changes.ts'
import { WebhookDelivery } from '../../entities/integration/webhook-delivery.ts'
import { WebhookEndpoint } from '../../entities/integration/webhook-endpoint.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { messageType, type OffReason } from '../../src/integration/webhooks.ts'
import { theService } from '../../src/logs/audit.ts'
import type { WebhookMetrics } from '../metrics/webhook-metrics.ts'
import { post, type Reach } from './post.ts'

/** What deliveries need. The signal gives up those under way. */
export type Delivering = {
  orm: Orm
  log: Logger
  sealing: Sealing
  metrics: WebhookMetrics
  reach: Reach
  clock: () => Date
  signal: AbortSignal
  /** Waits for one of the connections to PostgreSQL that deliveries may use. */
  turn: LimitFunction
}

/** What came of an attempt, as its delivery stores it. */
type Outcome = { sent_at: Date; status: number | null; answer: string; milliseconds: number | null }

const isDelivered = ({ status }: Pick<Outcome, 'status'>) => status !== null && status >= 200 && status < 300

export const lock = { lockMode: LockMode.PESSIMISTIC_WRITE } as const

/** Makes a change in the service's own name. */
export const inOwnName = <T>({ orm, clock, turn }: Delivering, work: (em: Em) => Promise<T>) =>
  turn(() => transaction({ em: orm.em, author: theService(clock()) }, work))

/** Switches an endpoint off that is on and locked. */
export function switchOff({ log, clock }: Delivering, endpoint: WebhookEndpoint, reason: OffReason) {
  endpoint.switchOff(reason, clock())
  log.warn({ webhook: endpoint.name, reason }, 'a webhook was switched off')
}

/** A change that is due, and the place before it. */
type Due = { change: FeedChange; from: string }

/** The endpoint as it is stored by then, if the change was delivered and it may get the next one. */
export async function deliver(by: Delivering, endpoint: WebhookEndpoint, { change, from }: Due) {
  const message = messageOf(change)
  const outcome = await attempt(by, endpoint, message)
  return inOwnName(by, async (em) => {
    const { id, cursor } = endpoint
    const current = await em.findOne(WebhookEndpoint, { id, cursor }, lock)
    if (!current) return
    em.create(WebhookDelivery, {
      endpoint: current.id,
      message_id: message.id,
      type: message.type,
      cursor: from,
      attempt: current.failures + 1,
      created_at: outcome.sent_at,
      ...outcome,
    })
    if (isDelivered(outcome)) current.delivered(change.cursor)
    else if (!current.off_reason) {
      const hasLasted = current.failed(by.clock())
      if (outcome.status === 410) switchOff(by, current, 'GONE')
      else if (hasLasted) switchOff(by, current, 'FAILED')
    }
    if (isDelivered(outcome) && !current.off_reason) return current
  })
}

/** Delivers what an operator has asked for, once; without a message, because its change is no longer known. */
export async function deliverAsked(
  by: Delivering,
  { em, asked, message }: { em: Em; asked: WebhookDelivery; message: Message | undefined },
) {
  const endpoint = await em.findOneOrFail(WebhookEndpoint, asked.endpoint)
  const unknown = { status: null, answer: 'The change is no longer known.', milliseconds: null }
  Object.assign(asked, message ? await attempt(by, endpoint, message) : { ...unknown, sent_at: by.clock() })
  await em.flush()
}

/** Throws if the signal gives it up. */
async function attempt(by: Delivering, endpoint: WebhookEndpoint, message: Message): Promise<Outcome> {
  const { sealing, metrics, reach, clock, signal } = by
  const sent_at = clock()
  const start = performance.now()
  const ended = (status: number | null, answer: string): Outcome => {
    const milliseconds = Math.round(performance.now() - start)
    return { sent_at, status, answer: answer.replaceAll('\0', ''), milliseconds }
  }
  try {
    const secrets = endpoint.sealedSecrets(sent_at).map((sealed) => opened(sealing, sealed, endpoint.id))
    const headers = headersOf(message, secrets, sent_at)
    const answer = await post(new URL(endpoint.url), { headers, body: message.body, signal }, reach)
    metrics.attempted(isDelivered(answer) ? 'delivered' : 'refused')
    return ended(answer.status, answer.text)
  } catch (error) {
    signal.throwIfAborted()
    metrics.attempted('failed')
    return ended(null, (error as Error).message)
  }
}

function opened(sealing: Sealing, sealed: string, id: string): string {
  const secret = sealing.unseal(sealed, id)
  if (!secret) throw new Error('The secret was sealed under another JWT_SECRET. Rotate it.')
  return secret
}

/** What an endpoint is sent; the same however often it is sent. */
export type Message = { id: string; type: string; body: string }

/** The message of a change. Its id has the time too: after a restore of the database, another change may get the number. */
export function messageOf({ entry, cursor: _, ...change }: FeedChange): Message {
  const type = messageType(change.subject, change.action)
  const id = `change_${entry}_${Date.parse(change.changed_at)}`
  return { id, type, body: JSON.stringify({ type, timestamp: change.changed_at, data: change }) }
}

/** The message of a test. */
export const testMessage = (id: string, type: string, at: Date): Message => ({
  id,
  type,
  body: JSON.stringify({ type, timestamp: at.toISOString(), data: {} }),
})

/** The headers by which a receiver knows the sender (Standard Webhooks). */
const headersOf = ({ id, body }: Message, secrets: readonly string[], at: Date) => ({
  'Content-Type': 'application/json',
  'User-Agent': `workforce-coverage-service/${packageJson.version}`,
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
