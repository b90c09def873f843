import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { verifyPassword } from '../../../server/auth/passwords.ts'
import {
  type ClinicDatabase,
  clinicDatabase,
  clinicFolder,
  readAll,
  smallClinic,
  temporaryFolder,
} from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'
import { testInCheck } from '../../setup/fixture.ts'
import { runCommand, runProgram } from '../../setup/programs/command.ts'
import { isCheck } from '../../setup/run/ring.ts'
import { databaseAt } from '../../setup/stores/database.ts'
import { execute } from '../../setup/stores/execute.ts'
import { freshRedis } from '../../setup/stores/redis.ts'

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})

afterAll(async () => {
  await clinic.drop()
})

type Given = { input?: string; env?: Record<string, string> }
const withDatabase = ({ input, env }: Given = {}) => ({ input, env: { DATABASE_URL: clinic.url, ...env } })
const coverage = (args: string[], given?: Given) => runCommand(args, withDatabase(given))

const started = (args: string[], given?: Given) => runProgram(args, withDatabase(given))
/** As operators start it, in npm run check: one command of each kind, to see that its process ends by itself. */
const program = isCheck ? started : coverage

test('a command whose output is no longer read ends without an error', async () => {
  const env = { PATH: `node_modules/.bin:${process.env.PATH}` }
  const run = promisify(execFile)('sh', ['-c', 'server/cli/main.ts --help | true'], { env })
  expect((await run).stderr).toBe('')
})

const refused = (err: string | RegExp) => ({ code: 1, out: '', err: expect.stringMatching(err) })

test.each([
  [['--help'], 'Examples:'],
  [['import', '--help'], 'Examples:'],
  [['--version'], packageJson.version],
])('%j exits with 0 and prints only to standard output', async (args, out) => {
  expect(await program(args)).toEqual({ code: 0, out: expect.stringContaining(out), err: '' })
})

test.each([
  [[]],
  [['users', 'create', '--email', 'a@b.example', '--role', 'KING']],
  [['rules', 'set', 'NO_RULE', '--enabled', 'true']],
  [['rules', 'set', 'MAX_WEEKLY_HOURS']],
  [['rules', 'set', 'MAX_WEEKLY_HOURS', '--threshold', 'many']],
  [['import']],
])('the command line %j is wrong usage and exits with 2', async (args) => {
  expect(await coverage(args)).toEqual({ code: 2, out: '', err: expect.stringMatching(/error:|Usage:/) })
})

test('unusable settings and databases are refused without a stack trace', async () => {
  expect(await coverage(['sweep'], { env: { DATABASE_URL: 'nonsense' } })).toEqual(
    refused(/^The settings are not usable:\n {2}DATABASE_URL must be .*\n$/),
  )
  expect(await program(['sweep'], { env: { DATABASE_URL: 'postgresql://127.0.0.1:1/none' } })).toEqual(
    refused(/^The database cannot be used: .*ECONNREFUSED.*\n$/),
  )
})

const production = {
  DEPLOYMENT: 'production',
  ALLOWED_HOSTS: 'api.example.org',
  REDIS_URL: 'redis://127.0.0.1:1',
  JWT_SECRET: 'x'.repeat(32),
}

test.each([
  ['locally', {}],
  ['in production', production],
])('%s, a database that does not exist is named, and not created', async (_, env) => {
  const DATABASE_URL = databaseAt(clinic.ownerUrl, 'coverage_of_nobody')
  expect(await coverage(['sweep'], { env: { ...env, DATABASE_URL } })).toEqual(
    refused(
      /^The database cannot be used: database "coverage_of_nobody" does not exist\. Check DATABASE_URL\.\n$/,
    ),
  )
})

