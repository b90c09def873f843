import { exit, onStopSignal } from '../../settings/start-and-stop.ts'
import { type EmbeddedPostgres, startCluster } from './cluster.ts'

/** What a keeper tells the process that started it. */
export type KeeperReport = { line?: string; started?: Omit<EmbeddedPostgres, 'stop'>; failed?: string }

// A service that runs as root starts this process to run its embedded PostgreSQL. It is root until it has made the
// folder and found the programs. It exits with the service, but stops the server only when it is told to.

const [options = '{}'] = process.argv.slice(2)
const report = (message: KeeperReport) => new Promise((done) => process.send?.(message, done))
const fail = async (error: Error) => {
  await report({ failed: error.message })
  exit(1)
}

process.umask(0o022)
// The service handles signals that are sent to the whole process group.
onStopSignal(() => {})
const starting = startCluster({ ...JSON.parse(options), log: (line) => void report({ line }) })
/** What to do when the service is gone: stop a server that was still starting. */
let finish = async () => (await starting).stop()
process.once('disconnect', async () => {
  await finish().catch(() => {})
  exit(0)
})
try {
  const { stop, ...started } = await starting
  finish = async () => {}
  process.once('message', () => {
    finish = stop
    stop().then(() => exit(0), fail)
  })
  await report({ started })
} catch (error) {
  await fail(error as Error)
}
