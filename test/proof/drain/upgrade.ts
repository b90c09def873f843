import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signedIn } from '../../../bench/service/calls.ts'
import { checkOut } from '../../../bench/service/checkout.ts'
import { startService } from '../../../bench/service/processes.ts'
import { sealLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { execute } from '../../setup/stores/execute.ts'
import { type Context, judged, type Part } from '../run/part.ts'
import { startLoad } from './load.ts'
import { walkThrough } from './walk.ts'

/** The release before this one's migrations. */
const before = '59519670'

/** A shallow clone, such as CI makes by default, lacks the commit. */
const withoutRelease = ({ message }: Error) =>
  `The release before, commit ${before}, cannot be checked out; in a shallow clone, run \`git fetch --unshallow\`. ${message}`

/** Requests are 503 while the migrations lock the tables. */
const isRefusal = (problem: string) => problem.endsWith(': 503')

/** Migrates a database while the release before serves from it, and then lets both releases serve. */
export const upgrade: Part = {
  name: 'upgrade',
  about: 'the release before serves while its database is migrated, and then together with this one',
  async run(context) {
    const checkout = await checkOut(before).catch((error: Error) => error)
    if (checkout instanceof Error) return judged('', [withoutRelease(checkout)])
    context.atEnd(checkout.remove)
    const { ownerUrl, databaseUrl, env } = await oldDatabase(context, checkout.folder)
    const headers = await administrator(ownerUrl, env.JWT_SECRET ?? '')
    const old = await startService(env, checkout.folder)
    context.atEnd(old.stop)
    const meanwhile = startLoad({ url: old.url, headers, clients: 8, prefix: 'meanwhile' })
    await sleep(2000)
    const migrations = await migrate(ownerUrl, databaseUrl)
    const waited = await meanwhile.stop()
    const first = startLoad({ url: old.url, headers, clients: 8, prefix: 'old' })
    const current = await startService(env)
    context.atEnd(current.stop)
    const second = startLoad({ url: current.url, headers, clients: 8, prefix: 'new' })
    const used = [await walkThrough(old.url, headers), await walkThrough(current.url, headers)]
    await sleep(context.amount({ full: 20_000, short: 2000 }))
    const seen = [await first.stop(), await second.stop()]
    const refused = waited.failed.filter(isRefusal).length
    const failed = [...waited.failed.filter((one) => !isRefusal(one)), ...seen.flatMap((one) => one.failed)]
    return judged(
      `${migrations.length} migrations under load: ${waited.requests} requests, ${refused} refused; then ${seen.map((one) => one.requests).join(' and ')} of the old and the new release; ${failed.length} failed`,
      [...failed, ...used.flat(), ...(await damage(ownerUrl))],
    )
  },
}

/** A database beside that of a pair, migrated by the code in the folder, and the environment of a service on it. */
async function oldDatabase({ startPair, atEnd }: Context, folder: string) {
  const pair = await startPair()
  const name = `${new URL(pair.ownerUrl).pathname.slice(1)}_before`
  await execute(pair.ownerUrl, `create database ${name}`)
  atEnd(() => execute(pair.ownerUrl, `drop database if exists ${name} with (force)`))
  const [ownerUrl, databaseUrl] = [pair.ownerUrl, pair.databaseUrl].map((url) =>
    Object.assign(new URL(url), { pathname: `/${name}` }).toString(),
  ) as [string, string]
  const program = `await (await import(${JSON.stringify(`${folder}/entities/migrate.ts`)})).migrate(...process.argv.slice(1))`
  await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    program,
    ownerUrl,
    databaseUrl,
  ])
  const env: Record<string, string> = { ...pair.env, DATABASE_URL: databaseUrl }
  return { ownerUrl, databaseUrl, env }
}

async function administrator(ownerUrl: string, secret: string) {
  const id = randomUUID()
  await execute(
    ownerUrl,
    `insert into users (id, email, given_name, family_name, role, is_superuser, date_joined)
      values ($1, 'admin@clinic.example', 'Given', 'Family', 'ADMIN', true, now())`,
    [id],
  )
  return signedIn(secret, id)
}

/** What is wrong with what the two releases have stored. */
async function damage(ownerUrl: string): Promise<string[]> {
  const orm = connect(ownerUrl, { max: 2, queryTimeout: 60_000 })
  try {
    const problems = (await findDifferences(orm)).map((difference) => JSON.stringify(difference))
    await sealLogs(orm)
    await verifyLogs(orm, () => ({ problem: (sentence) => problems.push(sentence), progress() {} }))
    return problems
  } finally {
    await orm.close()
  }
}
