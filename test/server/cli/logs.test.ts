import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readPage } from '../../../entities/lists/page.ts'
import { changeLogList, changeLogOrderings } from '../../../entities/logs/change-log.ts'
import { operatorLogList, operatorLogOrderings } from '../../../entities/logs/operator-log.ts'
import { partitionLog } from '../../../entities/logs/partitions.ts'
import { securityLogList, securityLogOrderings } from '../../../entities/logs/security-log.ts'
import { tagChangeLogOrderings } from '../../../entities/logs/tag-change-log.ts'
import { transitionLogOrderings } from '../../../entities/logs/transition-log.ts'
import { connect } from '../../../entities/orm.ts'
import { scheduleRetirement } from '../../../server/jobs/log-retirement.ts'
import { readSettings } from '../../../server/settings/settings.ts'
import { theService } from '../../../src/logs/audit.ts'
import { factories } from '../../made/factories.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { startService, type TestService } from '../../setup/service.ts'
import { freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

vi.setConfig({ testTimeout: 240_000 })

const { service, make, admin: first } = await serviceForFile()

const coverage = (args: string[], env: Record<string, string> = {}, run = runCommand) =>
  run(args, { env: { DATABASE_URL: service.databaseUrl, TIME_ZONE: 'Europe/Madrid', ...env } })
const owner = { DATABASE_ADMIN_URL: service.ownerUrl }

const api = '/api/v1'
const ada = await make.employee({ first_name: 'Ada', last_name: 'Lovelace' })
const eve = await make.employee({ first_name: 'Eve', last_name: 'Zapata' })
const tag = await make.tag({ name: 'NIGHTS' })

let admin = first

/** A day's transitions and tag changes of both employees. */
async function addEntries(day: string) {
  service.clock.now = new Date(`${day}T10:00:00Z`)
  admin = await service.as('ADMIN')
  for (const { id } of [ada, eve]) {
    for (const step of ['deactivate', 'reactivate'])
      expect((await admin.post(`${api}/employees/${id}/${step}/`, { reason: `since ${day}` })).status).toBe(
        200,
      )
    const { body } = await admin.post(`${api}/employee-tags/`, { employee: id, tag: tag.id, start_date: day })
    const revoked = await admin.patch(`${api}/employee-tags/${body.id}/`, {
      status: 'REVOKED',
      reason: 'Over',
    })
    expect(revoked.status).toBe(200)
  }
  await service.services.securityLog.flush()
}

const both = (orderings: object) => Object.keys(orderings).flatMap((field) => [field, `-${field}`])
const filters = [
  'search=love',
  'search=a',
  'date_from=2026-03-05',
  'date_to=2026-03-04',
  'page_size=3&page=2',
  `employee=${ada.id}`,
]

/** The bytes of every list of the logs, in every ordering and with many filters. */
async function everything() {
  const paths = [
    ...both(transitionLogOrderings).map((ordering) => `transitions/?ordering=${ordering}`),
    ...both(tagChangeLogOrderings).map((ordering) => `tag-change-logs/?ordering=${ordering}`),
    ...[
      ...filters,
      'transition=deactivate',
      'from_status=ACTIVE',
      'to_status=ACTIVE',
      'exclude_admin_actors=true',
    ].map((filter) => `transitions/?${filter}`),
    ...[...filters, 'action=REVOKED', `tag=${tag.id}`].map((filter) => `tag-change-logs/?${filter}`),
    `employees/${ada.id}/transitions/`,
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await admin.get(`${api}/${path}`)
    answers[path] = [status, JSON.stringify(body)]
  }
  for (const { id } of (await admin.get(`${api}/transitions/?page_size=5`)).body.results)
    answers[id] = JSON.stringify((await admin.get(`${api}/transitions/${id}/`)).body)
  const lists = {
    change: [changeLogList, changeLogOrderings],
    security: [securityLogList, securityLogOrderings],
    operator: [operatorLogList, operatorLogOrderings],
  } as const
  for (const [name, [list, orderings]] of Object.entries(lists))
    for (const ordering of both(orderings))
      for (const filter of [{}, { search: 'love' }, { date_to: '2026-03-04' }]) {
        const page = await readPage<unknown>(service.orm.em.fork(), list(filter, 'UTC'), {
          limit: 50,
          offset: 0,
          ordering,
        })
        answers[`${name} ${ordering} ${JSON.stringify(filter)}`] = JSON.stringify(page)
      }
  return answers
}

testInCheck('a service needs no restart when its logs are partitioned and retired', async () => {
  for (const day of ['2026-03-04', '2026-03-05']) await addEntries(day)
  const before = await everything()
  expect(before[`employees/${ada.id}/transitions/`]).toEqual([
    200,
    expect.stringContaining('since 2026-03-05'),
  ])

  expect(await coverage(['logs', 'partition'])).toMatchObject({
    code: 1,
    err: 'Set DATABASE_ADMIN_URL to the address of the role that owns the tables.\n',
  })
  expect(await coverage(['logs', 'retire'], owner)).toMatchObject({
    code: 1,
    err: 'The logs are not partitioned. Run "coverage logs partition" first.\n',
  })
  expect(await coverage(['logs', 'partition', '--dry-run'], owner)).toMatchObject({
    code: 0,
    out: expect.stringContaining('transition_log would be partitioned.'),
  })
  expect(await coverage(['logs', 'partition'], owner, runProgram)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(
      /transition_log is partitioned; its first partition ends at [-0-9 :+]+\.\n(.*\n)*Created transition_log_/,
    ),
  })
  const after = await everything()
  expect(after).toEqual({ ...before, ...securityOf(after) })

  expect(await coverage(['logs', 'partition'], owner)).toMatchObject({
    code: 0,
    out: expect.stringContaining('transition_log is partitioned already.'),
  })
  await addEntries('2026-03-06')
  expect(await coverage(['logs', 'retire'], owner)).toMatchObject({
    code: 0,
    out: 'LOG_RETENTION_MONTHS is not set: no entry is dropped.\nNothing is due.\n',
  })
  expect(await coverage(['verify'])).toMatchObject({ code: 0 })
  expect(await coverage(['audit', 'verify'])).toMatchObject({ code: 0, err: '' })
})