describe('users', () => {
  const user = async () =>
    (
      await clinic.rows<
        Record<string, unknown>
      >(sql`select email, given_name, family_name, role, is_staff, is_superuser,
        is_active, session_epoch, password_hash from users`)
    )[0]

  test('users create and users update read a password from standard input, and a user is created once', async () => {
    const create = [
      'users',
      'create',
      '--email',
      'Ada@clinic.example',
      '--role',
      'ADMIN',
      '--given-name',
      'Ada',
      '--staff',
    ]
    expect(await started(create, { input: ' a secret phrase \n' })).toEqual({
      code: 0,
      out: 'Created Ada@clinic.example with the role ADMIN.\n',
      err: '',
    })
    const { password_hash, ...made } = (await user()) ?? {}
    expect(made).toEqual({
      email: 'Ada@clinic.example',
      given_name: 'Ada',
      family_name: '',
      role: 'ADMIN',
      is_staff: true,
      is_superuser: false,
      is_active: true,
      session_epoch: 0,
    })
    expect(await verifyPassword(String(password_hash), ' a secret phrase ')).toBe(true)

    expect(await coverage(create, { input: 'a secret phrase' })).toEqual(
      refused('^user with this email already exists.\n$'),
    )
    await coverage(['users', 'set-role', 'ada@clinic.example', 'VIEWER'])
    await coverage(['users', 'deactivate', 'ada@clinic.example'])
    expect(await user()).toMatchObject({ role: 'VIEWER', is_active: false, session_epoch: 1 })
    await coverage(['users', 'activate', 'ada@clinic.example'])
    await program(['users', 'set-password', 'ada@clinic.example', '--password', 'another secret phrase'])
    expect(await user()).toMatchObject({ is_active: true, session_epoch: 2 })
    expect(await verifyPassword(String((await user())?.password_hash), 'another secret phrase')).toBe(true)
  })

  test('users unbind removes the identity at the provider, if there is one', async () => {
    const email = 'bound@clinic.example'
    const names = ['--email', email, '--role', 'VIEWER']
    await coverage(['users', 'create', ...names], { input: 'correct horse battery staple' })
    await clinic.rows(
      sql`update users set issuer = 'https://login.example', subject = 's' where email = ${email}`,
    )
    const unbind = ['users', 'unbind', email]
    expect(await coverage(unbind)).toEqual({
      code: 0,
      out: `${email} is no longer bound to an identity.\n`,
      err: '',
    })
    const bound = sql<{
      issuer: unknown
    }>`select issuer, subject, session_epoch from users where email = ${email}`
    expect(await clinic.rows(bound)).toEqual([{ issuer: null, subject: null, session_epoch: 1 }])
    expect(await coverage(unbind)).toEqual(refused(`^${email} is not bound to an identity.\n$`))
    expect((await coverage([...unbind, '--help'])).out).toContain('Example:')
  })

  test('where an identity provider keeps the passwords, a user is created without one, and given none', async () => {
    const email = 'provided@clinic.example'
    const env = {
      AUTH_MODE: 'oidc',
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'coverage',
      OIDC_AUDIENCE: 'coverage-api',
      REDIS_URL: 'redis://127.0.0.1:1',
    }
    expect(await coverage(['users', 'create', '--email', email, '--role', 'VIEWER'], { env })).toEqual({
      code: 0,
      out: `Created ${email} with the role VIEWER.\n`,
      err: '',
    })
    const stored = sql`select password_hash, session_epoch from users where email = ${email}`
    expect(await clinic.rows(stored)).toEqual([{ password_hash: null, session_epoch: 0 }])
    expect(await coverage(['users', 'set-password', email, '--generate'], { env })).toEqual(
      refused('^The identity provider keeps the passwords \\(AUTH_MODE=oidc\\).\n$'),
    )
    expect(await clinic.rows(stored)).toEqual([{ password_hash: null, session_epoch: 0 }])
  })

  test('users commands refuse unknown users, a missing email and a missing password', async () => {
    expect(await coverage(['users', 'activate', 'nobody@clinic.example'])).toEqual(
      refused('^There is no user with the email nobody@clinic.example.\n$'),
    )
    expect(await coverage(['users', 'create', '--email', 'nobody', '--role', 'ADMIN'])).toEqual(
      refused('^--email: Enter a valid email address.\n$'),
    )
    expect(await coverage(['users', 'set-password', 'ada@clinic.example'])).toEqual(
      refused('^Give a password with --password or on standard input.\n$'),
    )
  })

  test.each([
    ['kQ7#vLp2', 'This password is too short. It must contain at least 12 characters.'],
    ['password1234', 'This password is too common.'],
    ['Weak@clinic.example', 'The password is too similar to the email.'],
    ['Workforce Coverage', 'The password is too similar to the product’s name.'],
  ])('users commands refuse the password %s', async (password, problem) => {
    const create = ['users', 'create', '--email', 'weak@clinic.example', '--role', 'VIEWER', '--password']
    expect(await coverage([...create, password])).toEqual(refused(`^--password: .*${problem}\n$`))
    await coverage([...create, 'a secret phrase'])
    expect(await coverage(['users', 'set-password', 'weak@clinic.example'], { input: password })).toEqual(
      refused(`^--password: .*${problem}\n$`),
    )
  })

  test('users set-password gives a temporary password for 72 hours, or a lasting one', async () => {
    const email = 'generated@clinic.example'
    const passwordOf = (out: string) => /It is valid for 72 hours: (\S+)\n$/.exec(out)?.[1] ?? ''
    const stored = async () =>
      (
        await clinic.rows<{ password_hash: string; hours: number | null }>(
          sql`select password_hash, extract(epoch from password_expires_at - now())::float / 3600 as hours
            from users where email = ${email}`,
        )
      )[0]
    for (const command of [
      ['create', '--role', 'VIEWER', '--email', email],
      ['set-password', email],
    ]) {
      const { out, code } = await coverage(['users', ...command, '--generate'])
      const { password_hash = '', hours } = (await stored()) ?? {}
      expect(code).toBe(0)
      expect(await verifyPassword(password_hash, passwordOf(out))).toBe(true)
      expect(hours).toBeCloseTo(72, 0)
    }
    const { out } = await coverage(['users', 'set-password', email, '--generate', '--json'])
    const shown = { password: expect.any(String), password_expires_at: expect.stringMatching(/Z$/) }
    expect(JSON.parse(out)).toEqual({ email, ...shown })
    expect(await verifyPassword(String((await stored())?.password_hash), JSON.parse(out).password)).toBe(true)
    const create = ['create', '--role', 'VIEWER', '--email', 'shown@clinic.example', '--generate', '--json']
    const created = JSON.parse((await coverage(['users', ...create])).out)
    expect(created).toEqual({ email: 'shown@clinic.example', role: 'VIEWER', ...shown })
    await coverage(['users', 'set-password', email, '--password', 'a secret phrase'])
    expect(await stored()).toMatchObject({ hours: null })
  })

  test.runIf(existsSync('/dev/full'))(
    'a command whose output cannot be written says so without a stack, and what to do about a lost password',
    async () => {
      const email = 'lost@clinic.example'
      const run = promisify(execFile)(
        'sh',
        ['-c', `server/cli/main.ts users create --email ${email} --role VIEWER --generate > /dev/full`],
        { env: { PATH: `node_modules/.bin:${process.env.PATH}`, DATABASE_URL: clinic.url } },
      )
      await expect(run).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^The output cannot be written: ENOSPC: .+\.\nIf it held a password, .* users set-password, .*\.\n$/,
        ),
      })
      const kept = sql`select target from security_log where target like ${`%${email}%`}`
      expect(await clinic.rows(kept)).toEqual([{ target: `users create ${email} VIEWER` }])
    },
  )
})

