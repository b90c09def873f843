import pLimit from 'p-limit'
import { sealing } from '../../entities/accounts/sealing.ts'
import { type FeedPage, readChanges } from '../../entities/integration/changes.ts'
import { parseCursor } from '../../entities/integration/cursor.ts'
import type { FeedSubject } from '../../entities/integration/shown-change.ts'
import { WebhookDelivery } from '../../entities/integration/webhook-delivery.ts'
import { WebhookEndpoint } from '../../entities/integration/webhook-endpoint.ts'
import {
  advanceEndpoints,
  type EndpointState,
  readEndpointStates,
  webhookSecrets,
} from '../../entities/integration/webhooks.ts'
import type { Secrets } from '../../routers/ports/sessions.ts'
import { DomainError } from '../../src/errors.ts'
import {
  type Delivering,
  deliver,
  deliverAsked,
  inOwnName,
  lock,
  messageOf,
  switchOff,
  testMessage,
} from './delivery.ts'

/** Changes that are read at once. */
const batch = 100
/** Milliseconds for which an endpoint waits after an unexpected error. */
const patience = 60_000
/** Connections to PostgreSQL that deliveries use, so that the console has some left. */
const mostConnections = 4

export type SenderParts = Omit<Delivering, 'sealing' | 'signal' | 'turn'> & { secrets: Secrets }

/**
 * Sends for as long as its process has the turn. Endpoints do not wait for each other: each has at most one request
 * under way. Which of them have something to send is found by one read for all of them.
 */
export class Sender {
  readonly #secrets: Secrets
  readonly #by: Delivering
  readonly #ending = new AbortController()
  /** Endpoints that have everything up to `#end`. */
  readonly #upToDate = new Set<string>()
  /** Endpoints that wait because of an unexpected error, and until when. */
  readonly #broken = new Map<string, string>()
  /** Endpoints that are sent something now; of a change, when it was made. */
  readonly #sending = new Map<string, string | undefined>()
  #states: EndpointState[] = []
  #snapshot = ''
  #end = ''

  constructor({ secrets, ...parts }: SenderParts) {
    this.#secrets = secrets
    const signal = this.#ending.signal
    this.#by = { ...parts, sealing: sealing(secrets, webhookSecrets), signal, turn: pLimit(mostConnections) }
  }

  get isSending() {
    return this.#sending.size > 0
  }

  /** Finds the end of the feed. */
  async begin() {
    this.#end = (await readChanges(this.#em(), { limit: batch })).cursor
  }

  /** Seals secrets again that were sealed under JWT_SECRET_PREVIOUS, before that is forgotten. */
  sealAgain() {
    const current = sealing(this.#secrets.slice(0, 1), webhookSecrets)
    const again = (sealed: string, id: string) => {
      const secret = current.unseal(sealed, id) === undefined && this.#by.sealing.unseal(sealed, id)
      return secret ? current.seal(secret, id) : sealed
    }
    return inOwnName(this.#by, async (em) => {
      for (const endpoint of await em.find(WebhookEndpoint, {}, lock)) {
        const { id, secret, previous_secret } = endpoint
        endpoint.secret = again(secret, id)
        if (previous_secret) endpoint.previous_secret = again(previous_secret, id)
      }
    })
  }

