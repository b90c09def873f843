import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { scheduleRetirement } from '../../../server/jobs/log-retirement.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { factories } from '../../made/factories.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { startService, type TestService } from '../../setup/service.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

vi.setConfig({ testTimeout: 120_000 })

const coverage = (args: string[], env: Record<string, string>, run = runCommand) => run(args, { env })

test('a dry run runs no migration', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const run = `delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)`
  await execute(database.url, run)
  const names = () => execute(database.url, 'select name from mikro_orm_migrations order by id')
  const before = await names()
  const env = { DATABASE_URL: database.workingUrl, DATABASE_ADMIN_URL: database.url }
  expect(await coverage(['logs', 'retire', '--dry-run'], env)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Migrations are pending \(\w+\)\. Run "coverage migrate" with .*\.\n$/),
  })
  expect(await names()).toEqual(before)
})

const end = '2020-02-01 00:00:00+00'

/** A service whose log of transitions has an entry of an old month and one of today. */
async function withOldEntries() {
  const service = await startService()
  onTestFinished(() => service.close())
  service.clock.now = new Date('2020-01-15T10:00:00Z')
  const { id } = await factories(service).employee()
  const step = async (name: string) => {
    const admin = await service.as('ADMIN')
    expect((await admin.post(`/api/v1/employees/${id}/${name}/`, {})).status).toBe(200)
  }
  await step('deactivate')
  const first = 'transition_log attach partition partitions.transition_log_first for values from (minvalue)'
  await execute(
    service.ownerUrl,
    `alter table transition_log detach partition partitions.transition_log_first;
      alter table ${first} to ('${end}')`,
  )
  service.clock.now = new Date()
  await step('reactivate')
  const env = {
    DATABASE_URL: service.databaseUrl,
    DATABASE_ADMIN_URL: service.ownerUrl,
    LOG_RETENTION_MONTHS: '1',
  }
  return { service, env }
}

const kept = async ({ orm }: TestService) =>
  (
    await sql<{ transition: string }>`select transition from transition_log order by id`.execute(
      orm.em.fork().getKysely(),
    )
  ).rows.map(({ transition }) => transition)

test('logs retire drops old entries once a retention is set, and audit verify says so', async () => {
  const { service, env } = await withOldEntries()
  const { LOG_RETENTION_MONTHS: _, ...forGood } = env
  const { DATABASE_ADMIN_URL: __, ...working } = env
  for (const args of [[], ['--dry-run']])
    expect(await coverage(['logs', 'retire', ...args], forGood)).toMatchObject({
      code: 0,
      out: 'LOG_RETENTION_MONTHS is not set: all entries are kept for good.\n',
    })
  expect((await coverage(['logs', 'retire', '--json'], forGood)).out).toBe('[]\n')
  expect(await coverage(['logs', 'retire'], working)).toMatchObject({
    code: 1,
    err: 'Set DATABASE_ADMIN_URL to the address of the role that owns the tables.\n',
  })
  expect(await coverage(['logs', 'retire', '--dry-run'], env)).toMatchObject({
    code: 0,
    out: `transition_log_first would be dropped: entries until ${end}.\n`,
  })
  const dry = await coverage(['logs', 'retire', '--dry-run', '--json'], env)
  expect(JSON.parse(dry.out)).toEqual([{ log: 'transition_log', name: 'transition_log_first', until: end }])
  expect(await kept(service)).toEqual(['deactivate', 'reactivate'])
  expect(await coverage(['logs', 'retire'], env, runProgram)).toMatchObject({
    code: 0,
    out: `Dropped transition_log until ${end}; entries: 1.\n`,
  })
  expect(await kept(service)).toEqual(['reactivate'])
  for (const args of [
    ['logs', 'retire'],
    ['logs', 'retire', '--dry-run'],
  ])
    expect(await coverage(args, env)).toMatchObject({ code: 0, out: 'Nothing is due.\n' })
  expect((await coverage(['logs', 'retire', '--json'], env)).out).toBe('[]\n')
  expect(await coverage(['verify'], env)).toMatchObject({ code: 0 })
  expect(await coverage(['audit', 'verify'], env)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      new RegExp(
        `^transition_log: retired until ${RegExp.escape(end)}, on .* by ${userInfo().username}; entries: 1\\.\n.*none is missing`,
        's',
      ),
    ),
  })
})

test('a service with the owner’s address retires the logs every night in the clinic’s time zone', async () => {
  const { service, env } = await withOldEntries()
  const settings = readSettings({ ...env, TIME_ZONE: 'Europe/Madrid' })
  const parts = { settings, log: pino({ level: 'silent' }), ownerUrl: service.ownerUrl }
  expect(scheduleRetirement({ ...parts, ownerUrl: undefined })).toBeUndefined()
  expect(scheduleRetirement({ ...parts, settings: readSettings({}) })).toBeUndefined()
  const job = scheduleRetirement(parts)
  onTestFinished(() => job?.stop())
  expect(job?.nextRun(new Date('2026-07-01T12:00:00Z'))).toEqual(new Date('2026-07-02T01:17:00Z'))
  await job?.trigger()
  expect(await kept(service)).toEqual(['reactivate'])
})