describe('machines', () => {
  const machines = async () => {
    const em = clinic.orm.em.fork()
    const { rows } = await sql<{ email: string; role: string; is_active: boolean; revoked: boolean | null }>`
      select email, role, is_active, revoked_at is not null as revoked from users u
      left join machine_tokens t on t.user_id = u.id where kind = 'MACHINE' order by t.created_at`.execute(
      em.getKysely(),
    )
    return rows
  }
  const token = expect.stringMatching(
    /^The token is not shown again\. It is valid until \S+: wcs_[0-9a-f]{88}\n$/,
  )
  const hr = { email: 'HR sync', role: 'MANAGER', is_active: true, revoked: false }

  test('are created, listed, given a second token, and deactivated; tokens are revoked by the beginning of their ids', async () => {
    const create = ['machines', 'create', '--name', 'HR sync', '--role', 'MANAGER']
    const created = await program([...create, '--expires', '90d'])
    expect(created).toMatchObject({ code: 0, err: '' })
    const [first = '', ...rest] = created.out.split(/(?<=\n)/)
    expect([first, rest.join('')]).toEqual(['Created HR sync with the role MANAGER.\n', token])
    const id = /wcs_(.{8})/.exec(created.out)?.[1] ?? ''
    expect(await coverage([...create, '--expires', '90d'])).toEqual(
      refused(/^machine with this name already exists\.\n$/),
    )
    expect((await coverage(['machines', 'list'])).out).toMatch(
      new RegExp(`HR sync +│ MANAGER +│ active +│ ${id} │ .+Z │ never`),
    )
    const rotate = ['machines', 'rotate', 'hr SYNC', '--expires', '1d']
    expect(await coverage(rotate)).toEqual({ code: 0, out: token, err: '' })
    expect(await coverage(rotate)).toEqual(
      refused('HR sync has two tokens already. Revoke one of them first.'),
    )
    expect(await coverage(['machines', 'revoke', 'HR sync', ''])).toEqual(
      refused('HR sync has no such token.'),
    )
    expect(await machines()).toEqual([hr, hr])
    expect(await coverage(['machines', 'revoke', 'HR sync', id])).toMatchObject({
      out: 'Revoked one token of HR sync.\n',
    })
    expect(await machines()).toEqual([{ ...hr, revoked: true }, hr])
    expect(await coverage(['machines', 'revoke', 'HR sync', id])).toEqual(
      refused('HR sync has no such token.'),
    )
    expect((await coverage(['machines', 'deactivate', 'HR sync'])).out).toBe('HR sync is deactivated.\n')
    expect((await machines())[1]).toEqual({ ...hr, is_active: false })
  })

  test.each([
    [['create', '--name', 'a@b.example', '--role', 'VIEWER', '--expires', '1d'], 'may not contain @'],
    [['create', '--name', 'Kiosk', '--role', 'EMPLOYEE', '--expires', '1d'], 'Allowed choices'],
    [['create', '--name', 'Kiosk', '--role', 'VIEWER', '--expires', '90'], 'such as 90d'],
    [['create', '--name', 'Kiosk', '--role', 'VIEWER', '--expires', '367d'], 'less than or equal to 366'],
    [['create', '--name', 'Kiosk', '--role', 'VIEWER'], "'--expires' and '--client-id'"],
  ])('%j is wrong usage', async (args, why) => {
    expect(await coverage(['machines', ...args])).toMatchObject({
      code: 2,
      err: expect.stringContaining(why),
    })
  })

  test('are no users to the commands for users', async () => {
    await coverage(['machines', 'create', '--name', 'Payroll', '--role', 'VIEWER', '--client-id', 'payroll'])
    expect(await coverage(['users', 'set-role', 'Payroll', 'ADMIN'])).toEqual(
      refused('There is no user with the email Payroll.'),
    )
    expect(await coverage(['machines', 'deactivate', 'Nobody'])).toEqual(
      refused('There is no machine with the name Nobody.'),
    )
  })
})

