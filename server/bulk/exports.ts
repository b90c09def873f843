import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { ZipFile } from 'yazl'
import type { Em, Orm } from '../../entities/connection/em.ts'
import { connect, longTimeout } from '../../entities/orm.ts'
import type { Export } from '../../routers/ports/bulk.ts'
import { busy } from '../../routers/ports/refusals.ts'
import { fileOf } from '../../src/clinic-files.ts'
import { readLayouts, snapshot, textOf } from '../clinic-files/export.ts'

const exportLock = 727_277
const mostWaiting = 8

/** The headers of every export. */
export const zipHeaders = {
  'Content-Type': 'application/zip',
  'Content-Disposition': 'attachment; filename="clinic.zip"',
  'Cache-Control': 'no-store',
}

/** Sends the clinic as a zip, one export at a time in all processes. */
export function exporter(orm: Orm): Export {
  const inTurn = pLimit(1)
  const url = orm.config.get('clientUrl') as string
  return async (answer, check) => {
    if (inTurn.pendingCount >= mostWaiting) throw busy(10, 'Too many exports are waiting.')
    await inTurn(async () => {
      await using own = connect(url, { max: 2, queryTimeout: longTimeout })
      // A transaction of its own holds the lock: behind a pooler, that of a session would outlive the export.
      await own.em.fork().transactional(async (holder) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(holder.getKysely())
        await sql`select pg_advisory_xact_lock(${exportLock})`.execute(holder.getKysely())
        if (answer.destroyed) return
        // The wait may have been long enough for the caller to lose their rights.
        await check()
        await own.em
          .fork()
          .transactional((em) => sendZip(em, answer), snapshot)
          .catch((error) => {
            // A client that has gone is no error.
            if (!answer.destroyed) throw error
          })
      })
    })
  }
}

/** One batch of rows is in memory at a time; a client that reads none of them, or too slowly, is given up. */
async function sendZip(em: Em, answer: ServerResponse) {
  await sql`set local idle_in_transaction_session_timeout = '1min'`.execute(em.getKysely())
  await sql`set local statement_timeout = ${sql.lit(longTimeout)}`.execute(em.getKysely())
  const layouts = await readLayouts(em)
  const zip = new ZipFile()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  zip.on('error', reject)
  let file: Readable | undefined
  for (const layout of layouts)
    zip.addReadStreamLazy(fileOf(layout.kind), (give) => {
      file = Readable.from(textOf(em, layout), { objectMode: false }).on('error', reject)
      give(null, file)
    })
  zip.end()
  for (const [name, value] of Object.entries(zipHeaders)) answer.setHeader(name, value)
  const signal = AbortSignal.timeout(longTimeout)
  // A file that is not read to its end would still ask for rows.
  await Promise.race([pipeline(zip.outputStream, answer, { signal }), failed]).finally(() => file?.destroy())
}
