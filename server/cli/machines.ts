import { LockMode } from '@mikro-orm/core'
import { InvalidArgumentError, Option } from 'commander'
import { issueToken, MachineToken } from '../../entities/accounts/machine-token.ts'
import { machineList, newMachine } from '../../entities/accounts/machines.ts'
import { User } from '../../entities/accounts/user.ts'
import type { Em } from '../../entities/connection/em.ts'
import { readFirst } from '../../entities/lists/page.ts'
import { clientId, machineName, tokenDays } from '../../routers/console/accounts/machines.ts'
import { type MachineRole, machineRoles } from '../../src/accounts/permissions.ts'
import type { Command } from './common/command.ts'
import {
  asJson,
  CommandRefusal,
  carryOut,
  type Outcome,
  only,
  print,
  readBy,
  type Shown,
  table,
  tell,
  withDatabase,
} from './common/connection.ts'

type NewMachine = Shown & { name: string; role: MachineRole; expires?: number; clientId?: string }

/** `coverage machines ...` (D56). */
export function addCommands(program: Command) {
  const machines = program.command('machines').description('create service accounts, and manage their tokens')
  addCreate(machines)

  machines
    .command('list')
    .description('show all machines and their tokens')
    .option(...asJson)
    .examples('coverage machines list')
    .action(list)

  machines
    .command('rotate <name>')
    .description('give a machine a second token; the first one stays valid until you revoke it')
    .addOption(expires().makeOptionMandatory())
    .option(...asJson)
    .addHelpText(
      'after',
      '\nThe token is printed once. Give it to the machine, then revoke the first one; "machines list" shows the ids.',
    )
    .examples(
      'coverage machines rotate "HR sync" --expires 90d',
      'coverage machines revoke "HR sync" 0b1f6b0e',
    )
    .action(rotate)

  machines
    .command('revoke <name> [token]')
    .description('end a token of a machine at once; without the beginning of its id, all tokens')
    .examples('coverage machines revoke "HR sync" 0b1f6b0e', 'coverage machines revoke "HR sync"')
    .action(revoke)

  machines
    .command('deactivate <name>')
    .description('refuse all tokens of a machine; the record stays')
    .examples('coverage machines deactivate "HR sync"')
    .action((name: string) =>
      change(name, 'deactivate', async (_em, machine) => {
        machine.deactivate()
        return `${machine.email} is deactivated.`
      }),
    )
}

const expires = () =>
  new Option('--expires <days>', 'for how many days the token is valid, such as 90d').argParser(readDays)

const days = readBy(tokenDays(), Number)

function readDays(text: string) {
  const [, number] = /^(\d{1,3})d$/.exec(text) ?? []
  if (!number) throw new InvalidArgumentError('Give a number of days, such as 90d.')
  return days(number)
}

function addCreate(machines: Command) {
  machines
    .command('create')
    .description('create a machine, and print its token once')
    .requiredOption('--name <name>', 'what logs call it', readBy(machineName()))
    .addOption(
      new Option('--role <role>', 'what the machine may do').choices(machineRoles).makeOptionMandatory(),
    )
    .addOption(expires())
    .option(
      '--client-id <id>',
      'with AUTH_MODE=oidc: a client at the identity provider whose own tokens are accepted as well',
      readBy(clientId()),
    )
    .option(...asJson)
    .examples(
      'coverage machines create --name "HR sync" --role MANAGER --expires 90d',
      'coverage machines create --name "HR sync" --role MANAGER --client-id hr-sync',
    )
    .action((given: NewMachine, command: Command) => {
      if (!given.expires && !given.clientId)
        command.error("error: give at least one of '--expires' and '--client-id'")
      return create(given)
    })
}

const create = ({ name, role, expires, clientId: client_id, ...shown }: NewMachine) =>
  carryOut('machines create', `${name} ${role}`, async ({ author, inTransaction }) => {
    const token = await inTransaction(async (em) => {
      const machine = await newMachine(em, { name, role, client_id }, author.at)
      return expires ? issueToken(em, machine, { at: author.at, days: expires }) : undefined
    })
    const made = `Created ${name} with the role ${role}.`
    const answer = { name, role, token: token?.text ?? null, expires_at: token?.expires_at ?? null }
    print(shown, answer, () => (token ? `${made}\n${textOf(token)}` : made))
  })

const textOf = ({ text, expires_at }: Awaited<ReturnType<typeof issueToken>>) =>
  `The token is not shown again. It is valid until ${expires_at.toISOString()}: ${text}`

const list = (shown: Shown) =>
  withDatabase(async (orm) => {
    const found = await readFirst(orm.em.fork(), machineList(), 10_000)
    const machines = found.map((machine) => only(machine, ['name', 'role', 'is_active', 'tokens']))
    const rows = machines.flatMap(({ name, role, is_active, tokens }) => {
      const machine = [name, role, is_active ? 'active' : 'deactivated']
      if (!tokens.length) return [[...machine, 'none', '', '', '']]
      return tokens.map(({ id, expires_at, last_used_at, last_used_from }) => {
        return [...machine, id.slice(0, 8), expires_at, last_used_at ?? 'never', last_used_from]
      })
    })
    const head = ['name', 'role', 'state', 'token', 'valid until', 'last used', 'from']
    print(shown, machines, () => (rows.length ? table(head, rows) : 'There are no machines.'))
  })

const rotate = (name: string, { expires, ...shown }: Shown & { expires: number }) =>
  change(name, 'rotate', async (em, machine, at) => {
    const token = await issueToken(em, machine, { at, days: expires })
    const answer = { name: machine.email, token: token.text, expires_at: token.expires_at }
    return () => print(shown, answer, () => textOf(token))
  })

const revoke = (name: string, beginning?: string) =>
  change(name, 'revoke', async (em, machine, at) => {
    const tokens = await em.find(MachineToken, { user: machine.id, revoked_at: null })
    // An empty beginning, such as that of an unset variable, is none of a token.
    const isMeant = (id: string) => beginning !== '' && id.startsWith(beginning?.toLowerCase() ?? '')
    const meant = tokens.filter(({ id }) => isMeant(id))
    if (!meant.length)
      throw new CommandRefusal(`${machine.email} has no such token. See: coverage machines list`)
    for (const token of meant) token.revoked_at = at
    return `Revoked ${meant.length === 1 ? 'one token' : `${meant.length} tokens`} of ${machine.email}.`
  })

type Change = (em: Em, machine: User, at: Date) => Promise<Outcome>

/** Changes the machine in a transaction, and tells what the change returns once it is stored. */
const change = (name: string, command: string, work: Change) =>
  carryOut(`machines ${command}`, name, async ({ orm, author, inTransaction }) => {
    const [found] = await readFirst(orm.em.fork(), machineList({ name }), 1)
    if (!found) throw new CommandRefusal(`There is no machine with the name ${name}.`)
    const outcome = await inTransaction(async (em) => {
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
      return work(em, await em.findOneOrFail(User, found.id, lock), author.at)
    })
    tell(outcome)
  })
