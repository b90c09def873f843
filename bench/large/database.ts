import { migrate } from '../../entities/schema/migrate.ts'
import { execute } from '../../test/setup/stores/execute.ts'
import { createDatabase, databaseAt } from '../service/stores.ts'
import { loadLarge } from './fill.ts'
import type { Size } from './sizes.ts'

export const serverSettings = {
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  // With the defaults, building indexes would write everything twice, and a vacuum could run during measurements.
  wal_level: 'minimal',
  max_wal_senders: 0,
  autovacuum: 'off',
}

type Wanted = { server: string; name: string; size: Size; progress: (text: string) => void }

/** The database of this name: migrated if it already holds this size, otherwise loaded. */
export async function openLoaded({ server, name, size, progress }: Wanted): Promise<string> {
  const contents = JSON.stringify(size)
  const isLoaded = (await commentOn(server, name)) === contents
  const { url } = isLoaded ? { url: databaseAt(server, name) } : await createDatabase(server, name)
  progress(isLoaded ? 'Migrating the loaded database' : 'Migrating an empty database')
  await migrate(url)
  if (isLoaded) {
    // An earlier run may have stopped between a migration and its vacuum.
    await execute(url, 'vacuum (analyze)')
    return url
  }
  const start = performance.now()
  await loadLarge(url, size, progress)
  progress(`Loaded in ${Math.round((performance.now() - start) / 1000)} s`)
  await execute(server, `comment on database ${name} is '${contents}'`)
  return url
}

/** The smaller database, for export and import. */
export const partOf = (name: string) => `${name}_part`

export async function dropLoaded(server: string, name: string): Promise<void> {
  for (const each of [name, partOf(name)])
    await execute(server, `drop database if exists ${each} with (force)`)
}

/** A copy to write to, so that the loaded database does not change. */
export const copyDatabase = (server: string, name: string) =>
  createDatabase(server, `${name}_copy`, `template ${name} strategy file_copy`)

async function commentOn(server: string, name: string): Promise<string | undefined> {
  const [row] = await execute<{ comment: string | null }>(
    server,
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  )
  return row?.comment ?? undefined
}
