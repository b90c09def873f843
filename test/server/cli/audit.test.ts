import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealedLogs } from '../../../entities/logs/seals.ts'
import { sealAll } from '../../expect/sealed.ts'
import { type ClinicDatabase, clinicDatabase, clinicFolder, smallClinic } from '../../made/clinic-folder.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { execute } from '../../setup/stores/execute.ts'

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})
afterAll(() => clinic.drop())

const env = () => ({ DATABASE_URL: clinic.url })
const coverage = (...args: string[]) => runCommand(args, { env: env() })

const me = userInfo().username

test('the security log shows every command, and the change log its changes, by the system user', async () => {
  const password = 'never-to-be-seen-1'
  const email = 'ada@clinic.example'
  expect(
    (await coverage('users', 'create', '--email', email, '--role', 'ADMIN', '--password', password)).code,
  ).toBe(0)
  expect((await coverage('users', 'set-password', email, '--password', password)).code).toBe(0)
  expect((await coverage('users', 'set-role', 'typo@clinic.example', 'VIEWER')).code).toBe(1)
  expect((await coverage('rules', 'set', 'MAX_WEEKLY_HOURS', '--threshold', '48')).code).toBe(0)
  expect((await coverage('import', await clinicFolder(smallClinic))).code).toBe(0)
  expect((await coverage('sweep')).code).toBe(0)
  expect((await coverage('migrate')).code).toBe(0)

  const events = await clinic.rows(
    sql<Record<string, string>>`select event, outcome, name, via, target from security_log order by id`,
  )
  const by = { name: me, via: 'command line' }
  expect(events).toMatchObject([
    { ...by, event: 'command', target: `users create ${email} ADMIN` },
    { ...by, event: 'command', target: expect.stringContaining(`users set-password ${email}`) },
    { ...by, event: 'failed_command', outcome: 'REFUSED', target: 'users set-role' },
    { ...by, event: 'command', target: expect.stringContaining('rules set MAX_WEEKLY_HOURS') },
    { ...by, event: 'command', target: expect.stringMatching(/^import \//) },
    { ...by, event: 'command', target: 'sweep' },
    { ...by, event: 'command', target: 'migrate' },
  ])
  const changes = await clinic.rows(sql<
    Record<string, string>
  >`select distinct subject, name, via from change_log
    where subject in ('users', 'business_rules', 'employees', 'assignments') order by subject`)
  expect(changes).toEqual(
    ['assignments', 'business_rules', 'employees', 'users'].map((subject) => ({ subject, ...by })),
  )
  expect(JSON.stringify([events, await clinic.rows(sql`select * from change_log`)])).not.toContain(password)
}, 120_000)

test('audit verify says that all logs are intact, or names the wrong entry and exits with 1', async () => {
  await sealAll(clinic.orm)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from trail.seals`.execute(
    clinic.orm.em.fork().getKysely(),
  )
  expect(await coverage('audit', 'verify')).toEqual({
    code: 0,
    out: `All ${rows[0]?.count} entries of the ${sealedLogs.length} logs are as they were written; none is missing.\n`,
    err: '',
  })
  expect(JSON.parse((await coverage('audit', 'verify', '--json')).out)).toEqual({
    entries: rows[0]?.count,
    problems: [],
    retired: [],
  })
  await execute(
    clinic.ownerUrl,
    `begin; set local session_replication_role = replica;
      update security_log set name = 'somebody else' where id = 3; commit`,
  )
  expect(await runProgram(['audit', 'verify'], { env: env() })).toEqual({
    code: 1,
    out: '',
    err: 'The logs are not as they were written:\nsecurity_log: entry 3 is not as it was written.\n',
  })
  const { code, out } = await coverage('audit', 'verify', '--json')
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject({ problems: ['security_log: entry 3 is not as it was written.'] })
}, 60_000)
