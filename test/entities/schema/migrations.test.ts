import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Orm } from '../../../entities/connection/em.ts'
import { migrationLock } from '../../../entities/connection/short-locks.ts'
import { sealedLogs, verifyLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate, pendingMigrations } from '../../../entities/schema/migrate.ts'
import { findDifferences } from '../../../entities/schema/totals.ts'
import { sealAll } from '../../expect/sealed.ts'
import { factories } from '../../made/factories.ts'
import { seededRules } from '../../made/seeded-rules.ts'
import { testInCheck } from '../../setup/fixture.ts'
import { createDatabase, databaseAt, dropDatabase, freshDatabase } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let orm: Orm

const folder = `${import.meta.dirname}/../../../entities/schema/migrations`
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace('.ts', ''))
  .sort()

/** The last migration of release 1.0.0. */
const ofRelease1 = 'Migration20261122060000FixedIds'

beforeAll(async () => {
  database = await freshDatabase()
  orm = connect(database.url)
})
afterAll(async () => {
  await orm.close()
  await database.drop()
})

const rows = async (from: Orm, statement: string) =>
  (await sql.raw<Record<string, unknown>>(statement).execute(from.em.fork().getKysely())).rows

/** An empty database, without any table. */
async function withEmptyDatabase(work: (url: string) => Promise<void>) {
  const server = inject('databaseUrl')
  const name = `coverage_test_${randomBytes(6).toString('hex')}`
  await createDatabase(server, name)
  try {
    await work(databaseAt(server, name))
  } finally {
    await dropDatabase(server, name)
  }
}

test('the migrated database already matches the entities', async () => {
  const update = await orm.schema.getUpdateSchemaSQL({ wrap: false })
  // The key of a partitioned table has the column of its months too, which the ORM cannot know.
  const keys = sealedLogs.flatMap((log) => [
    `alter table "${log}" drop constraint "${log}_pkey";`,
    `alter table "${log}" add primary key ("id");`,
  ])
  expect(update.split('\n').filter(Boolean).sort()).toEqual(keys.sort())
})

const unpartitioned = (definition: string) => `replace(${definition}, '(id, created_at)', '(id)')`

const shape = {
  columns: `select table_name, column_name, data_type, character_maximum_length, numeric_precision, numeric_scale,
      datetime_precision, is_nullable, column_default, collation_name, is_identity
    from information_schema.columns where table_schema = 'public' and table_name <> 'mikro_orm_migrations'
    order by table_name, column_name`,
  indexes: `select tablename, indexname, ${unpartitioned("replace(indexdef, ' ON ONLY ', ' ON ')")} from pg_indexes
    where schemaname = 'public' and tablename <> 'mikro_orm_migrations' order by tablename, indexname`,
  constraints: `select conrelid::regclass::text as on, conname, ${unpartitioned('pg_get_constraintdef(oid)')} as is from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0
      and conrelid::regclass::text <> 'mikro_orm_migrations' order by 1, 2`,
}

test('a database made from the entities has the same columns, indexes and constraints', async () => {
  await withEmptyDatabase(async (url) => {
    const made = connect(url)
    try {
      await sql`create extension pg_trgm`.execute(made.em.fork().getKysely())
      await made.schema.create()
      for (const statement of Object.values(shape)) {
        const migrated = await rows(orm, statement)
        expect(migrated.length).toBeGreaterThan(20)
        expect(migrated).toEqual(await rows(made, statement))
      }
    } finally {
      await made.close()
    }
  })
})

test('every foreign key has an index that begins with it', async () => {
  const unindexed = await rows(
    orm,
    `select conrelid::regclass::text || '.' || attname as key from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or a.attname = 'assignment_id'))`,
  )
  expect(unindexed).toEqual([])
})

