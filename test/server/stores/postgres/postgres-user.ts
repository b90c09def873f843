import { startEmbeddedPostgres } from '../../../../server/stores/postgres/embedded.ts'

// A process that uses the embedded PostgreSQL of the folder it is given: prints the owner's URL, stops when its input ends.
const [dataDir = ''] = process.argv.slice(2)
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
console.log(postgres.ownerUrl)
process.stdin.resume().once('end', () => postgres.stop())
