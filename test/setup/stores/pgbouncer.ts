import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../programs/find-program.ts'
import { freePort } from '../programs/free-port.ts'

const { path, env } = await findProgram({ programs: ['pgbouncer'], packages: ['pgbouncer'] })
const [, major, minor] = /(\d+)\.(\d+)/.exec(`${execFileSync(path, ['--version'], { env })}`) ?? []

/** Whether it keeps prepared statements, as PgBouncer does from 1.21 on. */
export const keepsPrepared = Number(major) > 1 || Number(minor) >= 21

/** A PgBouncer in transaction mode before the database, with few connections to it, as docs/operating/stores.md configures it. */
export async function startPgBouncer(databaseUrl: string, options: Record<string, string> = {}) {
  const { hostname, port: target, username, password } = new URL(databaseUrl)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'coverage-pgbouncer-'))
  const users = join(folder, 'users.txt')
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'plain',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: 5,
    max_client_conn: 200,
    ...(keepsPrepared && { max_prepared_statements: 200 }),
    ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ...options,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${username}" "${password}"\n`)
  writeFileSync(
    config,
    ['[databases]', `* = host=${hostname} port=${target}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(path, [...account, config], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  await untilUp(child.stderr)
  child.stderr.resume()
  return {
    url: databaseUrl.replace(/:\d+\//, `:${port}/`),
    async close() {
      child.kill()
      await exited
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilUp(output: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = []
  for await (const line of createInterface({ input: output })) {
    if (line.includes('process up')) return
    lines.push(line)
  }
  throw new Error(`PgBouncer does not start:\n${lines.join('\n')}`)
}
