import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../entities/schema/migrate.ts'
import { replaced, replacing } from '../../../entities/schema/replaced.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { migrateDatabase } from '../../../server/stores/database.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

/** As an unreleased version has left the database that has run these migrations. */
async function record(migrations: string[]) {
  await execute(database.url, 'delete from mikro_orm_migrations where name = any($1)', [replacing])
  await execute(database.url, 'insert into mikro_orm_migrations (name) select unnest($1::text[])', [
    migrations,
  ])
}

const recorded = async () =>
  (await execute(database.url, 'select name from mikro_orm_migrations order by name')).map(({ name }) => name)

/** What the service and the commands do first. */
const started = (ownerUrl?: string) =>
  migrateDatabase({ url: database.workingUrl, ownerUrl }, readSettings({}), pino({ level: 'silent' }))

test('a database with all replaced migrations counts as one with those that replace them', async () => {
  const before = await recorded()
  await record(replaced)
  expect(await migrate(database.url, database.workingUrl)).toEqual([])
  expect(await recorded()).toEqual(before)
  expect(await started()).toEqual({ migrations: [], warnings: [] })
})

test('until the database is migrated, the working role is told that migrations are pending', async () => {
  await record(replaced)
  await expect(started()).rejects.toThrow(`Migrations are pending (${replacing.join(', ')}).`)
})

test('a database with only some of the replaced migrations is refused, and left as it is', async () => {
  const [lacking, ...run] = replaced
  await record(run)
  const before = await recorded()
  const refusal = `An unreleased version between 1.0.0 and 2.0.0 has migrated the database, and this release cannot go on from there: it has replaced the migrations that never ran (${lacking}). Restore the backup from before that version and run "coverage migrate", or run "coverage migrate" of the last version that has these migrations first.`
  await expect(started(database.url)).rejects.toThrow(refusal)
  await expect(started()).rejects.toThrow(refusal)
  expect(await recorded()).toEqual(before)
})
