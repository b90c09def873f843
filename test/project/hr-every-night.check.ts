import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { issueToken } from '../../entities/accounts/machine-token.ts'
import { newMachine } from '../../entities/accounts/machines.ts'
import { connect } from '../../entities/orm.ts'
import { factories } from '../made/factories.ts'
import { findProgram } from '../setup/programs/find-program.ts'
import { freePort } from '../setup/programs/free-port.ts'
import { whenInterrupted } from '../setup/programs/interrupted.ts'
import { freshDatabase } from '../setup/stores/database.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const example = join(root, 'docs/integration/hr-every-night.py')
const python = await findProgram({ programs: ['python3'], packages: ['python3'] })
const jq = await findProgram({ programs: ['jq'], packages: ['jq'] })
const joined = (...paths: (string | undefined)[]) => paths.filter(Boolean).join(delimiter)
const programs = {
  PATH: joined(dirname(python.path), dirname(jq.path), process.env.PATH),
  LD_LIBRARY_PATH: joined(python.env.LD_LIBRARY_PATH, jq.env.LD_LIBRARY_PATH),
}
// The commands start processes, of which each takes seconds of CPU.
vi.setConfig({ testTimeout: 600_000 })

/** What ends the process, which also ends if the run is interrupted. */
function endOf(child: ReturnType<typeof spawn>) {
  const forget = whenInterrupted(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  return async () => {
    forget()
    child.kill()
    await exited
  }
}

const answers = (url: string) =>
  vi.waitUntil(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    { timeout: 300_000, interval: 100 },
  )

const database = await freshDatabase()
const orm = connect(database.url)
const make = factories({ orm, clock: { now: new Date() } })
const url = `http://127.0.0.1:${await freePort()}`
const env = {
  DATABASE_URL: database.workingUrl,
  JWT_SECRET: 'x'.repeat(32),
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
}
/** The service as operators start it. */
const service = spawn(
  process.execPath,
  ['--import', join(root, 'server/preload.js'), join(root, 'server/main.ts')],
  {
    cwd: root,
    env: {
      ...env,
      PATH: process.env.PATH,
      PORT: new URL(url).port,
      OPS_PORT: String(await freePort()),
      DRAIN_SECONDS: '0',
    },
    stdio: 'ignore',
  },
)
const endService = endOf(service)
afterAll(async () => {
  await endService()
  await orm.close()
  await database.drop()
})
await answers(`${url}/api/health/`)

const header = 'employee_number,first_name,last_name,email,document_number,date_of_birth,hire_date,status\n'

/** A folder with these files. */
async function folderWith(files: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'coverage-hr-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const script = (cwd: string, command: string, url: string) =>
  run(python.path, [example, command], {
    cwd,
    env: { ...process.env, ...programs, COVERAGE_URL: url },
  })

test('the commands of docs/integration/hr-every-night.md run as they stand, and the script goes on where they end', async () => {
  const leaver = await make.employee({ employee_number: 'HR-2' })
  const assignment = await make.assignment({ employee: leaver.id })
  const port = String(await freePort())
  const page = await readFile(join(root, 'docs/integration/hr-every-night.md'), 'utf8')
  const places = { 'http://localhost:8000': url, '8700': port, '~/hr-sync': await folderWith() }
  const text = page.replace(
    /http:..localhost:8000|8700|~.hr-sync/g,
    (place) => places[place as keyof typeof places],
  )
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => `echo '#'\n${block}`)
  const ending = "trap 'jobs -p | xargs -r kill' EXIT"
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', [ending, ...blocks].join('\n')], {
    cwd: root,
    env: { ...process.env, ...env, ...programs, PORT: port, COVERAGE_URL: url },
  })
  const [, , , , , check, corrected, night, leaving, changes = '', webhook, nightly] = stdout
    .split('#\n')
    .slice(1)
  expect([check, corrected, night, leaving, webhook]).toEqual([
    'FAILED\nemployees.csv:2: hire_date: Date has wrong format. Use one of these formats instead: YYYY-MM-DD.\n',
    `DONE\n${JSON.stringify([{ file: 'employees.csv', inserted: 1, updated: 1, unchanged: 0 }], null, 2)}\n`,
    'DONE\n',
    'DONE\n',
    'The running service sends it at once. See: coverage webhooks deliveries "HR sync"\nThe test has arrived.\n',
  ])
  const told = changes
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ada = told[0][1]
  expect(told.map(([subject, id, action, { status }]) => [subject, id, action, status])).toEqual([
    ['employees', ada, 'CREATE', 'ONBOARDING'],
    ['employees', leaver.id, 'UPDATE', undefined],
    ['employees', ada, 'UPDATE', 'ACTIVE'],
    ['assignments', assignment.id, 'UPDATE', 'ENDED'],
    ['employees', leaver.id, 'UPDATE', 'TERMINATED'],
  ])
  const renamed = `employees ${ada} UPDATE {"first_name": "Ada María"}\n`
  expect(nightly).toBe(`employees.csv: 0 new, 1 changed\n${renamed}${renamed}`)
})

