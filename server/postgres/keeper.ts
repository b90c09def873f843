import { type EmbeddedPostgres, startCluster } from './cluster.ts'

/** What a keeper tells the process that started it. */
export type Report = { line?: string; started?: Omit<EmbeddedPostgres, 'stop'>; failed?: string }

// Root's service starts this to keep its embedded PostgreSQL. It is root itself until it has made the folder and found
// the programs. It goes when the service goes; it stops the server only when it is told to.

const [options = '{}'] = process.argv.slice(2)
const report = (message: Report) => new Promise((done) => process.send?.(message, done))
const fail = async (error: Error) => {
  await report({ failed: error.message })
  process.exit(1)
}

process.umask(0o022)
// A signal to everything at once is the service's to answer.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
process.once('disconnect', () => process.exit())
try {
  const log = (line: string) => void report({ line })
  const { stop, ...started } = await startCluster({ ...JSON.parse(options), log })
  process.once('message', () => stop().then(() => process.exit(), fail))
  await report({ started })
} catch (error) {
  await fail(error as Error)
}
