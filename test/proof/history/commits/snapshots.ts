import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { clientConfig } from '../../../../entities/connection/database-url.ts'
import type { Commit } from './commits.ts'

const pause = 2
const idRange = 2n ** 32n
/** More transactions than can ever commit at the same time. */
const mostAtOnce = 300

/**
 * Asks PostgreSQL again and again which transactions are visible. A request that began after the snapshot `before` and
 * was answered before the snapshot `after` was taken has read nothing older than the first and nothing newer than the
 * second.
 */
export async function watchSnapshots(url: string) {
  const client = new pg.Client(clientConfig(url))
  await client.connect()
  const snapshots: string[] = []
  let isAsking = false
  let isStopping = false
  const ask = async () => {
    isAsking = true
    const { rows } = await client.query<{ seen: string }>('select pg_current_snapshot()::text as seen')
    snapshots.push(rows[0]?.seen ?? '')
    isAsking = false
  }
  await ask()
  const asking = (async () => {
    while (!isStopping) {
      await ask()
      await sleep(pause)
    }
    await ask()
    await client.end()
  })()
  return {
    before: () => snapshots.length - 1,
    after: () => snapshots.length + (isAsking ? 1 : 0),
    async stop() {
      isStopping = true
      await asking
      return snapshots
    },
  }
}

/** For each snapshot, how many commits at least and at most a reader at that moment can have seen. */
export function boundsOf(snapshots: readonly string[], commits: readonly Commit[]) {
  let [least, most] = [0, 0]
  return snapshots.map((snapshot) => {
    const isVisible = visibleIn(snapshot)
    const sees = (index: number) => index < commits.length && isVisible(commits[index]?.xid ?? 0)
    while (sees(least)) least++
    for (let index = most; index < Math.min(most + mostAtOnce, commits.length); index++)
      if (sees(index)) most = index + 1
    return { least, most }
  })
}

/** The ids of commits lack the upper half of those of snapshots. */
function visibleIn(snapshot: string) {
  const [, end = '0', running = ''] = snapshot.split(':')
  const first = BigInt(end)
  const hidden = new Set(running ? running.split(',').map((id) => Number(BigInt(id) % idRange)) : [])
  const limit = Number(first % idRange)
  return (xid: number) => xid < limit && !hidden.has(xid)
}
