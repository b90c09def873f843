import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '../../../bench/service/stores.ts'
import { preparePostgresHome } from '../../../server/stores/postgres/home.ts'
import { execute } from '../../setup/stores/execute.ts'
import { sentences, verified } from '../history/judge/violations.ts'
import { type Context, judged, notRun, type Part } from '../run/part.ts'
import { type Cluster, createCluster, owner, type Place, recoverCluster } from './cluster.ts'
import { moments, problemsOf, underLoad } from './load.ts'
import { findPrograms, missingPrograms, runner } from './programs.ts'

export const restore: Part = {
  name: 'restore',
  about:
    'a dump made under load and, in the full form, a recovery to a point in time hold what was written up to then and nothing later',
  async run(context) {
    const programs = findPrograms()
    if (!programs) return notRun(missingPrograms)
    const parent = await temporaryFolder()
    context.atEnd(() => rmSync(parent, { recursive: true, force: true }))
    const { folder, account } = preparePostgresHome(join(parent, 'data'), () => {})
    const place = { folder, account, run: runner(programs, account) }
    const cluster = await createCluster(place)
    context.atEnd(cluster.stop)
    return prove({ context, place, cluster })
  },
}

type Scene = { context: Context; place: Place; cluster: Cluster }

async function prove(scene: Scene) {
  const { context, place, cluster } = scene
  const isFull = context.length !== 'short'
  const pair = await context.startPair({ serverUrl: cluster.url })
  const database = new URL(pair.ownerUrl).pathname.slice(1)
  const [dump, backup] = [join(place.folder, 'dump'), join(place.folder, 'backup')]
  const at = ['-h', '127.0.0.1', '-p', cluster.port, '-U', owner]
  const run: Place['run'] = (program, args) => place.run(program, [...at, ...args], cluster.password)
  const { made, target } = await underLoad(context, pair, {
    backUp: async () => isFull && run('pg_basebackup', ['-D', backup, '--checkpoint=fast']),
    dump: () => run('pg_dump', ['--format=custom', `--file=${dump}`, database]),
  })

  const problems: string[] = []
  const figures = [`${made.length.toLocaleString('en')} attempts`]
  const judge = async (name: string, url: string, bounds: Parameters<typeof problemsOf>[2]['bounds']) => {
    problems.push(...(await problemsOf(name, url, { made, bounds })), ...sentences(await verified(url)))
    figures.push(`${name}: ${await counted(url)}`)
  }
  await execute(cluster.url, 'create database restored')
  context.atEnd(() => execute(cluster.url, 'drop database restored with (force)'))
  await run('pg_restore', ['--exit-on-error', '--dbname=restored', dump])
  const bounds = { there: moments.start, notThere: moments.dumped }
  await judge('the dump', atDatabase(cluster.url, 'restored'), bounds)
  if (!isFull) return judged([...figures, 'no recovery in the short form'].join(', '), problems)

  await archived(scene)
  const recovered = await recoverCluster(place, backup, { target, password: cluster.password })
  context.atEnd(recovered.stop)
  const around = { there: moments.dumped, notThere: moments.targeted }
  await judge('the recovered cluster', atDatabase(recovered.url, database), around)
  return judged(figures.join(', '), problems)
}

/** Waits until everything written so far is in the archive. */
async function archived({ place, cluster }: Scene) {
  const [row] = await execute<{ file: string }>(
    cluster.url,
    'select pg_walfile_name(pg_switch_wal()) as file',
  )
  while (!existsSync(join(place.folder, 'archive', row?.file ?? ''))) await sleep(100)
}

async function counted(url: string): Promise<string> {
  const [row] = await execute<{ number: number }>(url, 'select count(*)::int as number from change_log')
  return `${row?.number.toLocaleString('en')} logged changes`
}

function atDatabase(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}
