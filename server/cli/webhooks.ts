import { LockMode } from '@mikro-orm/core'
import { Option } from 'commander'
import { sealing } from '../../entities/accounts/sealing.ts'
import type { Em } from '../../entities/connection/em.ts'
import { type FeedSubject, feedSubjects } from '../../entities/integration/shown-change.ts'
import { deliveryList, WebhookDelivery } from '../../entities/integration/webhook-delivery.ts'
import { WebhookEndpoint } from '../../entities/integration/webhook-endpoint.ts'
import {
  askAgain,
  askForTest,
  endpointList,
  newEndpoint,
  rotateSecret,
  switchOn,
  webhookSecrets,
} from '../../entities/integration/webhooks.ts'
import { readFirst } from '../../entities/lists/page.ts'
import { webhookName, webhookUrl } from '../../routers/console/webhooks.ts'
import { secretsOf } from '../auth/local-secret.ts'
import type { Settings } from '../settings/settings.ts'
import type { Command } from './common/command.ts'
import {
  asJson,
  CommandRefusal,
  carryOut,
  type Outcome,
  print,
  readBy,
  type Shown,
  table,
  tell,
  withDatabase,
} from './common/connection.ts'

type NewWebhook = Shown & { name: string; url: string; subject?: FeedSubject[] }

/** `coverage webhooks ...`. */
export function addCommands(program: Command) {
  const webhooks = program.command('webhooks').description('send changes to other programs')
  addCreate(webhooks)
  webhooks
    .command('list')
    .description('show all webhooks')
    .option(...asJson)
    .examples('coverage webhooks list')
    .action(list)
  webhooks
    .command('deliveries <name>')
    .description('show the last hundred deliveries of a webhook, with their answers')
    .option(...asJson)
    .examples('coverage webhooks deliveries payroll')
    .action(deliveries)
  webhooks
    .command('send-again <name> <delivery>')
    .description('let the service deliver a message once more; "webhooks deliveries" shows the numbers')
    .examples('coverage webhooks send-again payroll 4711')
    .action(sendAgain)
  webhooks
    .command('rotate <name>')
    .description('give a webhook a new secret; for a day, messages are signed with both')
    .option(...asJson)
    .examples('coverage webhooks rotate payroll')
    .action(rotate)
  addVerbs(webhooks)
}

const addCreate = (webhooks: Command) =>
  webhooks
    .command('create')
    .description('create a webhook, and print its secret once')
    .requiredOption('--name <name>', 'what logs call it', readBy(webhookName()))
    .requiredOption('--url <url>', 'where changes are sent', readBy(webhookUrl()))
    .addOption(
      new Option('--subject <subject...>', 'whose changes are sent; all unless given').choices(feedSubjects),
    )
    .option(...asJson)
    .examples(
      'coverage webhooks create --name payroll --url https://payroll.example/hook',
      'coverage webhooks create --name payroll --url https://payroll.example/hook --subject employees assignments',
    )
    .action(create)

type Given = { em: Em; settings: Settings; at: Date }
type Work = (endpoint: WebhookEndpoint, given: Given) => Outcome | Promise<Outcome>

function addVerbs(webhooks: Command) {
  const add = (verb: string, description: string, work: Work) =>
    webhooks
      .command(`${verb} <name>`)
      .description(description)
      .examples(`coverage webhooks ${verb} payroll`)
      .action((name: string) => change(name, verb, work))
  add('disable', 'send nothing to a webhook until it is enabled', (endpoint, { at }) => {
    endpoint.switchOff('OPERATOR', at)
    return `${endpoint.name} is switched off.`
  })
  add('enable', 'go on sending to a webhook where it stopped', async (endpoint, { em }) => {
    await switchOn(em, endpoint)
    return `${endpoint.name} is switched on.`
  })
  add('delete', 'delete a webhook and its deliveries', (endpoint, { em }) => {
    em.remove(endpoint)
    return `${endpoint.name} is deleted.`
  })
  add('test', 'let the service send a test message to a webhook', (endpoint, { em, at }) => {
    askForTest(em, endpoint, at)
    return asked(endpoint)
  })
}