test('the script prints each mistake with its line, and reads everything anew if its cursor is too old', async () => {
  const em = orm.em.fork()
  const machine = await newMachine(em, { name: 'HR', role: 'ADMIN' }, new Date())
  const { text } = await issueToken(em, machine, { at: new Date(), days: 1 })
  await em.flush()
  const folder = await folderWith({
    authorization: `Authorization: Bearer ${text}\n`,
    'employees.csv': `${header}E1,Ada,Álvarez,ada@clinic.example,,,,HERE\n`,
    cursor: 'zz.1.zz.0\n',
  })
  await expect(script(folder, 'upload', url)).rejects.toMatchObject({
    code: 1,
    stdout: 'employees.csv:2: status: "HERE" is not a valid choice.\n',
    stderr: 'The files have mistakes. Nothing was stored.\n',
  })
  const { employee_number } = await make.employee({ status: 'ON_LEAVE' })
  const { stdout } = await script(folder, 'changes', url)
  expect(stdout).toContain(`${employee_number} is ON_LEAVE\n`)
  expect((await script(folder, 'changes', url)).stdout).toBe('')
})

test('the script repeats an import whose answer was lost, under the same key', async () => {
  const keys: unknown[] = []
  const done = {
    id: '1',
    state: 'DONE',
    errors: [],
    shared_emails: [],
    counts: [{ file: 'employees.csv', inserted: 1, updated: 0 }],
  }
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    request.resume()
    if (keys.length === 1) request.socket.destroy()
    else if (keys.length === 2) response.writeHead(503, { 'Retry-After': '0' }).end('{}')
    else response.writeHead(202).end(JSON.stringify(done))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const folder = await folderWith({ authorization: 'Authorization: Bearer wcs_1', 'employees.csv': header })
  const { port } = server.address() as AddressInfo
  const { stdout } = await script(folder, 'upload', `http://127.0.0.1:${port}`)
  expect(stdout).toBe('employees.csv: 1 new, 0 changed\n')
  const [first, , third, last] = keys
  expect(keys).toEqual([first, first, first, expect.any(String)])
  expect(third).not.toBe(last)
})

test('the script believes messages that were signed with the secret within five minutes, and handles each once', async () => {
  const secret = `whsec_${Buffer.from('a secret of the webhook').toString('base64')}`
  const cwd = await folderWith({ 'webhook-secret': `${secret}\n` })
  const port = String(await freePort())
  const child = spawn(python.path, [example, 'receive'], {
    cwd,
    env: { ...process.env, ...programs, PORT: port },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(endOf(child))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const url = `http://127.0.0.1:${port}/`
  await answers(url)
  const body = JSON.stringify({
    type: 'employee.updated',
    data: { subject: 'employees', id: '1', action: 'UPDATE', after: {} },
  })
  const webhook = new Webhook(secret)
  const send = async (id: string, { at = new Date(), signature = webhook.sign(id, at, body) } = {}) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  const handled = 'employees 1 UPDATE {}'
  expect(await send('first')).toBe(204)
  expect((await lines.next()).value).toBe(handled)
  expect(await send('first')).toBe(204)
  expect(
    await send('forged', { signature: new Webhook(btoa('another secret')).sign('forged', new Date(), body) }),
  ).toBe(401)
  expect(await send('moved', { signature: webhook.sign('other', new Date(), body) })).toBe(401)
  expect(await send('unsigned', { signature: '' })).toBe(401)
  expect(await send('old', { at: new Date(Date.now() - 301_000) })).toBe(401)
  const at = new Date()
  const rotated = `v1,${btoa('the other')} ${webhook.sign('last', at, body)}`
  expect(await send('last', { at, signature: rotated })).toBe(204)
  child.kill()
  const rest = await Array.fromAsync(lines)
  expect(rest).toEqual([handled])
})