describe('rules', () => {
  const rule = async (code: string) =>
    (await clinic.rows(sql`select severity, threshold, enabled from business_rules where code = ${code}`))[0]

  test('controls that an earlier release has stored do not reach the terminal', async () => {
    await clinic.rows(
      sql`update business_rules set name = ${'Cap \u001b]0;x\u0007\u009b2J\u202e'} where code = 'COVERAGE_EXCEEDED'`,
    )
    expect((await coverage(['rules', 'list'])).out).toContain('Cap \ufffd]0;x\ufffd\ufffd2J\ufffd')
  })

  test('rules list and rules set show and change the rules', async () => {
    const set = [
      'rules',
      'set',
      'MAX_WEEKLY_HOURS',
      '--severity',
      'WARNING',
      '--threshold',
      '48',
      '--enabled',
      'false',
    ]
    expect((await coverage(set)).out).toBe('MAX_WEEKLY_HOURS is disabled: WARNING, threshold 48.00.\n')
    expect((await program(['rules', 'list'])).out).toMatch(
      /MAX_WEEKLY_HOURS +│ WARNING +│ 48\.00 +│ false +│ Maximum weekly hours/,
    )
    await coverage(['rules', 'set', 'MAX_WEEKLY_HOURS', '--threshold', 'none'])
    expect(await rule('MAX_WEEKLY_HOURS')).toEqual({
      severity: 'WARNING',
      threshold: '60.00',
      enabled: false,
    })
  })

  test('rules set refuses a severity or threshold that the rule does not take', async () => {
    expect(await coverage(['rules', 'set', 'TAG_REQUIREMENT_MISMATCH', '--severity', 'INFO'])).toEqual(
      refused('^TAG_REQUIREMENT_MISMATCH takes the severity BLOCKING or WARNING, not INFO.\n$'),
    )
    expect(await coverage(['rules', 'set', 'DUPLICATE_ASSIGNMENT', '--threshold', '1'])).toEqual(
      refused('^DUPLICATE_ASSIGNMENT has no threshold.'),
    )
  })
})

