import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ofRelease2 } from '../../../entities/schema/release-2.ts'
import { replaced } from '../../../entities/schema/replaced.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { migrateDatabase } from '../../../server/stores/database.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>

beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test.each([
  replaced[0],
  // Only some of those of 2.0.0: a version before it.
  ofRelease2[0],
])('a database of an unreleased version is refused, and left as it is: %s', async (name) => {
  await execute(database.url, 'insert into mikro_orm_migrations (name) values ($1)', [name])
  onTestFinished(async () => {
    await execute(database.url, 'delete from mikro_orm_migrations where name = $1', [name])
  })
  const recorded = () => execute(database.url, 'select name from mikro_orm_migrations order by name')
  const before = await recorded()
  const refusal = `An unreleased version has migrated the database (${name}), and this release cannot go on from there. Restore the backup from before that version and run "coverage migrate", or run "coverage export" of that version and import its files into a new database.`
  for (const ownerUrl of [database.url, undefined]) {
    const started = migrateDatabase(
      { url: database.workingUrl, ownerUrl },
      readSettings({}),
      pino({ level: 'silent' }),
    )
    await expect(started).rejects.toThrow(refusal)
  }
  expect(await recorded()).toEqual(before)
})