testInCheck(
  'one of several processes that migrate an empty database at once does the work',
  async () => {
    await withEmptyDatabase(async (url) => {
      const program = `
      const { migrate } = await import('${import.meta.dirname}/../../../entities/schema/migrate.ts')
      console.log(JSON.stringify(await migrate('${url}')))`
      const runs = await Promise.all(
        [1, 2, 3, 4].map(() =>
          promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
            timeout: 55_000,
          }),
        ),
      )
      const done = runs.map(({ stdout }) => JSON.parse(stdout) as string[])
      expect(done.sort((a, b) => a.length - b.length)).toEqual([[], [], [], names])
      const migrated = connect(url)
      try {
        expect(await pendingMigrations(migrated)).toEqual([])
        expect(await rows(migrated, 'select count(*)::int as count from business_rules')).toEqual([
          { count: 7 },
        ])
      } finally {
        await migrated.close()
      }
    })
  },
  60_000,
)

test('existing rows are counted and totalled after a migration', async () => {
  await withEmptyDatabase(async (url) => {
    const migrated = connect(url)
    try {
      await migrated.migrator.up({ to: ofRelease1 })
      const stamps = 'now(), now()'
      const unit = (id: number, parent: string, type: string) => `insert into org_units
        (id, parent_id, unit_type, code, name, created_at, updated_at)
        values ('${uuid(id)}', ${parent}, '${type}', '${id}', 'x', ${stamps})`
      for (const statement of [
        unit(1, 'null', 'CLINIC'),
        unit(2, `'${uuid(1)}'`, 'UNIT'),
        `insert into positions (id, org_unit_id, title, required_weekly_hours, created_at, updated_at)
          values ('${uuid(3)}', '${uuid(2)}', 'x', 40, ${stamps})`,
        `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
          select gen_random_uuid(), n, 'A', 'B', 'x', case n when 1 then 'ON_LEAVE' else 'ACTIVE' end, ${stamps}
          from generate_series(1, 3) n`,
        `insert into assignments (id, employee_id, position_id, effective_hours, status, metadata, created_at, updated_at)
          select gen_random_uuid(), id, '${uuid(3)}', 8, case employee_number when '3' then 'ENDED' else 'ACTIVE' end,
            '{}', ${stamps} from employees`,
      ])
        await rows(migrated, statement)
      const before = await rows(migrated, 'select * from change_log order by id')
      // Without autovacuum, new indexes do not tell how large the table is.
      await rows(migrated, 'alter table employees set (autovacuum_enabled = off)')
      await migrate(url)
      expect(await findDifferences(migrated)).toEqual([])
      expect(
        await rows(migrated, 'select assigned_hours, assignment_count, coverage_state from positions'),
      ).toEqual([{ assigned_hours: '16.00', assignment_count: 2, coverage_state: 'PARTIAL' }])
      const people = `select status, number from totals.counts where counted = '${uuid(2)}' order by status`
      expect(await rows(migrated, people)).toEqual([
        { status: 'ACTIVE', number: 1 },
        { status: 'ON_LEAVE', number: 1 },
      ])
      const after = before.map((entry) => ({ ...entry, transaction_id: null }))
      expect(await rows(migrated, 'select * from change_log order by id')).toEqual(after)
      const marked = `select relpages > 0 and relallvisible = relpages as is_marked
        from pg_class where relname = 'employees'`
      expect(await rows(migrated, marked)).toEqual([{ is_marked: true }])
    } finally {
      await migrated.close()
    }
  })
}, 60_000)

test('changes made before and after the migrations since 1.0.0 are sealed and counted', async () => {
  await withEmptyDatabase(async (url) => {
    const migrated = connect(url)
    const problems: string[] = []
    try {
      for (const step of ['before', 'after']) {
        await (step === 'before' ? migrated.migrator.up({ to: ofRelease1 }) : migrate(url))
        await rows(
          migrated,
          `insert into employees (id, employee_number, first_name, last_name, email, created_at, updated_at)
          select gen_random_uuid(), '${step}' || n, 'A', 'B', 'x', now(), now() from generate_series(1, 3) n`,
        )
        await rows(migrated, `update employees set first_name = '${step}', photo = null`)
      }
      await sealAll(migrated)
      await verifyLogs(migrated, () => ({ problem: (sentence) => problems.push(sentence), progress() {} }))
      expect(problems).toEqual([])
      expect(await findDifferences(migrated)).toEqual([])
    } finally {
      await migrated.close()
    }
  })
}, 60_000)

