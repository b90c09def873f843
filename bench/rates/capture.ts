import { pino } from 'pino'
import type { Orm } from '../../entities/connection/em.ts'
import { poolOf } from '../../entities/connection/pool.ts'
import { createApp } from '../../server/http/app.ts'
import { listen } from '../../server/http/listen.ts'
import { connectServices, inOrder } from '../../server/serve.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { type BenchCall, createClient, type Inputs, inputsOf, routeOf } from '../service/calls.ts'
import type { Case } from './cases.ts'

/**
 * A statement of the service, with names in place of the call's inputs: `{ input: 'id' }` among the values, `{id}` in a
 * text without values.
 */
export type Statement = { text: string; values: unknown[] }

/** The statements that the service sends to PostgreSQL for a call, and its answer without the body. */
export type Recorded = { name: string; statements: Statement[]; status: number; headers: string[] }

/** Runs the service in this process and records one call of each case, by route. */
export async function capture(
  cases: Case[],
  environment: Record<string, string>,
  { headers, userId: user }: { headers: Record<string, string>; userId: string },
): Promise<Record<string, Recorded>> {
  const settings = readSettings(environment)
  const databaseUrl = environment.DATABASE_URL ?? ''
  const log = pino({ level: 'warn' })
  const { orm, services, stop } = await connectServices({ settings, databaseUrl, log })
  const sent = recordStatements(orm)
  const listener = await listen(createApp(services, settings), 0, '127.0.0.1')
  const client = createClient(listener.address, headers)

  const recorded: Record<string, Recorded> = {}
  for (const { name, calls, newCall } of cases) {
    const call = newCall?.() ?? (calls[0] as BenchCall)
    sent.length = 0
    const answer = await client.send(call).catch(() => undefined)
    if (!answer) continue // the measurement reports why
    const { status, headers, body } = answer
    const inputs = { user, ...inputsOf(call.path, call.body), ...(status === 201 && made(JSON.parse(body))) }
    const statements = sent.map((statement) => withNames(statement, inputs))
    recorded[routeOf(call.method, call.path)] = { name, statements, status, headers: headers.flat() }
  }
  await inOrder(listener.stop, stop)()
  return recorded
}

function recordStatements(orm: Orm): Statement[] {
  const sent: Statement[] = []
  poolOf(orm).on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((given: string | Statement, values: unknown[] = []) => {
      sent.push({ text: typeof given === 'string' ? given : given.text, values })
      return query(given, values)
    }) as typeof client.query
  })
  return sent
}

/** The values that a create generates. */
const made = ({ id, created_at }: Inputs): Inputs => ({ made: id, now: created_at })

function withNames({ text, values = [] }: Statement, inputs: Inputs): Statement {
  const known = Object.entries(inputs).filter(([, value]) => value !== undefined)
  const named = (value: unknown): unknown => {
    const name = known.find(([, given]) => JSON.stringify(given) === JSON.stringify(value))?.[0]
    if (name) return { input: name }
    return Array.isArray(value) ? value.map(named) : value
  }
  return { text: values.length ? text : namedInText(text, known), values: values.map(named) }
}

/** The unit of work sends its values within the text. */
const namedInText = (text: string, known: [string, unknown][]) =>
  known
    .reduce((all, [name, given]) => all.replaceAll(`'${given}'`, `{${name}}`), text)
    .replace(/'\{"violations".*?\]\}'(?=[,)])/, '{metadata}')
