import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { CoverageError } from '../contract/error.ts'
import type { AssignmentRow, PositionRow } from '../contract/procedures.ts'
import type { Uuid } from '../contract/wire.ts'
import { sleep } from './time-limits.ts'

/** What happened to a row, or a `reset`: too much has changed, so read again what you show. Later changes follow. */
export type LiveEvent<Row> = { type: 'changed'; row: Row } | { type: 'removed'; id: Uuid } | { type: 'reset' }

export type LiveChange<Row> = LiveEvent<Row> & {
  /** Names the change: pass it as `after` to continue from here in a later stream. */
  eventId: string
}

export type LiveOptions = {
  /** Ends the iteration. */
  signal?: AbortSignal | undefined
  /** The `eventId` of the last change that was handled before; without it, the first change is a `reset`. */
  after?: string | undefined
  /** Called when the connection opens or is lost; the client reconnects by itself. */
  onConnection?: ((isConnected: boolean) => void) | undefined
}

/** Changes as they are committed, within what the user may see. No change is left out; a change may come twice. */
export type Live = {
  /** Positions with changed hours, requirements or other fields, as `positions.list` shows them. */
  coverage(options?: LiveOptions): AsyncIterable<LiveChange<PositionRow>>
  /** Assignments that were created or changed, as `assignments.list` shows them. */
  assignments(options?: LiveOptions): AsyncIterable<LiveChange<AssignmentRow>>
}

/** Opens a live stream by its name. @internal */
export type OpenStream = (name: string, input: object, signal: AbortSignal) => Promise<Response>

/**
 * The live streams. Iterating connects, and connects again after every loss. It ends with a `CoverageError` if the service
 * refuses for good, as it does once the session is over, and with what `onConnection`, `token` or `headers` throws. @internal
 */
export function liveStreams(open: OpenStream): Live {
  const stream =
    <Row>(name: string) =>
    (options: LiveOptions = {}): AsyncIterable<LiveChange<Row>> => ({
      [Symbol.asyncIterator]: () => follow<Row>(open, name, options),
    })
  return { coverage: stream('live.coverage'), assignments: stream('live.assignments') }
}

/** Milliseconds of silence after which a connection counts as dead; the service pings three times as often. */
const longestSilence = 45_000
const longestPause = 30_000

async function* follow<Row>(open: OpenStream, name: string, options: LiveOptions) {
  const { signal, after, onConnection } = options
  let lastEventId = after
  for (let attempt = 0; !signal?.aborted; attempt++) {
    let pause = 1000 * 2 ** Math.min(attempt, 5)
    const connection = connecting(signal)
    try {
      const response = await open(name, lastEventId ? { lastEventId } : {}, connection.signal)
      onConnection?.(true)
      for await (const event of eventsOf(response, connection)) {
        attempt = 0
        pause = 1000
        if (event.id === undefined) continue
        lastEventId = event.id
        yield { ...JSON.parse(event.data), eventId: event.id } as LiveChange<Row>
      }
    } catch (thrown) {
      const { retryable, retryAfterSeconds = 0 } = thrown as Partial<CoverageError>
      if (!retryable && !connection.signal.aborted) throw thrown
      pause = Math.max(pause, retryAfterSeconds * 1000)
    } finally {
      connection.close()
      onConnection?.(false)
    }
    // A random delay, because other clients have lost their connections at the same moment.
    await sleep(Math.min(pause, longestPause) * (0.5 + Math.random()), signal).catch(() => {})
  }
}

type StreamConnection = { signal: AbortSignal; listen(): void; heard(): void; close(): void }

/** A signal for one connection: aborts with the caller's signal, on close, and after too long a silence. */
function connecting(signal: AbortSignal | undefined): StreamConnection {
  const own = new AbortController()
  const close = () => own.abort()
  let timer = setTimeout(close, longestSilence)
  const heard = () => clearTimeout(timer)
  return {
    signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
    listen() {
      heard()
      timer = setTimeout(close, longestSilence)
    },
    heard,
    close() {
      heard()
      close()
    },
  }
}

async function* eventsOf({ body }: Response, connection: StreamConnection) {
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  for (;;) {
    connection.listen()
    // A connection that breaks has ended.
    const { value, done = true } = (await reader?.read().catch(() => undefined)) ?? {}
    if (done) return
    // However long the caller is at work on these events, that is no silence.
    connection.heard()
    parser.feed(decoder.decode(value, { stream: true }))
    for (const event of events.splice(0)) {
      if (connection.signal.aborted) return
      yield event
    }
  }
}
