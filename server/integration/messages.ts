import { Webhook } from 'standardwebhooks'
import type { FeedChange } from '../../entities/integration/changes.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { messageType } from '../../src/integration/webhooks.ts'

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
export const headersOf = ({ id, body }: Message, secrets: readonly string[], at: Date) => ({
  'Content-Type': 'application/json',
  'User-Agent': `workforce-coverage-service/${packageJson.version}`,
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})