testInCheck('a clinic is imported, first in a dry run, and exported again', async () => {
  const folder = await clinicFolder()
  const dry = await coverage(['import', folder, '--dry-run'])
  expect(dry.out).toContain('Dry run: 16 rows would be inserted or updated; nothing was stored.\n')
  expect(await clinic.rows(sql`select id from org_units`)).toEqual([])

  const { code, out, err } = await program(['import', folder])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain(
    'Read 3 org units, 2 tags, 2 employees, 3 employee tags, 2 positions, 2 position tags, 2 assignments.\n',
  )
  expect(out).toMatch(/│ employees +│ +2 │ +0 │ +0 │/)
  const [email] = /\w+@clinic\.example/.exec(smallClinic['employees.csv']) ?? []
  const shared = smallClinic['employees.csv'].replace('eve@clinic.example', `${email}`.toUpperCase())
  const warned = await coverage(['import', await clinicFolder({ 'employees.csv': shared })])
  expect(warned.err).toMatch(
    new RegExp(`^Warning: employees .+, .+ share ${email}: its user sees the data of them all\\.\n$`),
  )
  await coverage(['import', folder])
  expect((await coverage(['import', folder])).out).toContain('No rows were inserted or updated.\n')

  const again = JSON.parse((await coverage(['import', folder, '--json'])).out)
  expect(again.files.employees).toEqual({ inserted: 0, updated: 0, unchanged: 2 })

  const target = await temporaryFolder()
  expect(JSON.parse((await coverage(['export', target, '--json'])).out)).toMatchObject({ employees: 2 })
  expect((await program(['export', target])).code).toBe(0)
  expect(await readAll(target)).toEqual(smallClinic)
})

test('while PostgreSQL is read-only, checks and lists work, but nobody is shown whom the security log cannot name', async () => {
  const { pathname, username } = new URL(clinic.url)
  const connections = `alter role ${username} in database ${pathname.slice(1)}`
  await execute(clinic.ownerUrl, `${connections} set default_transaction_read_only = on`)
  onTestFinished(async () => {
    await execute(clinic.ownerUrl, `${connections} reset default_transaction_read_only`)
  })
  const folder = await temporaryFolder()
  const readOnly = refused(/^The database refuses changes \(read-only\): .+\n$/)
  expect(await coverage(['users', 'list'])).toEqual(readOnly)
  expect(await coverage(['export', folder])).toEqual(readOnly)
  expect(await readAll(folder)).toEqual({})
  expect(await coverage(['verify'])).toMatchObject({ code: 0, err: '' })
  expect(await coverage(['rules', 'list'])).toMatchObject({ code: 0, err: '' })
})

test('import refuses a folder with mistakes, each with file, line and column', async () => {
  const folder = await clinicFolder({
    'employees.csv': smallClinic['employees.csv'].replace('eve@clinic.example', 'eve'),
  })
  expect(await coverage(['import', folder])).toEqual({
    code: 1,
    out: '',
    err: 'employees.csv:3:email: Enter a valid email address.\nNothing was imported.\n',
  })
})

test.each(['file', 'file/below', '/proc/none/below'])(
  'export names the folder %s, which cannot be made',
  async (name) => {
    const parent = await temporaryFolder()
    writeFileSync(`${parent}/file`, '')
    const folder = resolve(parent, name)
    expect(await coverage(['export', folder])).toEqual(
      refused(new RegExp(`^The folder ${folder} cannot be written to: E[A-Z]+: .+\\.\\n$`)),
    )
  },
)

test.each([
  [['openapi'], 'openapi.json'],
  [['openapi', '--planning'], 'openapi-planning.json'],
  [['openapi', '--integration'], 'openapi-integration.json'],
])('the command %j prints the committed %s', async (words, file) => {
  const { out } = await program(words)
  expect(out).toBe(readFileSync(file, 'utf8'))
})

