import { setTimeout as after } from 'node:timers/promises'
import type { Orm } from '../../entities/connection/em.ts'
import { readChanges, type Wanted } from '../../entities/integration/changes.ts'
import { parseCursor } from '../../entities/integration/cursor.ts'
import { checkRights } from '../../routers/gate/caller.ts'
import type { AuthenticatedContext, Changes } from '../../routers/ports/context.ts'
import { busy, SessionOver, WireError } from '../../routers/ports/refusals.ts'
import type { Sessions } from '../../routers/ports/sessions.ts'
import type { Replicas } from '../../routers/ports/stores.ts'

/** Milliseconds between two reads of a waiting call; one that finds nothing is a single cheap query. */
const interval = 250
const mostOfUser = 10
const mostOfAll = 100
/** Seconds after which a refused client may try again. */
const retryAfter = 10

type Parts = { orm: Orm; sessions: Sessions; replicas?: Replicas }

/** Lets calls wait for the next change. */
export class LongPoll implements Changes {
  readonly #parts: Parts
  readonly #waiting = new Set<{ user: string }>()
  readonly #closing = new AbortController()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async read(ctx: AuthenticatedContext, wanted: Wanted, seconds: number) {
    const page = await this.#page(ctx, wanted, seconds)
    // What the client reads next has all that lies before its cursor.
    await this.#parts.replicas?.knows([ctx.caller.sessionId])
    return page
  }

  async #page(ctx: AuthenticatedContext, wanted: Wanted, seconds: number) {
    const { em } = this.#parts.orm
    let page = await readChanges(em, wanted)
    if (!seconds || !wanted.after || page.changes.length) return page
    const call = this.#admit(ctx.caller.id)
    const end = performance.now() + seconds * 1000
    const isOver = () => performance.now() >= end || ctx.response.destroyed || this.#closing.signal.aborted
    try {
      while (!page.changes.length && !isOver()) {
        if (!page.has_more) await this.#pause(end)
        page = await readChanges(em, { ...wanted, after: parseCursor(page.cursor) })
      }
    } finally {
      this.#waiting.delete(call)
    }
    await this.#check(ctx)
    return page
  }

  get size() {
    return this.#waiting.size
  }

  close() {
    this.#closing.abort()
  }

  #admit(user: string) {
    if (this.#waiting.size >= mostOfAll) throw busy(retryAfter, 'Too many calls wait for changes.')
    if ([...this.#waiting].filter((call) => call.user === user).length >= mostOfUser) {
      const detail = `${mostOfUser} calls of yours already wait for changes, the maximum.`
      throw new WireError('THROTTLED', { detail }, { 'Retry-After': String(retryAfter) })
    }
    const call = { user }
    this.#waiting.add(call)
    return call
  }

  async #pause(end: number) {
    const { signal } = this.#closing
    await after(Math.min(interval, end - performance.now()), undefined, { signal }).catch(() => {})
  }

  /** 401 or 403 for a caller who has lost their session or rights while they waited. */
  async #check({ caller }: AuthenticatedContext) {
    const { orm, sessions } = this.#parts
    const [ended] = await Promise.all([sessions.endedAmong([caller.sessionId]), checkRights(orm.em, caller)])
    if (ended.has(caller.sessionId)) throw new SessionOver()
  }
}