test('the logs of 1.0.0 become the first months of partitioned logs, and their ids go on', async () => {
  await withEmptyDatabase(async (url) => {
    const migrated = connect(url)
    const add = (at: string) =>
      rows(
        migrated,
        `insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
          values ('login', 'DONE', 1, '', '', '', 'rest', '', '', ${at})`,
      )
    try {
      await migrated.migrator.up({ to: ofRelease1 })
      for (const at of [`'2020-01-01'`, 'now()']) await add(at)
      await migrate(url)
      const nextMonth = `date_trunc('month', now() at time zone 'UTC' + interval '1 month') + interval '3 days'`
      for (const at of ['now()', nextMonth, `now() + interval '99 years'`]) await add(at)
      const found = await rows(
        migrated,
        'select id, tableoid::regclass::text as place from security_log order by created_at',
      )
      const ids = found.map(({ id }) => Number(id))
      expect(ids).toEqual([...ids].sort((a, b) => a - b))
      expect(new Set(ids).size).toBe(5)
      const first = 'partitions.security_log_first'
      const month = expect.stringMatching(/^partitions\.security_log_\d{4}_\d\d$/)
      const rest = 'partitions.security_log_default'
      expect(found.map(({ place }) => place)).toEqual([first, first, first, month, rest])
    } finally {
      await migrated.close()
    }
  })
}, 60_000)

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** Triggers whose work other triggers or the job of the seals do as well; no release refers to them. */
const replaced = new Set([
  'function trail.seal()',
  'function trail.take_chain()',
  'function trail.advance_head()',
  'trigger seals_advance_head on trail.seals',
  'constraint seals_advance_head on trail.seals',
  ...sealedLogs.map((log) => `trigger ${log}_sealed on ${log}`),
])

// The release before runs on the database that this one has migrated: it needs everything that it knows, and fills only
// that.
test('no migration removes or changes what an earlier one created', async () => {
  await withEmptyDatabase(async (url) => {
    const migrated = connect(url)
    try {
      let [before, requiredBefore]: [string[], string[]] = [[], []]
      for (const name of [...names.slice(0, names.indexOf(ofRelease1) + 1), 'the others']) {
        // The functions of the files come with the last migration.
        await (name === 'the others' ? migrate(url) : migrated.migrator.up({ to: name }))
        const [after, required] = [await catalogOf(migrated), await requiredColumns(migrated)]
        const expected = before.filter((one) => !replaced.has(one))
        expect(after, name).toEqual(expect.arrayContaining(expected))
        const tables = new Set(before.map(tableOf))
        const ofOldTables = required.filter((column) => tables.has(tableOf(column)))
        expect(requiredBefore, name).toEqual(expect.arrayContaining(ofOldTables))
        before = after
        requiredBefore = required
      }
    } finally {
      await migrated.close()
    }
  })
}, 60_000)

const tableOf = (column: string) => column.split('.').slice(0, 2).join('.')

const named = async (from: Orm, statement: string) =>
  (await rows(from, statement)).map(({ name }) => String(name))

/** Columns with their types, and the names of all else that a release can rely on. */
const catalogOf = (from: Orm) =>
  named(
    from,
    `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as name
        from information_schema.columns where table_schema in ('public', 'trail', 'totals')
      union all select 'function ' || oid::regprocedure from pg_proc
        where pronamespace::regnamespace::text in ('public', 'trail', 'totals')
      union all select 'trigger ' || tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal
      union all select 'constraint ' || conname || ' on ' || conrelid::regclass from pg_constraint
        where connamespace::regnamespace::text in ('public', 'trail', 'totals')
      union all select 'unique ' || indexname from pg_indexes
        where schemaname in ('public', 'trail', 'totals') and indexdef like 'CREATE UNIQUE %'`,
  )

