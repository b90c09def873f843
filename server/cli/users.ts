import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { LockMode } from '@mikro-orm/core'
import { Argument, Option } from 'commander'
import type { z } from 'zod'
import { User } from '../../entities/accounts/user.ts'
import { findByEmail, userList } from '../../entities/accounts/users.ts'
import { readFirst } from '../../entities/lists/page.ts'
import { longestPassword } from '../../routers/accounts/auth.ts'
import * as fields from '../../routers/schema/fields.ts'
import {
  passwordProblems,
  temporaryPasswordExpiry,
  temporaryPasswordHours,
} from '../../src/accounts/password-policy.ts'
import { type Role, roles } from '../../src/accounts/permissions.ts'
import { generatePassword, hashPassword } from '../auth/passwords.ts'
import { readSettings } from '../settings/settings.ts'
import type { Command } from './common/command.ts'
import { asJson, CommandRefusal, carryOut, only, print, type Shown, table } from './common/connection.ts'

type PasswordFlags = Shown & { password?: string; generate?: true }

type NewUser = PasswordFlags & {
  email: string
  role: Role
  givenName: string
  familyName: string
  staff?: true
  superuser?: true
}

/** `coverage users ...` (D38). */
export function addCommands(program: Command) {
  const users = program.command('users').description('show and create users, and change what they may do')
  addList(users)
  addCreate(users)
  addUnbind(users)

  addPassword(users.command('set-password <email>'))
    .description('give a user a new password, which ends all their sessions')
    .examples(
      'coverage users set-password ada@clinic.example < password.txt',
      'coverage users set-password ada@clinic.example --generate',
    )
    .action(setPassword)

  users
    .command('set-role <email>')
    .description('give a user a new role')
    .addArgument(new Argument('<role>').choices(roles))
    .examples('coverage users set-role ada@clinic.example MANAGER')
    .action((email: string, role: Role) =>
      change(email, { command: 'users set-role', outcome: `is now ${role}` }, (user) => {
        user.role = role
      }),
    )

  users
    .command('activate <email>')
    .description('let a deactivated user sign in again')
    .examples('coverage users activate ada@clinic.example')
    .action((email: string) =>
      change(email, { command: 'users activate', outcome: 'is active' }, (user) => user.activate()),
    )

  users
    .command('deactivate <email>')
    .description('end all sessions of a user and refuse new ones; the record stays')
    .examples('coverage users deactivate ada@clinic.example')
    .action((email: string) =>
      change(email, { command: 'users deactivate', outcome: 'is deactivated' }, (user) => user.deactivate()),
    )
}

function addList(users: Command) {
  users
    .command('list')
    .description('show all users by email; the security log keeps that they were shown')
    .addOption(new Option('--role <role>', 'only those with this role').choices(roles))
    .option(...asJson)
    .examples('coverage users list', 'coverage users list --role ADMIN --json')
    .action(listUsers)
}

const names = ['id', 'email', 'given_name', 'family_name', 'role'] as const
const states = ['is_active', 'is_staff', 'is_superuser', 'date_joined', 'last_login'] as const
const listed = [...names, ...states]

const listUsers = ({ role, ...shown }: Shown & { role?: Role }) =>
  carryOut('users list', role ?? '', async ({ orm, record }) => {
    const found = await readFirst(orm.em.fork(), userList({ kind: 'PERSON', role }), 100_000)
    const users = found.map((user) => only(user, listed))
    const rows = users.map((user) => [
      user.email,
      `${user.given_name} ${user.family_name}`.trim(),
      user.role,
      user.is_active ? 'active' : 'deactivated',
      [user.is_staff && 'staff', user.is_superuser && 'superuser'].filter(Boolean).join(', '),
      user.last_login ?? 'never',
    ])
    const head = ['email', 'name', 'role', 'state', 'rights', 'last login']
    await record()
    print(shown, users, () => (rows.length ? table(head, rows) : 'There are no such users.'))
  })

const addPassword = (command: Command) =>
  command
    .option(
      '--password <password>',
      'if omitted, asked for or read from standard input, unless an identity provider keeps the passwords',
    )
    .addOption(
      new Option(
        '--generate',
        `print a temporary password, which expires after ${temporaryPasswordHours} hours unless its owner changes it`,
      ).conflicts('password'),
    )
    .option(...asJson)

function addCreate(users: Command) {
  addPassword(users.command('create'))
    .description('create a user')
    .requiredOption('--email <email>', 'the email to sign in with')
    .addOption(new Option('--role <role>', 'what the user may do').choices(roles).makeOptionMandatory())
    .option('--given-name <name>', 'the given name', '')
    .option('--family-name <name>', 'the family name', '')
    .option('--staff', 'may use the console')
    .option('--superuser', 'passes every role check')
    .examples(
      'coverage users create --email ada@clinic.example --role ADMIN',
      'coverage users create --email eve@clinic.example --role EMPLOYEE --given-name Eve < password.txt',
    )
    .action(createUser)
}

