import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../entities/schema/migrate.ts'
import { startEmbeddedPostgres } from '../../../server/stores/postgres/embedded.ts'
import { whenInterrupted } from '../programs/interrupted.ts'
import { createDatabase, databaseAt, dropDatabase, dropWorkingRole } from '../stores/database.ts'
import { killPostgres } from '../stores/kill-postgres.ts'
import { startRedis } from '../stores/redis-server.ts'
import { clusterTemporaryFolder } from '../stores/temporary-folder.ts'
import { preparePages } from './pages.ts'
import { unpackReleased } from './unpack-released.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A file that is there once the console is built and Chromium is fetched. */
    pagesMarker: string
    /** A PostgreSQL where tests may create databases; take one with `freshDatabase`. */
    databaseUrl: string
    /** The same server's address for the working role. */
    workingUrl: string
    /** A migrated database without rows of its own, which `freshDatabase` copies. */
    templateDatabase: string
    /** A Redis; take a database of it with `freshRedis`. */
    redisUrl: string
    /** How many test files run at once. */
    workers: number
  }
}

/** `abandon` is what can still be done when the run is interrupted: nothing that waits. */
type Service = { url: string; stop(): Promise<void>; abandon(): void }

const running: Service[] = []

/** Gives the tests a real PostgreSQL and a real Redis: those of DATABASE_URL and REDIS_URL, else their own. */
export async function setup(project: TestProject): Promise<void> {
  const marker = join(tmpdir(), `coverage-pages-${randomBytes(6).toString('hex')}`)
  whenInterrupted(() => {
    for (const service of running) service.abandon()
    rmSync(marker, { force: true })
  })
  unpackReleased()
  void preparePages([...project.vitest.state.getPaths()], marker)
  try {
    const stores = [
      started(process.env.REDIS_URL, startRedis),
      started(process.env.DATABASE_URL, startPostgres),
    ] as const
    // So that what has started is stopped, if the other fails.
    await Promise.allSettled(stores)
    const [redis, database] = await Promise.all(stores)
    const workingUrl = workingRole(database.url)
    const template = await createTemplate(database.url, workingUrl)
    project.provide('pagesMarker', marker)
    project.provide('databaseUrl', database.url)
    project.provide('workingUrl', workingUrl)
    project.provide('templateDatabase', template)
    project.provide('redisUrl', redis.url)
    project.provide('workers', Number(project.config.maxWorkers))
  } catch (error) {
    await teardown()
    throw error
  }
}

/** Stops what `setup` started. */
export async function teardown(): Promise<void> {
  for (const service of running.splice(0).reverse()) await service.stop()
}

async function started(given: string | undefined, start: () => Promise<Service>): Promise<Service> {
  const service = given ? { url: given, stop: async () => {}, abandon() {} } : await start()
  running.push(service)
  return service
}

async function startPostgres(): Promise<Service> {
  const folder = clusterTemporaryFolder()
  // Commits stay synchronous: a vacuum marks no rows while another test's commit near theirs is not on disk.
  const unsafe = { fsync: 'off', full_page_writes: 'off' }
  // The files are in memory already, so few buffers will do.
  const settings = { ...unsafe, shared_buffers: '32MB', max_connections: 300 }
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings })
  const abandon = () => {
    killPostgres(join(postgres.folder, 'cluster'))
    for (const path of [postgres.folder, folder])
      rmSync(path, { recursive: true, force: true, maxRetries: 10 })
  }
  const stop = () => postgres.stop().then(abandon)
  return { url: postgres.ownerUrl, stop, abandon }
}

/** The working role, which the migration of the template creates. */
function workingRole(serverUrl: string): string {
  const url = new URL(serverUrl)
  url.username = `coverage_test_${process.pid}`
  url.password = randomBytes(12).toString('hex')
  const drop = () => dropWorkingRole(serverUrl, url.username)
  running.push({ url: url.href, stop: drop, abandon() {} })
  return url.href
}

async function createTemplate(serverUrl: string, workingUrl: string): Promise<string> {
  const name = `coverage_template_${process.pid}`
  await createDatabase(serverUrl, name)
  running.push({ url: serverUrl, stop: () => dropDatabase(serverUrl, name), abandon() {} })
  await migrate(databaseAt(serverUrl, name), databaseAt(workingUrl, name))
  return name
}