test('sweep expires proposals and tags, and migrate finds nothing to do', async () => {
  const make = factories(clinic)
  await make.employee({
    employee_number: 'P',
    status: 'PROPOSAL_PENDING',
    proposal_expires_at: new Date('2020-01-01'),
  })
  const { id: employee } = await make.employee({ employee_number: 'T' })
  await make.employeeTag({ employee, end_date: '2020-12-31' })
  expect((await program(['sweep'])).out).toBe('Expired 1 proposals and 1 tags.\n')
  expect((await program(['migrate'])).out).toBe('The database is up to date.\n')
  const json = async (command: string) => JSON.parse((await coverage([command, '--json'])).out)
  expect(await json('sweep')).toEqual({ expired_proposals: 0, expired_tags: 0 })
  expect(await json('migrate')).toEqual({ migrations: [], warnings: [] })
})

test('in production only the owner of the tables migrates', async () => {
  const env = production
  expect(await coverage(['migrate'], { env })).toEqual(refused('^Set DATABASE_ADMIN_URL to the address'))
  const owner = { ...env, DATABASE_ADMIN_URL: clinic.ownerUrl }
  expect(await coverage(['migrate'], { env: owner })).toMatchObject({ code: 0, err: '' })
  expect(await coverage(['rules', 'list'], { env })).toMatchObject({ code: 0, err: '' })
})

describe('throttles', () => {
  async function withKeys() {
    const redis = await freshRedis()
    const client = new Redis(redis.url)
    onTestFinished(async () => {
      client.disconnect()
      await redis.drop()
    })
    return {
      client,
      async throttles(...words: string[]) {
        const run = words.includes('list') ? program : coverage
        const env = { REDIS_URL: redis.url }
        let ended = await run(['throttles', ...words], { env })
        // A slow machine may not connect in the second that a command waits for Redis.
        while (ended.err.startsWith('Redis cannot be reached'))
          ended = await run(['throttles', ...words], { env })
        return ended.code === 0 ? ended.out : ended
      },

      /** A window, a block or a limit of five. */
      async set(scope: string, key: string, kind: 'block:' | 'limit:' | '' = '') {
        await client.set(`${kind || 'throttle:'}{${scope}:${key}}`, 5, 'PX', 600_000)
        for (const set of kind ? ['overrides'] : ['open', 'busy'])
          await client.zadd(`${set}:{${scope}}`, Date.now() + 600_000, key)
      },
    }
  }

  test('throttles are listed and cleared in Redis, with those that operators blocked or limited', async () => {
    const { throttles, set, client } = await withKeys()
    await set('login', '198.51.100.9')
    await set('login', '198.51.100.9', 'limit:')
    await set('user', 'not a user', 'block:')
    const listed = await throttles('list')
    expect(listed).toMatch(/login +│ 198\.51\.100\.9 +│ +5 │ +5 │ \d+ s +│ limited for \d+ s/)
    expect(listed).toMatch(/user +│ not a user +│ +0 │ +1000 │ +│ blocked for \d+ s/)
    const instant = expect.stringMatching(/^\d{4}-.+Z$/)
    expect(JSON.parse(String(await throttles('list', '--scope', 'login', '--json')))).toEqual([
      {
        ...{ scope: 'login', key: '198.51.100.9', used: 5, limit: 5 },
        ...{ resets_at: instant, limit_until: instant, blocked_until: null },
      },
    ])
    expect(await throttles('clear')).toBe(
      'Cleared 1 window.\nStill blocked or limited: 2 keys; add --overrides to end that, too.\n',
    )
    expect(await throttles('clear', '--overrides')).toBe(
      'Cleared 0 windows.\nEnded the block or limit of 2 keys.\n',
    )
    expect(await client.keys('*')).toEqual(['throttle:change'])
    expect(await throttles('list', '--overrides')).toBe('No key is blocked or limited.\n')
  })

  test('throttles clear removes the block and limit of a key in any spelling', async () => {
    const { throttles, set, client } = await withKeys()
    const id = randomUUID()
    await clinic.rows(sql`insert into users (id, email, given_name, family_name, role, is_active, is_staff,
      is_superuser, email_verified, date_joined, session_epoch)
      values (${id}, 'Held@clinic.example', '', '', 'VIEWER', true, false, false, false, now(), 0)`)
    await set('user', id, 'block:')
    // As a process left it that was killed before it listed the key.
    await client.set('throttle:{login:198.51.100.9}', 5)
    expect(await throttles('clear', '--key', '[::FFFF:198.51.100.9]:443')).toBe('Cleared 1 window.\n')
    expect(await throttles('clear', '--key', 'held@clinic.example')).toBe(
      'Cleared 0 windows.\nEnded the block or limit of 1 key.\n',
    )
    expect(await throttles('clear', '--scope', 'user', '--key', 'held@clinic.example')).toEqual(
      refused('^Nothing is counted, blocked or limited under held@clinic.example. See: '),
    )
  })
  test('throttles commands need Redis', async () => {
    expect(await coverage(['throttles', 'list'])).toEqual(refused('^Without REDIS_URL the service counts'))
    expect(await coverage(['throttles', 'list'], { env: { REDIS_URL: 'redis://127.0.0.1:1' } })).toEqual(
      refused('^Redis cannot be reached; check REDIS_URL. Until it is back'),
    )
  })
})

