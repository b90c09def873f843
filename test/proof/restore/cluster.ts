import { randomUUID } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemAccount } from '../../../server/stores/postgres/home.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { execute } from '../../setup/stores/execute.ts'
import type { Run } from './programs.ts'

/** A folder with everything of one run, owned by the account: clusters, archive, backups. */
export type Place = { folder: string; account: SystemAccount; run: Run }
export type Cluster = { url: string; port: string; password: string; stop(): Promise<void> }

/** The superuser of the cluster. */
export const owner = 'coverage_owner'

/** A new cluster that archives its write-ahead log into the folder `archive`. */
export async function createCluster(place: Place): Promise<Cluster> {
  const { folder, run } = place
  const password = randomUUID()
  const [data, archive, passwordFile] = ['data', 'archive', 'password'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  makeFolder(place, archive)
  writeFileSync(passwordFile, password)
  chmodSync(passwordFile, 0o644)
  const access = [`--username=${owner}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  await run('initdb', ['-D', data, ...access, '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions'])
  const settings = { archive_mode: 'on', archive_command: `'test ! -f ${archive}/%f && cp %p ${archive}/%f'` }
  return startCluster(place, {
    data,
    password,
    settings: { ...settings, wal_level: 'logical', max_connections: 100 },
  })
}

type Start = { data: string; password: string; settings: Record<string, string | number> }

/** Starts the server of the data and waits until it takes changes; one that recovers first replays the archive. */
export async function startCluster(
  { folder, run }: Place,
  { data, password, settings }: Start,
): Promise<Cluster> {
  const port = await freePort()
  const all = { ...settings, port, listen_addresses: "'127.0.0.1'", unix_socket_directories: "''" }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`)
  appendFileSync(join(data, 'postgresql.auto.conf'), lines.join(''))
  await run('pg_ctl', ['start', '-D', data, '-w', '-t', '120', '-l', join(folder, `server-${port}.log`)])
  const url = `postgresql://${owner}:${password}@127.0.0.1:${port}/postgres`
  while (!(await takesChanges(url))) await sleep(100)
  const stop = () => run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']).then(() => {})
  return { url, port: String(port), password, stop }
}

const takesChanges = (url: string) =>
  execute(url, 'create temporary table promoted ()').then(
    () => true,
    () => false,
  )

/** Starts from a base backup, replays the archive up to the time, and takes changes from there on. */
export function recoverCluster(
  place: Place,
  backup: string,
  { target, password }: { target: string; password: string },
) {
  writeFileSync(join(backup, 'recovery.signal'), '')
  const { uid, gid } = place.account
  if (uid !== undefined && gid !== undefined) chownSync(join(backup, 'recovery.signal'), uid, gid)
  const settings = {
    restore_command: `'cp ${join(place.folder, 'archive')}/%f %p'`,
    recovery_target_time: `'${target}'`,
    recovery_target_action: "'promote'",
    archive_mode: 'off',
  }
  return startCluster(place, { data: backup, password, settings })
}

function makeFolder({ account: { uid, gid } }: Place, folder: string) {
  mkdirSync(folder)
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
}
