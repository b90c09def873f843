import { setTimeout as after } from 'node:timers/promises'
import type { Em } from '../../entities/connection/em.ts'
import { readCursor } from '../../entities/live.ts'
import { isAlone } from '../../entities/locks.ts'
import { oncePerOutage } from '../stores/redis.ts'
import { Sender, type SenderParts } from './sender.ts'

const sendersLock = 727_278
/** Milliseconds between attempts to become the sender. */
const patience = 1000
/** Milliseconds after which a sender that has nothing to send ends its transaction, so that none gets old. */
const term = 60_000

/**
 * Sends changes to the endpoints of webhooks, as long as no other process does. A transaction holds the lock, which ends
 * with the process, however that ends; it reads no table, so that it is in nobody's way. It looks for changes at an
 * interval in milliseconds.
 */
export function scheduleWebhooks(parts: SenderParts, interval = 250) {
  const { orm, log } = parts
  const stopping = new AbortController()
  const watch = oncePerOutage((err) => log.error({ err }, 'webhooks cannot be sent'))
  const pause = (milliseconds: number) =>
    after(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})
  let sender: Sender | undefined
  let isFirst = true
  parts.metrics.watch(() => sender?.backlogs() ?? [])

  const takeTurn = async (em: Em) => {
    if (!(await isAlone(em, sendersLock))) return false
    const end = performance.now() + term
    sender = new Sender(parts)
    try {
      await sender.begin()
      if (isFirst) await sender.sealAgain()
      isFirst = false
      let hasMore = false
      while (!stopping.signal.aborted && (performance.now() < end || sender.isSending)) {
        hasMore = await sender.look(await readCursor(em))
        if (!hasMore) await pause(interval)
      }
      // In the middle of the news, some endpoints may be further than what was read for all.
      if (!hasMore) await sender.keepPlaces()
    } finally {
      sender.end()
      sender = undefined
    }
    return true
  }
  const send = async () => {
    while (!stopping.signal.aborted) {
      const hasSent = await watch(orm.em.fork().transactional(takeTurn)).catch(() => false)
      if (!hasSent) await pause(patience)
    }
  }
  const sending = send()
  return {
    stop() {
      stopping.abort()
      return sending
    },
  }
}
