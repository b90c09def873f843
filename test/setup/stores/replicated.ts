import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, cpSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { migrate } from '../../../entities/schema/migrate.ts'
import { findBinaries, postgresEnvironment } from '../../../server/stores/postgres/binaries.ts'
import { startEmbeddedPostgres } from '../../../server/stores/postgres/embedded.ts'
import { freePort } from '../programs/free-port.ts'
import { whenInterrupted } from '../programs/interrupted.ts'
import { execute } from './execute.ts'
import { killPostgres } from './kill-postgres.ts'
import { clusterTemporaryFolder } from './temporary-folder.ts'

export type Replicated = Awaited<ReturnType<typeof startReplicated>>

/** A PostgreSQL of the test's own with the service's tables, and a streaming replica of it. */
export async function startReplicated() {
  const folder = clusterTemporaryFolder()
  const primary = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } })
  await migrate(primary.ownerUrl, primary.url)
  const replica = await startReplica(primary, join(folder, 'replica'))
  const ended = whenInterrupted(() => {
    for (const cluster of [join(folder, 'replica'), join(primary.folder, 'cluster')]) killPostgres(cluster)
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    primary,
    replica,
    async close() {
      ended()
      await replica.kill()
      await primary.stop()
      for (const path of [primary.folder, folder])
        rmSync(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

type Primary = { url: string; ownerUrl: string; folder: string }

async function startReplica(primary: Primary, folder: string) {
  await copyCluster(primary, folder)
  const port = await freePort()
  const at = (url: string) => url.replace(/:\d+\//, `:${port}/`)
  const ownerUrl = at(primary.ownerUrl)
  const account = accountOf(primary)
  const { folder: programs } = await findBinaries({ folder: primary.folder, account })
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    // A killed server leaves its shared memory behind: here in its folder, which is deleted.
    dynamic_shared_memory_type: 'mmap',
  }
  const options = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`])
  const spawning = { ...account, cwd: '/', env: postgresEnvironment(), stdio: 'ignore' as const }
  let server: ChildProcess | undefined

  /** Starts the server unless it runs, and waits until it answers. */
  const start = async () => {
    if (server && !hasExited(server)) return
    do {
      server = spawn(join(programs, 'postgres'), ['-D', folder, ...options], spawning)
      // What a killed server leaves behind takes a moment to go.
      while (!hasExited(server) && !(await answers(ownerUrl))) await sleep(20)
    } while (hasExited(server))
  }
  await start()
  return {
    url: at(primary.url),
    ownerUrl,
    start,
    pause: () => execute(ownerUrl, 'select pg_wal_replay_pause()'),
    resume: () => execute(ownerUrl, 'select pg_wal_replay_resume()'),
    async kill() {
      if (!server || hasExited(server)) return
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}

const hasExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** The account of the cluster, which is another one when root runs the tests. */
function accountOf({ folder }: Primary) {
  const { uid, gid } = lstatSync(folder)
  return process.getuid?.() === 0 ? { uid, gid } : {}
}

async function copyCluster(primary: Primary, folder: string) {
  const client = new pg.Client(primary.ownerUrl)
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  const without = /postmaster\.(pid|opts)$/
  cpSync(join(primary.folder, 'cluster'), folder, { recursive: true, filter: (file) => !without.test(file) })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()

  const { hostname, port, username, password } = new URL(primary.ownerUrl)
  const source = `host=${hostname} port=${port} user=${username} password=${password}`
  writeFileSync(join(folder, 'backup_label'), rows[0].labelfile)
  writeFileSync(join(folder, 'standby.signal'), '')
  appendFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const { uid, gid } = accountOf(primary)
  if (uid === undefined || gid === undefined) return
  const files = readdirSync(folder, { recursive: true }) as string[]
  for (const file of ['.', ...files]) chownSync(join(folder, file), uid, gid)
}

const answers = (url: string) =>
  execute(url, 'select 1').then(
    () => true,
    () => false,
  )