test('a dry run runs no migration', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.drop())
  const run = `delete from mikro_orm_migrations where id = (select max(id) from mikro_orm_migrations)`
  await execute(database.url, run)
  const names = () => execute(database.url, 'select name from mikro_orm_migrations order by id')
  const before = await names()
  const env = { DATABASE_URL: database.workingUrl, DATABASE_ADMIN_URL: database.url }
  expect(await coverage(['logs', 'partition', '--dry-run'], env)).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Migrations are pending \(\w+\)\. Run "coverage migrate" with .*\.\n$/),
  })
  expect(await names()).toEqual(before)
})

/** Commands leave entries in the security log. */
const securityOf = (answers: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => name.startsWith('security')))

/** A service whose log of transitions was partitioned a hundred days ago, with an entry of that day. */
async function longPartitioned() {
  const service = await startService()
  onTestFinished(() => service.close())
  const at = new Date(Date.now() - 100 * 86_400_000)
  service.clock.now = at
  const { id } = await factories(service).employee()
  const step = async (name: string) => {
    const admin = await service.as('ADMIN')
    expect((await admin.post(`${api}/employees/${id}/${name}/`, {})).status).toBe(200)
  }
  await step('deactivate')
  const orm = connect(service.ownerUrl, { queryTimeout: 60_000 })
  const end = await partitionLog({ em: orm.em, author: theService(at) }, 'transition_log', 'Europe/Madrid')
  await orm.close()
  service.clock.now = new Date()
  await step('reactivate')
  const env = {
    DATABASE_URL: service.databaseUrl,
    DATABASE_ADMIN_URL: service.ownerUrl,
    LOG_RETENTION_MONTHS: '1',
  }
  return { service, end, env }
}

const kept = async ({ orm }: TestService) =>
  (
    await sql<{ transition: string }>`select transition from transition_log order by id`.execute(
      orm.em.fork().getKysely(),
    )
  ).rows.map(({ transition }) => transition)

test('logs retire drops old entries, and audit verify says so', async () => {
  const { service, end, env } = await longPartitioned()
  expect(await coverage(['logs', 'retire', '--dry-run'], env)).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      /^transition_log_\d{4}_\d\d would be created\.\n(.*\n)*transition_log_first would be dropped: entries until /,
    ),
  })
  expect(await kept(service)).toEqual(['deactivate', 'reactivate'])
  expect(await coverage(['logs', 'retire'], env, runProgram)).toMatchObject({
    code: 0,
    out: expect.stringContaining(`Dropped transition_log until ${end}; entries: 1.\n`),
  })
  expect(await kept(service)).toEqual(['reactivate'])
  for (const args of [
    ['logs', 'retire'],
    ['logs', 'retire', '--dry-run'],
  ])
    expect(await coverage(args, env)).toMatchObject({ code: 0, out: 'Nothing is due.\n' })
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
  const { service, env } = await longPartitioned()
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
