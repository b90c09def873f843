import { Agent, request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { restRouter } from '../../../routers/app-router.ts'
import { consoleRouter } from '../../../routers/console/router.ts'
import type { Meta } from '../../../routers/gate/meta.ts'
import { maximumBody } from '../../../server/http/body.ts'
import { toNothing } from '../../expect/endpoints.ts'
import type { Client } from '../../setup/client.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const mebibyte = 1024 * 1024
/** In milliseconds; on a slow machine, this many times the usual work. */
const longestTurn = 100
const timesUsualWork = 6
const largestRefusal = 16 * 1024

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const everything = { is_superuser: true, is_staff: true }
const caller = await service.as('ADMIN', everything)
const operator = await ops.as('ADMIN', everything)

type Procedure = {
  _def: { type: string; meta?: Meta; inputs: (Partial<z.ZodObject> & { in?: z.ZodObject })[] }
}
/** All but subscriptions, which take no more than the id of an event. */
const proceduresOf = (router: { _def: { procedures: object } }) =>
  Object.entries(router._def.procedures as Record<string, Procedure>).filter(
    ([, { _def }]) => _def.type !== 'subscription',
  )

const filled = (part: string, length: number) => part.repeat(Math.floor(length / part.length))

/** JSON values of several kinds, each as costly as that many bytes allow. */
const costly = (bytes: number): Record<string, string> => {
  const room = bytes - 200
  const fill = (item: string, from: string, to: string, most = 29_000) =>
    from + item.repeat(Math.min(most, Math.floor(room / item.length))) + to
  const text = (part: string) => `"${filled(part, room)}"`
  return {
    'a list of numbers': fill('1,', '[', '1]', bytes),
    'a list of ids': fill('"e7a4b1c0-1111-4222-8333-444455556666",', '[', '1]'),
    'a list of objects': fill('{"a":{}},', '[', '1]', 9000),
    'nested lists': filled('[', room / 2).slice(0, 29_000) + filled(']', room / 2).slice(0, 29_000),
    'long text': text('x'),
    'text of letters outside the basic plane': text('🩺'),
    'escaped NULs': text('\\u0000'),
    'lone surrogates': text('\\ud800'),
    'digits in a text': text('9'),
    'an email': text('a@a.'),
    'a number': filled('9', room),
  }
}
const unknownFields = (count: number) =>
  `{${Array.from({ length: count }, (_, i) => `"${String(i).padStart(25, 'k')}":1`).join()}}`

/** The fields of a procedure's input, except those like one that was tried before. */
function newFields({ _def }: Procedure, tried: Set<string>) {
  // What is checked further as a whole has its fields within.
  const fields = _def.inputs.flatMap((input) => Object.entries(input.shape ?? input.in?.shape ?? {}))
  return fields.flatMap(([field, schema]) => {
    const kind = JSON.stringify(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }))
    return tried.has(kind) || !tried.add(kind) ? [] : field
  })
}

/** Inputs for a procedure; in each, another new field is costly. */
function* inputs(procedure: Procedure, tried: Set<string>, bytes: number): Generator<[string, string]> {
  for (const field of newFields(procedure, tried))
    for (const [what, value] of Object.entries(costly(bytes)))
      yield [`${field} is ${what}`, `{"${field}":${value}}`]
  yield ['many unknown fields', unknownFields(Math.floor(bytes / 35))]
  if (bytes === mebibyte) yield ['too many unknown fields', unknownFields(31_000)]
}

/** The longest turns of the event loop, in milliseconds of this thread's processor time: other processes do not count. */
function watchTurns() {
  let longest = 0
  let last = process.threadCpuUsage()
  let isOver = false
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    restart: () => {
      longest = 0
      last = process.threadCpuUsage()
    },
    longest: () => longest,
    stop: () => {
      isOver = true
    },
  }
}

type Call = {
  what: string
  signIn: () => Client | Promise<Client>
  method: string
  url: string
  body?: string
  /** In bytes. */
  largestRefusal?: number
}

/** Fields of bodies, which both surfaces read in the same way: what one has tried, the other need not repeat. */
const triedInBodies = new Set<string>()

/** Calls that end their caller's session get a separate caller. */
const callerOf = (name: string, usual: Client) => () =>
  /logout|auth.deactivate/.test(name) ? service.as('VIEWER') : usual

function* callsOverRest(): Generator<Call> {
  const tried = new Set<string>()
  for (const [name, procedure] of proceduresOf(restRouter)) {
    const { method = 'GET', path = '' } = procedure._def.meta?.openapi ?? {}
    const common = { method, signIn: callerOf(name, caller) }
    const url = service.url + toNothing(path)
    if (method === 'POST' || method === 'PATCH')
      for (const [what, body] of inputs(procedure, triedInBodies, maximumBody))
        yield { ...common, what: `${method} ${path}: ${what}`, url, body }
    else
      for (const field of newFields(procedure, tried))
        for (const part of ['9', '%F0%9F%A9%BA'])
          yield {
            ...common,
            what: `${method} ${path}: ${field}`,
            url: `${url}?${field}=${filled(part, 14_000)}`,
          }
  }
}