test('settings prints what is in force and where it comes from, without secrets and without a database', async () => {
  const secret = `${await temporaryFolder()}/secret`
  writeFileSync(secret, 'a secret of thirty-two bytes or so')
  const env = {
    DATABASE_URL: 'postgresql://worker:pass@127.0.0.1:1/clinic',
    JWT_SECRET_FILE: secret,
    TIME_ZONE: 'Europe/Madrid',
  }
  const { code, out, err } = await coverage(['settings'], { env })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/ DATABASE_URL +│ postgresql:\/\/127\.0\.0\.1:1\/clinic +│ environment /)
  expect(out).toMatch(/ JWT_SECRET +│ \(hidden\) +│ file /)
  expect(out).toMatch(/ JWT_SECRET_PREVIOUS +│ +│ default /)
  expect(out).toMatch(/ TIME_ZONE +│ Europe\/Madrid +│ environment /)
  expect(JSON.parse((await coverage(['settings', '--json'], { env })).out)).toEqual(
    expect.arrayContaining([
      { name: 'JWT_SECRET', value: null, source: 'file', is_secret: true },
      { name: 'THROTTLE_USER', value: '1000/hour', source: 'default', is_secret: false },
    ]),
  )
  expect(await coverage(['settings'], { env: { PORT: 'x' } })).toEqual(refused('PORT must be a port number'))
})

test('lists are printed as JSON with --json, and users list is kept in the security log', async () => {
  const json = async (...args: string[]) => JSON.parse((await coverage([...args, '--json'])).out)
  await coverage(['users', 'create', '--email', 'lea@clinic.example', '--role', 'VIEWER', '--generate'])
  expect(await json('users', 'list', '--role', 'VIEWER')).toContainEqual({
    id: expect.any(String),
    email: 'lea@clinic.example',
    given_name: '',
    family_name: '',
    role: 'VIEWER',
    is_active: true,
    is_staff: false,
    is_superuser: false,
    date_joined: expect.any(String),
    last_login: null,
  })
  expect((await coverage(['users', 'list'])).out).toMatch(
    / lea@clinic\.example +│ +│ VIEWER +│ active +│ +│ never /,
  )
  expect(await json('users', 'list', '--role', 'MANAGER')).toEqual([])
  const kept = sql`select target from security_log where target like 'users list%' order by id`
  expect(await clinic.rows(kept)).toEqual(
    ['users list VIEWER', 'users list', 'users list MANAGER'].map((target) => ({ target })),
  )
  expect(await json('rules', 'list')).toContainEqual({
    code: 'EMPLOYEE_TERMINATED',
    severity: 'BLOCKING',
    threshold: null,
    enabled: true,
    name: 'Employee terminated',
  })
  const issued = { token: expect.stringMatching(/^wcs_/), expires_at: expect.stringMatching(/Z$/) }
  const create = ['machines', 'create', '--role', 'VIEWER', '--name']
  const rotate = ['machines', 'rotate', 'Shown', '--expires', '9d']
  expect(await json(...create, 'Shown', '--expires', '90d')).toEqual({
    name: 'Shown',
    role: 'VIEWER',
    ...issued,
  })
  expect(await json(...rotate)).toEqual({ name: 'Shown', ...issued })
  expect(await json(...create, 'Own', '--client-id', 'own')).toEqual({
    ...{ name: 'Own', role: 'VIEWER' },
    ...{ token: null, expires_at: null },
  })
  await coverage(['machines', 'create', '--name', 'Listed', '--role', 'VIEWER', '--expires', '90d'])
  expect(await json('machines', 'list')).toContainEqual({
    name: 'Listed',
    role: 'VIEWER',
    is_active: true,
    tokens: [expect.objectContaining({ last_used_at: null })],
  })
})
