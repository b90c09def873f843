import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { migrate } from '../../entities/schema/migrate.ts'
import { execute } from '../../test/setup/stores/execute.ts'
import { peakMemory, processorTime, timeOfFinished } from '../service/processes.ts'
import { createDatabase, postgresProcess, type StartedStore } from '../service/stores.ts'
import { copyDatabase, openLoaded, partOf } from './database.ts'
import type { Work } from './sizes.ts'

/** What a command used: CPU and wall time in seconds, and its peak memory in MB. */
export type Ran = {
  name: string
  code: number | null
  service: number
  postgres: number
  wall: number
  memory: number
  /** Its last line of output, or its first error. */
  outcome: string
  /** Its limit, in seconds of wall time or in MB. */
  bound: { wall?: number; memory?: number }
}

type CommandRun = { server: string; name: string; work: Work; progress: (text: string) => void }

/** Runs export, import and sweep of the service in the folder, on databases that are dropped afterwards. */
export async function runCommands(folder: string, commandRun: CommandRun): Promise<Ran[]> {
  const files = await mkdtemp(join(tmpdir(), 'coverage-bench-clinic-'))
  try {
    return [...(await onCopy(folder, files, commandRun)), ...(await importing(folder, files, commandRun))]
  } finally {
    await rm(files, { recursive: true, force: true })
  }
}

const bounds = { export: { memory: 300 }, import: { memory: 400 }, sweep: { wall: 10 } }

async function onCopy(folder: string, files: string, { server, name, work, progress }: CommandRun) {
  progress('Copying the database')
  return onDatabase(await copyDatabase(server, name), async ({ url }) => {
    const target = { folder, url }
    await execute(url, `set session_replication_role = replica; ${revokeRepeated}`)
    progress('Exporting')
    const whole = await run({
      name: 'export',
      args: ['export', join(files, 'whole')],
      bound: bounds.export,
      ...target,
    })
    // Triggers stay off, because the rows were loaded without them.
    await execute(url, `set session_replication_role = replica; ${endTags(work.sweptTags)}`)
    progress('Sweeping')
    const sweep = { name: `sweep of ${work.sweptTags} tags`, args: ['sweep'], bound: bounds.sweep }
    return [whole, await run({ ...sweep, ...target })]
  })
}

// Some loaded tags share a key, which an export refuses.
const revokeRepeated = `update employee_tags t set status = 'REVOKED' where status = 'ACTIVE' and exists (
  select from employee_tags o
  where (o.employee_id, o.tag_id, o.start_date, o.status) = (t.employee_id, t.tag_id, t.start_date, t.status)
    and o.id < t.id)`

const endTags = (tags: number) => `update employee_tags
  set end_date = current_date - 1, start_date = current_date - 100
  where id in (select id from employee_tags where status = 'ACTIVE' order by id limit ${tags})`

// The loaded employees lack tags that their positions require, which an import would refuse.
const allowMissingTags = `update business_rules set severity = 'WARNING' where code = 'TAG_REQUIREMENT_MISMATCH'`

async function importing(folder: string, files: string, { server, name, work, progress }: CommandRun) {
  const smaller = await openLoaded({ server, name: partOf(name), size: work.imported, progress })
  const { employees } = work.imported
  const part = join(files, 'part')
  return onDatabase(await createDatabase(server, `${name}_import`), async ({ url }) => {
    await migrate(url)
    await execute(url, allowMissingTags)
    progress(`Importing ${employees} employees`)
    const exporting = { folder, url: smaller, args: ['export', part], bound: bounds.export }
    const importing = { folder, url, args: ['import', part], bound: bounds.import }
    return [
      await run({ ...exporting, name: `export of ${employees} employees` }),
      await run({ ...importing, name: `import of ${employees} employees` }),
      await run({ ...importing, name: 'the same import again' }),
    ]
  })
}

const onDatabase = <T>(database: StartedStore, work: (database: StartedStore) => Promise<T>) =>
  work(database).finally(database.stop)

type Command = Pick<Ran, 'name' | 'bound'> & { folder: string; url: string; args: string[] }

async function run({ name, bound, folder, url, args }: Command): Promise<Ran> {
  const { NODE_COMPILE_CACHE } = process.env
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const server = await postgresProcess(url)
  const before = [timeOfFinished(process.pid), processorTime(server)] as const
  const start = performance.now()
  // The first line of `coverage` has the flags for Node.
  const child = spawn(join(folder, 'server/cli/main.ts'), args, {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid ?? 0))
  }, 50)
  const [printed, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  clearInterval(watch)
  const wall = (performance.now() - start) / 1000
  const service = (timeOfFinished(process.pid) - before[0]) / 1e6
  const postgres = (processorTime(server) - before[1]) / 1e6
  const lines = (code === 0 ? printed : complained || printed).trim().split('\n')
  const told = lines.at(code === 0 ? -1 : 0) ?? ''
  return {
    name,
    bound,
    code,
    service,
    postgres,
    wall,
    memory,
    outcome: told.replace(/ to \/.*/, '.'),
  }
}
