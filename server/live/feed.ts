import { setTimeout as after } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import { findCallers } from '../../entities/accounts/users.ts'
import type { Orm } from '../../entities/connection/em.ts'
import {
  type CommittedChanges,
  type Cursor,
  type LiveRows,
  readCommittedChanges,
  readCursor,
  readLiveRows,
  type Topic,
} from '../../entities/live.ts'
import type { AuthenticatedContext, Live, LiveStream } from '../../routers/ports/context.ts'
import { busy, WireError } from '../../routers/ports/refusals.ts'
import type { Sessions } from '../../routers/ports/sessions.ts'
import type { Replicas } from '../../routers/ports/stores.ts'
import { oncePerOutage } from '../stores/redis.ts'
import { cursorOf, Stream, type StreamEvent } from './stream.ts'

/** Milliseconds between polls of the change log while a client is connected. */
const interval = 250
/** Milliseconds between checks of sessions when nothing changes. */
const sessionsEvery = 2000
const mostOfUser = 10
const mostOfAll = 1000
/** Seconds after which a refused client may try again. */
const retryAfter = 10

type Parts = { orm: Orm; sessions: Sessions; replicas?: Replicas; log: Logger }

/**
 * Feeds the live streams of a process from the change log, which has the committed changes of all processes. One read
 * serves all streams, and reads never overlap, so no stream falls back to an older row.
 */
export class LiveFeed implements Live {
  readonly #parts: Parts
  readonly #streams = new Set<Stream>()
  readonly #joined = new Set<Stream>()
  readonly #queue = pLimit(1)
  readonly #watch
  #cursor: Cursor = ''
  #checkedAt = 0
  #isRunning = false
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#watch = oncePerOutage((err) => parts.log.warn({ err }, 'live streams wait: changes cannot be read'))
  }

  get size() {
    return this.#streams.size
  }

  async open<Name extends Topic>(
    topic: Name,
    ctx: AuthenticatedContext,
    { lastEventId, signal }: { lastEventId?: string; signal?: AbortSignal },
  ) {
    this.#checkRoom(ctx.caller.id)
    const stream = new Stream(topic, ctx)
    this.#streams.add(stream)
    signal?.addEventListener('abort', () => this.#end(stream))
    try {
      await this.#queue(() => this.#join(stream, lastEventId))
    } catch (error) {
      this.#end(stream)
      throw error
    }
    if (signal?.aborted) this.#end(stream)
    void this.#run()
    return stream.events() as LiveStream<LiveRows[Name]>
  }

  close() {
    this.#isClosed = true
    for (const stream of this.#streams) this.#end(stream)
  }

  #end(stream: Stream) {
    this.#streams.delete(stream)
    this.#joined.delete(stream)
    stream.close()
  }

  #checkRoom(userId: string) {
    if (this.#isClosed) throw busy(1)
    if (this.#streams.size >= mostOfAll) throw busy(retryAfter, 'Too many live streams are open.')
    const ofUser = [...this.#streams].filter((stream) => stream.userId === userId)
    if (ofUser.length < mostOfUser) return
    const detail = `You already have ${mostOfUser} live streams open, the maximum. Close one of them first.`
    throw new WireError('THROTTLED', { detail }, { 'Retry-After': String(retryAfter) })
  }

  /** Brings the stream up to date with the others; it may get a change twice. */
  async #join(stream: Stream, lastEventId: string | undefined) {
    const em = this.#parts.orm.em.fork()
    await this.#check([stream])
    if (!this.#joined.size) this.#cursor = await readCursor(em)
    const since = lastEventId === undefined ? undefined : cursorOf(lastEventId)
    stream.arrive(since ?? this.#cursor)
    if (since) await this.#tell(await readCommittedChanges(em, since), [stream])
    else await this.#reset([stream], this.#cursor)
    if (this.#streams.has(stream)) this.#joined.add(stream)
  }

  async #run() {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#streams.size) {
      await after(interval)
      await this.#watch(this.#queue(() => this.#look())).catch(() => {})
    }
    this.#isRunning = false
  }

  async #look() {
    if (!this.#joined.size) return
    const changes = await readCommittedChanges(this.#parts.orm.em.fork(), this.#cursor)
    await this.#tell(changes, [...this.#joined])
    this.#cursor = changes.cursor
    if (performance.now() - this.#checkedAt < sessionsEvery) return
    this.#checkedAt = performance.now()
    await this.#check([...this.#joined])
  }

  async #tell(changes: CommittedChanges, streams: readonly Stream[]) {
    const { cursor, isLost, positions, assignments } = changes
    const isQuiet = !positions.length && !assignments.length
    if (isLost) return this.#reset(streams, cursor)
    if (isQuiet) {
      for (const stream of streams) stream.arrive(cursor)
      return
    }
    const events = await this.#eventsOf(changes, new Set(streams.map(({ topic }) => topic)))
    await this.#check(streams)
    await this.#remember(streams)
    for (const stream of streams) stream.tell(events[stream.topic], cursor)
  }

  async #reset(streams: readonly Stream[], cursor?: Cursor) {
    await this.#remember(streams)
    for (const stream of streams) stream.reset(cursor)
  }

  /** What a client reads next has all that its streams have told it. */
  async #remember(streams: readonly Stream[]) {
    if (streams.length)
      await this.#parts.replicas?.knows([...new Set(streams.map(({ sessionId }) => sessionId))])
  }

  async #eventsOf({ positions, assignments }: CommittedChanges, topics: ReadonlySet<Topic>) {
    const em = this.#parts.orm.em.fork()
    const read = <Name extends Topic>(topic: Name, ids: string[]) =>
      topics.has(topic) ? readLiveRows(em, topic, ids) : []
    const ids = assignments.map(({ id }) => id)
    const rows = {
      coverage: new Map((await read('coverage', positions)).map((row) => [row.id, row])),
      assignments: new Map((await read('assignments', ids)).map((row) => [row.id, row])),
    }
    const eventOf = (id: string, row: unknown): StreamEvent => ({
      id,
      change: row ? { type: 'changed', row } : { type: 'removed', id },
    })
    return {
      coverage: positions.map((id) => eventOf(id, rows.coverage.get(id))),
      assignments: assignments.map(({ id, former }) => {
        const row = rows.assignments.get(id)
        return { ...eventOf(id, row), owner: row?.employee, former }
      }),
    }
  }

  /** Ends the streams of ended sessions, and tells the others which employees their users are. */
  async #check(streams: readonly Stream[]) {
    const { orm, sessions } = this.#parts
    const [ended, users] = await Promise.all([
      sessions.endedAmong([...new Set(streams.map(({ sessionId }) => sessionId))]),
      findCallers(orm.em.fork(), [...new Set(streams.map(({ userId }) => userId))]),
    ])
    const callers = new Map(users.map((user) => [user.id, user]))
    const changed: Stream[] = []
    for (const stream of streams) {
      const caller = callers.get(stream.userId)
      if (!caller || !stream.mayGoOn(caller) || ended.has(stream.sessionId)) this.#end(stream)
      else if (stream.isOfOthers(caller.employees)) changed.push(stream)
    }
    await this.#reset(changed)
  }
}
