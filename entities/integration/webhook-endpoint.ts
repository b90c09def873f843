import { defineEntity, p } from '@mikro-orm/core'
import {
  type OffReason,
  offReasons,
  patience,
  retryDelay,
  rotationTime,
} from '../../src/integration/webhooks.ts'
import { choice, instant, text, uuidKey } from '../lists/columns.ts'
import type { FeedSubject } from './shown-change.ts'

/** Where changes are sent, and how far they have been. */
export const WebhookEndpointSchema = defineEntity({
  name: 'WebhookEndpoint',
  tableName: 'webhook_endpoints',
  properties: {
    id: uuidKey(),
    name: text(100).unique('webhook_endpoints_name_unique'),
    url: p.string().columnType('varchar(2000)'),
    /** Whose changes are sent; those of all if it is empty. */
    subjects: p.array().$type<FeedSubject[]>(),
    /** Sealed, as is the one before it. */
    secret: p.text(),
    previous_secret: p.text().nullable(),
    rotated_at: instant().nullable(),
    /** The place in the feed up to which everything has been delivered. */
    cursor: p.text(),
    /** How often the next message has failed, since when, and when it is sent again. */
    failures: p.integer().default(0),
    failing_since: instant().nullable(),
    next_attempt_at: instant().nullable(),
    off_since: instant().nullable(),
    off_reason: choice(offReasons).nullable(),
    created_at: instant(),
  },
})

export class WebhookEndpoint extends WebhookEndpointSchema.class {
  /** The secrets that sign now, both for a day after a rotation. */
  sealedSecrets(now: Date): string[] {
    const { secret, previous_secret, rotated_at } = this
    const isRecent = rotated_at && now.getTime() - rotated_at.getTime() < rotationTime
    return previous_secret && isRecent ? [secret, previous_secret] : [secret]
  }

  rotate(secret: string, at: Date) {
    this.previous_secret = this.secret
    this.secret = secret
    this.rotated_at = at
  }

  switchOff(reason: OffReason, at: Date) {
    this.off_since ??= at
    this.off_reason ??= reason
  }

  /** Goes on where it stopped, or from the given end of the feed if its place there has been forgotten. */
  switchOn(end: string) {
    if (this.off_reason === 'BEHIND') this.cursor = end
    this.off_since = null
    this.off_reason = null
    forgetFailures(this)
  }

  delivered(cursor: string) {
    this.cursor = cursor
    forgetFailures(this)
  }

  /** Waits longer after each failure. Returns whether the failures have lasted for three days. */
  failed(at: Date): boolean {
    this.failures += 1
    this.failing_since ??= at
    this.next_attempt_at = new Date(at.getTime() + retryDelay(this.failures))
    return at.getTime() - this.failing_since.getTime() >= patience
  }
}

function forgetFailures(endpoint: WebhookEndpoint) {
  endpoint.failures = 0
  endpoint.failing_since = null
  endpoint.next_attempt_at = null
}

WebhookEndpointSchema.setClass(WebhookEndpoint)
