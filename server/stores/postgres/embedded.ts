import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { StartRefused } from '../../settings/start-and-stop.ts'
import { postgresEnvironment } from './binaries.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startCluster } from './cluster.ts'
import type { KeeperReport } from './keeper.ts'

/**
 * Starts or joins the PostgreSQL in `dataDir`, with a database `coverage`, on 127.0.0.1 (D40). Any number of processes
 * may share it. It is restarted on its port when it dies; the last `stop` shuts it down.
 * Throws a `StartRefused` that asks for DATABASE_URL if it cannot run.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const start = process.getuid?.() === 0 ? startKeeper : startCluster
  return start(options).catch((cause) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const advice = 'Set DATABASE_URL to a PostgreSQL 15 or later.'
    throw new StartRefused(`The embedded PostgreSQL cannot run here: ${reason}. ${advice}`, { cause })
  })
}

/** Starts it in a process that switches to the cluster's account, so that root opens no file the account could swap. */
async function startKeeper({ log = () => {}, ...options }: EmbeddedPostgresOptions) {
  const keeper = fork(join(import.meta.dirname, 'keeper.ts'), [JSON.stringify(options)], {
    env: postgresEnvironment(),
    execArgv: [],
    // Ctrl-C reaches only this process, which still needs the database while it drains.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(keeper, 'exit')
  const started = await new Promise<Omit<EmbeddedPostgres, 'stop'>>((resolve, reject) => {
    keeper.on('message', ({ line, started, failed }: KeeperReport) => {
      if (line !== undefined) log(line)
      if (started) resolve(started)
      if (failed !== undefined) reject(new Error(failed))
    })
    exited.then(() => reject(new Error('its keeper died')), reject)
  })
  keeper.unref()
  keeper.channel?.unref()
  let stopped: Promise<void> | undefined
  void exited.then(() => stopped || log('The keeper of the embedded PostgreSQL died; restart the service'))
  const stop = async () => {
    keeper.ref()
    if (keeper.connected) keeper.send('stop')
    const [code] = await exited
    if (code !== 0) throw new Error('The embedded PostgreSQL did not stop cleanly')
  }
  return {
    ...started,
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}
