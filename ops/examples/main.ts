import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { loadDemo } from '../../server/demo/load.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { migrateDatabase, startDatabase } from '../../server/stores/database.ts'
import { record } from './record.ts'
import { now } from './service.ts'

// `npm run examples` records the examples of the OpenAPI documents from the demo, on a PostgreSQL of its own.

const file = join(import.meta.dirname, '..', '..', 'server', 'openapi', 'examples.json')
const log = pino({ level: 'silent' })
const dataDir = await mkdtemp(join(tmpdir(), 'coverage-examples-'))
const settings = { ...readSettings({}), dataDir }
const database = await startDatabase(settings, log)
try {
  await migrateDatabase(database, settings, log)
  await loadDemo(settings, database.url, { now, log })
  const recording = await record(database.url, database.ownerUrl ?? database.url)
  await writeFile(file, `${JSON.stringify(recording, null, 2)}\n`)
  console.log('Wrote server/openapi/examples.json. Run `npm run generate` next.')
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true })
}
