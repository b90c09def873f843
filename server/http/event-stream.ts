import type { ServerResponse } from 'node:http'
import type { TrackedEnvelope } from '@trpc/server'

export type Events = AsyncIterable<TrackedEnvelope<object>>

/** Milliseconds between pings; without them neither end would notice a dead connection. */
const pingEvery = 15_000

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx passes each event on at once.
  'X-Accel-Buffering': 'no',
}

const connected = JSON.stringify({ reconnectAfterInactivityMs: 3 * pingEvery })

/** A random delay, so that clients do not all reconnect at the same moment. */
const returnAfter = () => 500 + Math.round(Math.random() * 1500)

// An event goes to many clients, but is serialised once.
const jsonOf = new WeakMap<object, string>()

const textOf = ([id, data]: TrackedEnvelope<object>) =>
  `id: ${id}\ndata: ${jsonOf.getOrInsertComputed(data, JSON.stringify)}\n\n`

/**
 * Sends the events of a subscription as tRPC's `httpSubscriptionLink` reads them, no faster than the client does. The
 * end of the answer asks the client to come back with the id of the last event.
 */
export async function sendEvents(res: ServerResponse, events: Events) {
  res.writeHead(200, headers)
  res.write(`retry: ${returnAfter()}\nevent: connected\ndata: ${connected}\n\n`)
  const pings = setInterval(pinging(res), pingEvery)
  try {
    for await (const event of events) if (!res.write(textOf(event))) await drained(res)
  } finally {
    clearInterval(pings)
    res.end()
  }
}

/** Gives up on a client that has read nothing between two pings. */
function pinging(res: ServerResponse) {
  let isStuck = false
  return () => {
    if (!res.writableNeedDrain) res.write('event: ping\ndata:\n\n')
    else if (isStuck) res.destroy()
    isStuck = res.writableNeedDrain
  }
}

const drained = (res: ServerResponse) =>
  new Promise<void>((resolve) => {
    // A client may have gone before the first event.
    if (res.closed) return resolve()
    const done = () => {
      res.off('drain', done).off('close', done)
      resolve()
    }
    res.on('drain', done).on('close', done)
  })
