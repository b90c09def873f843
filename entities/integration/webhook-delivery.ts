import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { instant } from '../lists/columns.ts'
import { columnsOf, equals, type RowOf } from '../lists/fragments.ts'
import { index } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'
import { WebhookEndpoint } from './webhook-endpoint.ts'

/** The attempts to deliver messages, and those that operators have asked for. */
export const WebhookDelivery = defineEntity({
  name: 'WebhookDelivery',
  tableName: 'webhook_deliveries',
  properties: {
    id: p.integer().primary().generated('identity'),
    endpoint: () => p.manyToOne(WebhookEndpoint).mapToPk().deleteRule('cascade'),
    message_id: p.string().columnType('varchar(100)'),
    type: p.string().columnType('varchar(50)'),
    /** The place in the feed before the change; null for a test. */
    cursor: p.text().nullable(),
    attempt: p.integer(),
    created_at: instant(),
    /** Null until an asked delivery has been tried. */
    sent_at: instant().nullable(),
    /** Null without an answer. */
    status: p.smallint().nullable(),
    /** The beginning of the answer, or why there is none. */
    answer: p.text().default(''),
    milliseconds: p.integer().nullable(),
  },
  indexes: [
    index('webhook_deliveries', 'of_endpoint', '(endpoint_id, id)'),
    index('webhook_deliveries', 'asked', '(endpoint_id, id) where sent_at is null'),
    index('webhook_deliveries', 'by_created_at', '(created_at, id)'),
  ],
})

export type WebhookDelivery = InferEntity<typeof WebhookDelivery>

export const deliveryOrderings = { id: [] } as const

const stored = columnsOf(
  WebhookDelivery,
  'id, message_id, type, attempt, created_at, sent_at, status, answer, milliseconds',
)
type DeliveryRow = RowOf<typeof stored> & { is_repeatable: boolean }

/** The deliveries of an endpoint, the newest first. */
export const deliveryList = (endpoint: string): List<DeliveryRow> => ({
  table: 'webhook_deliveries',
  columns: sql`${stored}, page.cursor is not null as is_repeatable`,
  orderings: deliveryOrderings,
  defaultOrdering: '-id',
  where: [equals('endpoint_id', endpoint)],
})
