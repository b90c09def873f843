import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { conflict, invalid } from '../../src/errors.ts'
import { mostEndpoints, urlProblem } from '../../src/integration/webhooks.ts'
import type { Sealing } from '../accounts/sealing.ts'
import { type Em, prepared, readRows } from '../connection/em.ts'
import { columnsOf, type RowOf } from '../lists/fragments.ts'
import type { List } from '../lists/page.ts'
import { changeRows } from '../lists/rows.ts'
import { readChanges } from './changes.ts'
import type { FeedSubject } from './shown-change.ts'
import { WebhookDelivery } from './webhook-delivery.ts'
import { WebhookEndpoint } from './webhook-endpoint.ts'

/** What the secrets of endpoints are sealed for. */
export const webhookSecrets = 'webhook secret'

export const endpointOrderings = { name: ['name'], created_at: ['created_at'], id: [] } as const

const stored = columnsOf(
  WebhookEndpoint,
  'id, name, url, subjects, rotated_at, failures, failing_since, next_attempt_at, off_since, off_reason, created_at',
)
type EndpointRow = RowOf<typeof stored> & { last_sent_at: string | null; last_status: number | null }

/** The endpoints, each with its last delivery. */
export const endpointList: List<EndpointRow> = {
  table: 'webhook_endpoints',
  columns: sql`${stored}, last.sent_at as last_sent_at, last.status as last_status`,
  joins: sql`left join lateral (select sent_at, status from webhook_deliveries
    where endpoint_id = page.id and sent_at is not null order by id desc limit 1) last on true`,
  orderings: endpointOrderings,
  defaultOrdering: 'name',
}

/** What the sender has to know of every endpoint. */
export type EndpointState = Pick<EndpointRow, 'id' | 'name' | 'subjects' | 'off_reason'> &
  Pick<EndpointRow, 'failing_since' | 'next_attempt_at'> & {
    /** Whether an operator waits for a delivery. */
    is_asked: boolean
  }

/** The state of every endpoint, in one statement. */
export const readEndpointStates = (em: Em) =>
  readRows<EndpointState>(em, prepared)`
    select id, name, subjects, off_reason, failing_since, next_attempt_at,
      exists (select from webhook_deliveries where endpoint_id = e.id and sent_at is null) as is_asked
    from webhook_endpoints e`

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

type NewEndpoint = { name: string; url: string; subjects: FeedSubject[] }
type Making = { seal: Sealing['seal']; allowsHttp: boolean; at: Date }

/** A new endpoint that is told of changes from now on, and its secret, which is never shown again. */
export async function newEndpoint(em: Em, given: NewEndpoint, { seal, allowsHttp, at }: Making) {
  const problem = urlProblem(given.url, allowsHttp)
  if (problem) throw invalid('url', problem)
  if ((await em.count(WebhookEndpoint)) >= mostEndpoints)
    throw conflict(`There are ${mostEndpoints} webhooks already, the maximum. Delete one of them first.`)
  const [id, secret] = [randomUUID(), newSecret()]
  const endpoint = em.create(WebhookEndpoint, {
    id,
    ...given,
    secret: seal(secret, id),
    cursor: await endOfFeed(em),
    created_at: at,
  })
  await em.flush()
  return { endpoint, secret }
}

const endOfFeed = async (em: Em) => (await readChanges(em, { limit: 1 })).cursor

/** Goes on sending to the endpoint, which must be locked. */
export const switchOn = async (em: Em, endpoint: WebhookEndpoint) => endpoint.switchOn(await endOfFeed(em))

/** Gives the endpoint, which must be locked, a new secret, which is never shown again. */
export function rotateSecret(endpoint: WebhookEndpoint, { seal, at }: Pick<Making, 'seal' | 'at'>) {
  const secret = newSecret()
  endpoint.rotate(seal(secret, endpoint.id), at)
  return secret
}

/** Asks the sender for a message that shows whether the endpoint works. */
export const askForTest = (em: Em, { id: endpoint }: WebhookEndpoint, at: Date) =>
  em.create(WebhookDelivery, {
    endpoint,
    message_id: `test_${randomUUID()}`,
    type: 'webhook.test',
    attempt: 1,
    created_at: at,
  })

/** Asks the sender to deliver a message once more. */
export function askAgain(em: Em, former: WebhookDelivery, at: Date) {
  if (former.cursor === null) throw conflict('A test is not sent again. Send another one.')
  const { endpoint, message_id, type, cursor } = former
  return em.create(WebhookDelivery, { endpoint, message_id, type, cursor, attempt: 1, created_at: at })
}

/** Moves the places of endpoints that have everything up to the cursor. */
export const advanceEndpoints = (em: Em, ids: string[], cursor: string) =>
  changeRows(em)`update webhook_endpoints set cursor = ${cursor}
    where id = any(${ids}::uuid[]) and failures = 0 and off_reason is null and cursor <> ${cursor}`