function* callsOverTrpc(): Generator<Call> {
  const tried = new Set<string>()
  for (const [name, procedure] of proceduresOf(consoleRouter)) {
    const [server, usual] = name.startsWith('operator.') ? [ops, operator] : [service, caller]
    const common = { signIn: callerOf(name, usual) }
    const url = `${server.url}/trpc/${name}`
    if (procedure._def.type === 'mutation')
      for (const [what, body] of inputs(procedure, triedInBodies, maximumBody))
        yield { ...common, what: `${name}: ${what}`, method: 'POST', url, body }
    else
      for (const [what, input] of inputs(procedure, tried, 13_000)) {
        const query = encodeURIComponent(input).replace(/%(22|2C|3A|5B|5D|7B|7D)/g, decodeURIComponent)
        if (query.length < 15_000)
          yield { ...common, what: `${name}: ${what}`, method: 'GET', url: `${url}?input=${query}` }
      }
  }
}

/** A hundred calls in one body, each of them costly. */
function* callsInBatches(): Generator<Call> {
  const common = { signIn: () => caller, method: 'POST', largestRefusal: 64 * 1024 }
  for (const [name, field] of [
    ['hours.batch_balance', 'employee_ids'],
    ['tags.create', 'category'],
    ['no.such', 'x'],
  ])
    for (const [what, value] of Object.entries(costly(mebibyte / 100)))
      yield {
        ...common,
        what: `${name} a hundred times: ${field} is ${what}`,
        url: `${service.url}/trpc/${Array(100).fill(name)}?batch=1`,
        body: `{${Array.from({ length: 100 }, (_, i) => `"${i}":{"${field}":${value}}`)}}`,
      }
}

const agent = new Agent({ keepAlive: true })

async function answerTo({ signIn, method, url, body = '' }: Call) {
  const client = await signIn()
  const sent = Buffer.from(body)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': sent.length,
    ...client.headersFor(new URL(url).pathname),
  }
  turns.restart()
  return new Promise<{ status: number; size: number }>((resolve, reject) => {
    const asking = request(url, { method, agent, headers }, (answer) => {
      let size = 0
      answer.on('data', (bytes: Buffer) => {
        size += bytes.length
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, size }))
    })
    asking.on('error', reject)
    asking.end(sent)
  })
}

const turns = watchTurns()
afterAll(() => turns.stop())

const parsed = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ id: `row ${i}`, hours: '37.50' })))
/** Milliseconds of processor time that parsing a megabyte of JSON takes here and now, four times. */
function usualWork() {
  const from = process.threadCpuUsage()
  for (let i = 0; i < 4; i++) JSON.parse(parsed)
  const { user, system } = process.threadCpuUsage(from)
  return (user + system) / 1000
}

/** What is wrong with the cost of a call; a long turn counts only if it happens twice. */
async function problemOf(call: Call, mayRepeat = true): Promise<string | undefined> {
  const { status, size } = await answerTo(call)
  const turn = turns.longest()
  const isLong = turn > longestTurn && turn > timesUsualWork * usualWork()
  if (isLong && mayRepeat) return problemOf(call, false)
  if (isLong) return `${call.what}: blocks the event loop for ${turn} ms`
  if (status >= 400 && size > (call.largestRefusal ?? largestRefusal))
    return `${call.what}: ${status} of ${size} bytes`
  if (status >= 500) return `${call.what}: ${status}`
}

async function problemsOf(calls: Iterable<Call>) {
  const problems: string[] = []
  let count = 0
  for (const call of calls) {
    count++
    const problem = await problemOf(call)
    if (problem) problems.push(problem)
  }
  return { count, problems }
}

test('no call over REST costs much, whatever its input', async () => {
  const { count, problems } = await problemsOf(callsOverRest())
  expect(problems).toEqual([])
  expect(count).toBeGreaterThan(150)
}, 120_000)

test('no call over tRPC costs much, whatever its input', async () => {
  const { count, problems } = await problemsOf(callsOverTrpc())
  expect(problems).toEqual([])
  expect(count).toBeGreaterThan(150)
}, 120_000)

/** As many balances as one body can ask for. */
async function manyBalances(): Promise<Call> {
  const { id } = await make.employee()
  const input = JSON.stringify({ employee_ids: Array(260).fill(id) })
  return {
    what: '26000 balances',
    signIn: () => caller,
    method: 'POST',
    url: `${service.url}/trpc/${Array(100).fill('hours.batch_balance')}?batch=1`,
    body: `{${Array.from({ length: 100 }, (_, i) => `"${i}":${input}`)}}`,
  }
}

test('no batch costs much, whatever its calls', async () => {
  const { count, problems } = await problemsOf([...callsInBatches(), await manyBalances()])
  expect(problems).toEqual([])
  expect(count).toBeGreaterThan(30)
}, 120_000)