/** Columns that every insert has to fill, as the catalogue names them. */
const requiredColumns = (from: Orm) =>
  named(
    from,
    `select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'trail', 'totals') and table_type = 'BASE TABLE' and is_nullable = 'NO'
        and column_default is null and is_identity = 'NO' and is_generated = 'NEVER'`,
  )

test('a second migration does nothing, and pending migrations are named', async () => {
  await withEmptyDatabase(async (url) => {
    const empty = connect(url)
    try {
      expect(await pendingMigrations(empty)).toEqual(names)
      expect(await migrate(url)).toEqual(names)
      expect(await migrate(url)).toEqual([])
      expect(await pendingMigrations(empty)).toEqual([])
    } finally {
      await empty.close()
    }
  })
})

/** Names of the files that differ from their release. `sha256sum` writes the list. */
const edited = readFileSync(`${folder}/released.sha256`, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('  ') as [string, string])
  .filter(
    ([hash, file]) =>
      createHash('sha256')
        .update(readFileSync(`${folder}/${file}`))
        .digest('hex') !== hash,
  )
  .map(([, file]) => file)

test('a constraint whose rows a migration has not read is validated after its commit', async () => {
  const { url, workingUrl, drop } = await freshDatabase()
  onTestFinished(drop)
  await execute(url, `alter table change_log add constraint named check (subject <> '') not valid`)
  const unchecked = 'select distinct conname from pg_constraint where not convalidated'
  expect(await execute(url, unchecked)).toEqual([{ conname: 'named' }])
  await migrate(url, workingUrl)
  expect(await execute(url, unchecked)).toEqual([])
})

test('no released migration has been edited', () => {
  const advice =
    'Databases have run these migrations as they were. Put them back, and write another migration'
  expect(
    edited.filter((file) => file.endsWith('.ts')),
    advice,
  ).toEqual([])
})

test('functions that differ from those of the last release come with a new migration', () => {
  const released = readFileSync(`${folder}/released.sha256`, 'utf8')
  const added = names.filter((name) => !released.includes(name))
  const changed = added.length ? [] : edited.filter((file) => file.endsWith('.sql'))
  const advice =
    'Databases of the last release have no migration to run, so they would keep the old functions'
  expect(changed, `${advice}. Add a migration, which may be empty`).toEqual([])
})

test('a start on a migrated database does not wait for the migration lock', async () => {
  await orm.em.fork().transactional(async (em) => {
    await em.execute(`select pg_advisory_xact_lock(${migrationLock})`)
    expect(await migrate(database.url)).toEqual([])
  })
})

test('the seven rules are seeded with their names, severities, thresholds and descriptions', async () => {
  const stored = await rows(
    orm,
    'select code, name, severity, threshold::text, description, enabled from business_rules',
  )
  const texts = { name: expect.stringMatching(/./), description: expect.stringMatching(/./) }
  const expected = seededRules.map((rule) => ({ ...rule, ...texts }))
  expect(stored).toHaveLength(7)
  expect(stored).toEqual(expect.arrayContaining(expected))
})

const id = '11111111-1111-4111-8111-111111111111'

beforeAll(async () => {
  const make = factories({ orm, clock: { now: new Date('2026-03-04T10:00:00Z') } })
  const { employee } = await make.assignment()
  await make.positionTag()
  await make.employeeTag({ employee })
  await rows(
    orm,
    `insert into users (id, email, role, date_joined) values ('${id}', 'a@clinic.example', 'ADMIN', now())`,
  )
  await rows(
    orm,
    `insert into transition_log (employee_id, from_status, to_status, transition, reason, metadata, created_at)
        values ('${employee}', 'ONBOARDING', 'ACTIVE', 'activate', '', '{}', now())`,
  )
  await rows(
    orm,
    `insert into security_log (event, outcome, times, name, address, user_agent, via, request_id, target, created_at)
        values ('login', 'DONE', 1, '', '', '', 'rest', '', '', now())`,
  )
})

