import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { execute } from './execute.ts'

/**
 * An empty migrated database of the caller's own: `const database = await freshDatabase()`, and `drop` it afterwards.
 * `url` is its owner's, `workingUrl` that of the role that a service works with.
 */
export async function freshDatabase(): Promise<{ url: string; workingUrl: string; drop(): Promise<void> }> {
  const server = inject('databaseUrl')
  const worker = inject('workingUrl')
  const name = `${new URL(worker).username}_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name, inject('templateDatabase'))
  const [url, workingUrl] = [databaseAt(server, name), databaseAt(worker, name)]
  return { url, workingUrl, drop: () => dropDatabase(server, name) }
}

/** The address of another database of the same server. */
export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<void> {
  // Copying files is three times as fast as writing to the WAL, which only tests of crashes would need.
  await execute(serverUrl, `create database ${name} template ${template} strategy file_copy`)
}

/** Drops a database even while connections to it are open. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${name} with (force)`)
}

/** Drops the role, and the databases of its tests that a failure has left. */
export async function dropWorkingRole(serverUrl: string, role: string): Promise<void> {
  const left = await execute<{ datname: string }>(
    serverUrl,
    `select datname from pg_database where starts_with(datname, '${role}_')`,
  )
  for (const { datname } of left) await dropDatabase(serverUrl, datname)
  await execute(serverUrl, `drop role if exists ${role}`)
}
