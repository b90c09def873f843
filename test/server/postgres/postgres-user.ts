import { startEmbeddedPostgres } from '../../../server/postgres/embedded.ts'

// A process that uses the embedded PostgreSQL of the folder it is given: prints the URL, stops when its input ends.
const [dataDir = ''] = process.argv.slice(2)
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
console.log(postgres.url)
process.stdin.resume().once('end', () => postgres.stop())