function addUnbind(users: Command) {
  users
    .command('unbind <email>')
    .description('unbind a user from their identity at the provider, and end all their sessions')
    .examples('coverage users unbind ada@clinic.example')
    .action((email: string) =>
      change(email, { command: 'users unbind', outcome: 'is no longer bound to an identity' }, (user) => {
        if (!user.unbind()) throw new CommandRefusal(`${email} is not bound to an identity.`)
      }),
    )
}

/** Reads the value by the API's field, and refuses it with that field's message. */
function accept<T>(name: string, field: z.ZodType<T>, given: unknown): T {
  const { data, error } = field.safeParse(given)
  if (error) throw new CommandRefusal(`${name}: ${error.issues.map(({ message }) => message).join(' ')}`)
  return data as T
}

async function createUser(given: NewUser) {
  const email = accept('--email', fields.email(), given.email)
  const given_name = accept('--given-name', fields.label(150), given.givenName)
  const family_name = accept('--family-name', fields.label(150), given.familyName)
  const hasNone = isElsewhere() && given.password === undefined && !given.generate
  const made = hasNone ? noPassword : await newPassword(email, given)
  const { password, password_hash, password_expires_at } = made
  const { role, staff: is_staff = false, superuser: is_superuser = false } = given
  await carryOut('users create', `${email} ${role}`, async ({ inTransaction }) => {
    const names = { email, given_name, family_name }
    const secret = { password_hash, password_expires_at }
    await inTransaction(async (em) => {
      em.create(User, { ...names, ...secret, role, is_staff, is_superuser, date_joined: new Date() })
    })
    const done = `Created ${email} with the role ${role}.`
    print(given, { email, role, password, password_expires_at }, () => withNote(done, password))
  })
}

/** `outcome` completes a sentence that begins with the user's email, which `show` prints. */
type UserCommand = { command: string; outcome: string; show?: (done: string) => void }

async function setPassword(email: string, flags: PasswordFlags) {
  if (isElsewhere()) throw new CommandRefusal('The identity provider keeps the passwords (AUTH_MODE=oidc).')
  const { password, password_hash, password_expires_at } = await newPassword(email, flags)
  const show = (done: string) =>
    print(flags, { email, password, password_expires_at }, () => withNote(done, password))
  await change(email, { command: 'users set-password', outcome: 'has a new password', show }, (user) => {
    if (password_expires_at) user.setTemporaryPassword(password_hash, password_expires_at)
    else user.setPassword(password_hash)
  })
}

const withNote = (done: string, password: string | null) =>
  password === null
    ? done
    : `${done}\nThe password is not shown again. It is valid for ${temporaryPasswordHours} hours: ${password}`

/** Whether users sign in with passwords of an identity provider, and never with those stored here. */
const isElsewhere = () => readSettings(process.env).authMode === 'oidc'

const noPassword = { password: null, password_hash: null, password_expires_at: null }

/** A lasting password that the policy accepts, or with `--generate` a temporary one, which alone may be shown. */
async function newPassword(email: string, { password: flag, generate }: PasswordFlags) {
  if (generate) {
    const password = generatePassword()
    const password_expires_at = temporaryPasswordExpiry(new Date())
    return { password, password_hash: await hashPassword(password), password_expires_at }
  }
  const password = await readPassword(flag)
  const problems = await passwordProblems(password, { email })
  if (problems.length) throw new CommandRefusal(`--password: ${problems.join(' ')}`)
  return { password: null, password_hash: await hashPassword(password), password_expires_at: null }
}

function change(
  email: string,
  { command, outcome, show = console.log }: UserCommand,
  verb: (user: User) => void,
) {
  return carryOut(command, `${email} ${outcome}`, async ({ orm, inTransaction }) => {
    const found = await findByEmail(orm.em.fork(), email)
    if (!found) throw new CommandRefusal(`There is no user with the email ${email}.`)
    await inTransaction(async (em) => {
      verb(await em.findOneOrFail(User, found.id, { lockMode: LockMode.PESSIMISTIC_WRITE }))
    })
    show(`${email} ${outcome}.`)
  })
}

/** The password from the option, else asked for on a terminal, else standard input without its last line break. */
async function readPassword(flag: string | undefined): Promise<string> {
  const given =
    flag ?? (process.stdin.isTTY ? await ask() : (await readAll(process.stdin)).replace(/\r?\n$/, ''))
  if (given === '') throw new CommandRefusal('Give a password with --password or on standard input.')
  return accept('--password', fields.password(longestPassword), given)
}

async function ask(): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  // The terminal sends no signal for Ctrl-C while a question is open.
  terminal.on('SIGINT', () => {
    process.stderr.write('\n')
    process.exit(130)
  })
  process.stderr.write('Password: ')
  try {
    // Ctrl-D rejects the question, and gives no password.
    return await terminal.question('').catch(() => '')
  } finally {
    process.stderr.write('\n')
    terminal.close()
  }
}
