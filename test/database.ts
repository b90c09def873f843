import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * An empty migrated database of the caller's own: `const database = await freshDatabase()`, and `drop` it afterwards.
 * `url` is its owner's, `workingUrl` that of the role that a service works with.
 */
export async function freshDatabase(): Promise<{ url: string; workingUrl: string; drop(): Promise<void> }> {
  const server = inject('databaseUrl')
  const name = `coverage_test_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name, inject('templateDatabase'))
  const [url, workingUrl] = [databaseAt(server, name), databaseAt(inject('workingUrl'), name)]
  return { url, workingUrl, drop: () => dropDatabase(server, name) }
}

/** The address of another database of the same server. */
export function databaseAt(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

export async function createDatabase(serverUrl: string, name: string, template = 'template1'): Promise<void> {
  await execute(serverUrl, `create database ${name} template ${template}`)
}

/** Drops a database even while connections to it are open. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await execute(serverUrl, `drop database if exists ${name} with (force)`)
}

export async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
