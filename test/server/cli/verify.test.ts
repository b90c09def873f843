import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClinicDatabase, clinicDatabase, smallClinic } from '../../made/clinic-folder.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { execute } from '../../setup/stores/execute.ts'

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})
afterAll(() => clinic.drop())

const coverage = (args: string[], env: Record<string, string> = {}, run = runCommand) =>
  run(args, { env: { DATABASE_URL: clinic.url, ...env } })

const intact = { code: 0, out: 'All stored totals and numbers match the rows.\n', err: '' }

test('verify finds nothing after an import, names each difference, and repairs them for the owner', async () => {
  await clinic.importing(smallClinic)
  expect(await coverage(['verify'])).toEqual(intact)

  const [position] = await clinic.rows(
    sql<{ id: string; title: string; hours: string; assignments: number }>`
      select id, title, assigned_hours as hours, assignment_count as assignments from positions
      where assignment_count > 0 order by title, id limit 1`,
  )
  await execute(
    clinic.ownerUrl,
    `begin; set local session_replication_role = replica;
      update positions set assigned_hours = 99 where id = '${position?.id}';
      update totals.counts set number = number + 1000 where counted = 'positions'; commit`,
  )
  const [positions] = await clinic.rows(
    sql<{ number: number }>`select count(*)::int as number from positions`,
  )
  const found = {
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(
        `^Stored totals differ from the rows:
position ${position?.id} \\(${position?.title}\\): hours and assignments: stored 99.00 / ${position?.assignments}, real ${position?.hours} / ${position?.assignments}
table positions: rows: stored \\d+, real ${positions?.number}\n$`,
      ),
    ),
  }
  expect(await coverage(['verify'])).toEqual(found)
  const { code, out } = await coverage(['verify', '--json'])
  expect(code).toBe(1)
  expect(JSON.parse(out)).toMatchObject([
    { what: 'hours and assignments', of: `position ${position?.id} (${position?.title})` },
    { what: 'rows', of: 'table positions', real: `${positions?.number}` },
  ])
  expect(await coverage(['verify', '--repair'])).toEqual({
    code: 1,
    out: '',
    err: 'Set DATABASE_ADMIN_URL to the address of the role that owns the tables.\n',
  })
  expect(await coverage(['verify'])).toEqual(found)

  const owner = { DATABASE_ADMIN_URL: clinic.ownerUrl }
  expect(await coverage(['verify', '--repair'], owner, runProgram)).toEqual(intact)
  expect(await coverage(['verify'])).toEqual(intact)
  expect(await coverage(['verify', '--json'])).toEqual({ ...intact, out: '[]\n' })
  const [entry] = await clinic.rows(
    sql<Record<string, string>>`select event, target from security_log order by id desc limit 1`,
  )
  expect(entry).toEqual({ event: 'command', target: 'verify --repair' })
}, 120_000)
