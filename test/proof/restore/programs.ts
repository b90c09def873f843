import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { postgresEnvironment } from '../../../server/stores/postgres/binaries.ts'
import type { SystemAccount } from '../../../server/stores/postgres/home.ts'

const needed = ['initdb', 'pg_ctl', 'postgres', 'pg_dump', 'pg_restore', 'pg_basebackup'] as const
type Program = (typeof needed)[number]

const debian = '/usr/lib/postgresql'
const oldest = 15

export const missingPrograms = `There is no PostgreSQL ${oldest} or later here with ${needed.join(', ')}: on Debian and Ubuntu, install postgresql.`

/** The folder of a whole PostgreSQL, the newest on this machine; undefined when there is none. */
export function findPrograms(): string | undefined {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : []
  const folders = versions
    .filter((version) => version >= oldest)
    .sort((one, other) => other - one)
    .map((version) => join(debian, String(version), 'bin'))
  return [...folders, ...(process.env.PATH ?? '').split(delimiter)].find(isWhole)
}

const isWhole = (folder: string) =>
  needed.every((name) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })

export type Run = (program: Program, args: string[], password?: string) => Promise<string>

/** Runs the programs of the folder to their end as the account. */
export const runner =
  (folder: string, account: SystemAccount): Run =>
  async (program, args, password = '') => {
    const env = { ...postgresEnvironment(), PGPASSWORD: password }
    const options = { cwd: '/', env, maxBuffer: 2 ** 26, ...account }
    return (await promisify(execFile)(join(folder, program), args, options)).stdout
  }