  /**
   * Sends what has become due. Nothing else is read while PostgreSQL's snapshot stays the same. Returns whether more
   * news can be read at once.
   */
  async look(snapshot: string) {
    let hasMore = false
    if (snapshot !== this.#snapshot) {
      this.#states = await readEndpointStates(this.#em())
      if (this.#states.some(({ off_reason }) => !off_reason)) hasMore = await this.#readNews()
      if (!hasMore) this.#snapshot = snapshot
    }
    const now = this.#by.clock().toISOString()
    for (const { id, off_reason, next_attempt_at, is_asked } of this.#states) {
      const isDue = !off_reason && !this.#upToDate.has(id) && (next_attempt_at ?? '') <= now
      const mayTry = !this.#sending.has(id) && (this.#broken.get(id) ?? '') <= now
      if ((isDue || is_asked) && mayTry) void this.#send(id)
    }
    return hasMore
  }

  /** Stores how far endpoints without news are, so that no place of theirs gets old. */
  async keepPlaces() {
    const idle = this.#upToDate.difference(this.#sending)
    if (idle.size) await advanceEndpoints(this.#em(), [...idle], this.#end)
  }

  /** Gives up the requests under way; whoever sends next makes them again. */
  end() {
    this.#ending.abort()
  }

  /** Each endpoint that no operator has switched off, and for how many seconds it has lacked a change. */
  backlogs() {
    const now = this.#by.clock().getTime()
    const meant = this.#states.filter(({ off_reason }) => off_reason !== 'OPERATOR')
    return meant.map(({ id, name, off_reason, failing_since }) => {
      const since = this.#sending.get(id) ?? failing_since
      const isBehind = since !== null && !off_reason
      return {
        name,
        isOff: !!off_reason,
        seconds: isBehind ? Math.max(0, now - Date.parse(since)) / 1000 : 0,
      }
    })
  }

  #em = () => this.#by.orm.em.fork()

  /** Reads one page, so that the connection that holds the turn is never idle for long. */
  async #readNews() {
    const page = await readChanges(this.#em(), { after: parseCursor(this.#end), limit: batch })
    this.#end = page.cursor
    const changed = new Set(page.changes.map(({ subject }) => subject))
    for (const { id, subjects } of this.#states)
      if (changed.size && (!subjects.length || subjects.some((subject) => changed.has(subject))))
        this.#upToDate.delete(id)
    return page.has_more
  }

  async #send(id: string) {
    this.#sending.set(id, undefined)
    try {
      await this.#sendAsked(id)
      await this.#sendChanges(id)
    } catch (err) {
      this.#upToDate.delete(id)
      this.#broken.set(id, new Date(this.#by.clock().getTime() + patience).toISOString())
      if (!this.#ending.signal.aborted) this.#by.log.error({ err, webhook: id }, 'a webhook cannot be sent')
    } finally {
      this.#sending.delete(id)
    }
  }

  async #sendAsked(id: string) {
    const em = this.#em()
    const asked = await em.find(WebhookDelivery, { endpoint: id, sent_at: null }, { orderBy: { id: 'asc' } })
    for (const each of asked)
      await deliverAsked(this.#by, { em, asked: each, message: await this.#askedMessage(each) })
  }

  async #askedMessage({ endpoint, message_id, type, cursor, created_at }: WebhookDelivery) {
    if (typeof cursor !== 'string') return testMessage(message_id, type, created_at)
    const { subjects } = await this.#em().findOneOrFail(WebhookEndpoint, endpoint)
    let page = await this.#readAfter(cursor, subjects)
    while (page?.has_more && !page.changes.length) page = await this.#readAfter(page.cursor, subjects)
    return page?.changes.map(messageOf).find(({ id }) => id === message_id)
  }

  /** Sends one change after the other, until there are no more or one is not delivered. */
  async #sendChanges(id: string) {
    const now = this.#by.clock()
    let endpoint = await this.#by.turn(() => this.#em().findOne(WebhookEndpoint, { id, off_reason: null }))
    if (!endpoint || (endpoint.next_attempt_at ?? now) > now) return
    let { cursor } = endpoint
    let page: FeedPage | undefined
    do {
      // Before the read: what is committed after it makes the endpoint due again.
      this.#upToDate.add(id)
      page = await this.#readAfter(cursor, endpoint.subjects)
      if (!page) return this.#forget(id)
      for (const change of page.changes) {
        this.#sending.set(id, change.changed_at)
        const next = await deliver(this.#by, endpoint, { change, from: cursor })
        if (!next) {
          this.#upToDate.delete(id)
          return
        }
        endpoint = next
        cursor = change.cursor
      }
      cursor = page.cursor
    } while (page.has_more || page.changes.length)
  }

  /** The changes that follow; undefined if they are no longer known. */
  async #readAfter(cursor: string, subjects: FeedSubject[]): Promise<FeedPage | undefined> {
    const after = parseCursor(cursor)
    const wanted = { after, limit: batch, ...(subjects.length && { subjects }) }
    try {
      return after && (await this.#by.turn(() => readChanges(this.#em(), wanted)))
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'GONE')) throw error
    }
  }

  /** Switches an endpoint off whose place in the feed is no longer known. */
  #forget(id: string) {
    return inOwnName(this.#by, async (em) => {
      const endpoint = await em.findOne(WebhookEndpoint, { id, off_reason: null }, lock)
      if (endpoint) switchOff(this.#by, endpoint, 'BEHIND')
    })
  }
}
