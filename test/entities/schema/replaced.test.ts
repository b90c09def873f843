import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('a database of an unreleased version is refused, and left as it is', async () => {
  const [name] = replaced
  await execute(database.url, 'insert into mikro_orm_migrations (name) values ($1)', [name])
  const recorded = () => execute(database.url, 'select name from mikro_orm_migrations order by name')
  const before = await recorded()
  const refusal = `An unreleased version between 1.0.0 and 2.0.0 has migrated the database (${name}), and this release cannot go on from there. Restore the backup from before that version and run "coverage migrate", or run "coverage export" of that version and import its files into a new database.`
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