test.each(
  ['transition_log', 'tag_change_log', 'change_log', 'security_log'].flatMap((log) =>
    [
      `update ${log} set created_at = now()`,
      `delete from ${log}`,
      `truncate ${log}`,
      `truncate ${log} cascade`,
    ].map((statement) => [statement, log] as const),
  ),
)('the database refuses to %s', async (statement, log) => {
  const before = await rows(orm, `select * from ${log}`)
  expect(before.length).toBeGreaterThan(0)
  await expect(rows(orm, statement)).rejects.toThrow(`The log ${log} is append-only.`)
  expect(await rows(orm, `select * from ${log}`)).toEqual(before)
})

test.each<[string, string, string?]>([
  ['business_rules', 'code'],
  ['business_rules', 'severity'],
  ['employees', 'status'],
  ['employees', 'proposal_type'],
  ['employees', 'previous_status'],
  ['org_units', 'unit_type', 'parent_id is not null'],
  ['assignments', 'status'],
  ['assignments', 'end_reason'],
  ['tags', 'category'],
  ['employee_tags', 'status'],
  ['users', 'role'],
])('the database refuses a value outside the enum of %s.%s', async (table, column, where = 'true') => {
  await expect(rows(orm, `update ${table} set ${column} = 'NOPE' where ${where}`)).rejects.toThrow(
    `${table}_${column}_check`,
  )
})

test('the database refuses an action outside the enum of tag_change_log', async () => {
  const entry = `insert into tag_change_log (employee_id, tag_id, action, reason, created_at)
      select employee_id, tag_id, 'NOPE', '', now() from tag_change_log`
  await expect(rows(orm, entry)).rejects.toThrow('tag_change_log_action_check')
})

test.each<[string, string]>([
  ['update assignments set effective_hours = 0', 'assignments_effective_hours'],
  ['update assignments set effective_hours = 168.01', 'assignments_effective_hours'],
  ['update positions set required_weekly_hours = 0', 'positions_required_weekly_hours'],
  ["update org_units set max_weekly_hours = 40 where unit_type = 'UNIT'", 'org_units_max_weekly_hours'],
  ["update org_units set max_weekly_hours = 0 where unit_type = 'CLINIC'", 'org_units_max_weekly_hours'],
  ["update org_units set parent_id = null where unit_type = 'UNIT'", 'org_units_root_is_clinic'],
  ["update org_units set parent_id = id where unit_type = 'CLINIC'", 'org_units_root_is_clinic'],
  [
    "update org_units set unit_type = 'CLINIC', parent_id = null where unit_type = 'UNIT'",
    'org_units_one_clinic',
  ],
  ["update employee_tags set end_date = date '2019-01-01'", 'employee_tags_dates'],
  ["update employees set status = 'PROPOSAL_PENDING'", 'employees_proposal_while_pending'],
  [
    "update employees set proposal_notes = '', proposal_type = 'TRANSFER', proposal_expires_at = now(), previous_status = 'ACTIVE'",
    'employees_proposal_while_pending',
  ],
  [
    'insert into assignments select (jsonb_populate_record(a, \'{"id": "11111111-1111-4111-8111-111111111111"}\')).* from assignments a',
    'assignments_active_pair',
  ],
  ['delete from employees', 'foreign key'],
  ['delete from positions', 'foreign key'],
  ['delete from org_units', 'foreign key'],
  ['delete from tags', 'foreign key'],
])('the database refuses to %s', async (statement, constraint) => {
  await expect(rows(orm, statement)).rejects.toThrow(constraint)
})