const sealOf = (settings: Settings) => sealing(secretsOf(settings), webhookSecrets).seal

const secretText = (secret: string) => `The secret is not shown again: ${secret}`

const asked = ({ name }: WebhookEndpoint) =>
  `The running service sends it at once. See: coverage webhooks deliveries "${name}"`

const create = ({ name, url, subject: subjects = [], ...shown }: NewWebhook) =>
  carryOut('webhooks create', `${name} ${url}`, async ({ settings, author, inTransaction }) => {
    const allowsHttp = settings.deployment === 'local'
    const secret = await inTransaction(async (em) => {
      const making = { seal: sealOf(settings), allowsHttp, at: author.at }
      return (await newEndpoint(em, { name, url, subjects }, making)).secret
    })
    print(shown, { name, secret }, () => `Created ${name}.\n${secretText(secret)}`)
  })

const rotate = (name: string, shown: Shown) =>
  change(name, 'rotate', (endpoint, { settings, at }) => {
    const secret = rotateSecret(endpoint, { seal: sealOf(settings), at })
    return () => print(shown, { name, secret }, () => secretText(secret))
  })

const list = (shown: Shown) =>
  withDatabase(async (orm) => {
    const endpoints = await readFirst(orm.em.fork(), endpointList, 1000)
    const rows = endpoints.map(({ name, url, subjects, ...endpoint }) => [
      ...[name, url, subjects.join(' ') || 'all', stateOf(endpoint)],
      ...[endpoint.last_sent_at ?? 'never', endpoint.last_status ?? ''],
    ])
    const head = ['name', 'address', 'subjects', 'state', 'last sent', 'answer']
    print(shown, endpoints, () => (rows.length ? table(head, rows) : 'There are no webhooks.'))
  })

type State = { off_reason: string | null; off_since: string | null; failing_since: string | null }

function stateOf({ off_reason, off_since, failing_since }: State) {
  if (off_reason) return `off since ${off_since}: ${off_reason}`
  return failing_since ? `failing since ${failing_since}` : 'on'
}

const deliveries = (name: string, shown: Shown) =>
  withDatabase(async (orm) => {
    const em = orm.em.fork()
    const { id } = await find(em, name)
    const found = await readFirst(em, deliveryList(id), 100)
    const rows = found.map(({ id, type, message_id, attempt, sent_at, status, answer }) => [
      ...[id, type, message_id, attempt, sent_at ?? 'waits', status ?? ''],
      answer.split('\n')[0]?.slice(0, 60) ?? '',
    ])
    const head = ['number', 'type', 'message', 'attempt', 'sent', 'status', 'answer']
    print(shown, found, () => (rows.length ? table(head, rows) : 'Nothing has been sent.'))
  })

const sendAgain = (name: string, number: string) =>
  change(name, 'send-again', async (endpoint, { em, at }) => {
    const id = /^\d{1,9}$/.test(number) ? Number(number) : 0
    const delivery = await em.findOne(WebhookDelivery, { id, endpoint: endpoint.id })
    if (!delivery) throw new CommandRefusal(`${name} has no delivery ${number}.`)
    askAgain(em, delivery, at)
    return asked(endpoint)
  })

async function find(em: Em, name: string, lockMode?: LockMode) {
  const found = await em.findOne(WebhookEndpoint, { name }, { lockMode })
  if (!found) throw new CommandRefusal(`There is no webhook with the name ${name}.`)
  return found
}

/** Changes the webhook in a transaction, and tells what the change returns once it is stored. */
const change = (name: string, command: string, work: Work) =>
  carryOut(`webhooks ${command}`, name, async ({ settings, author, inTransaction }) => {
    const outcome = await inTransaction(async (em) => {
      const endpoint = await find(em, name, LockMode.PESSIMISTIC_WRITE)
      return work(endpoint, { em, settings, at: author.at })
    })
    tell(outcome)
  })
