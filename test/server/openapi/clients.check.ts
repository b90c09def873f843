import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceForFile } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')
const clients = join(import.meta.dirname, 'clients')
const { service, make } = await serviceForFile({ env: { THROTTLE_LOGIN: '2/hour' } })
let folder: string

beforeAll(async () => {
  // Below the tools, so that what the clients import is found.
  folder = await mkdtemp(join(root, 'ops', 'tools', 'generated-'))
  await cp(join(clients, 'consumer'), folder, { recursive: true })
  await run(process.execPath, [
    join(root, 'ops', 'tools', 'generate-clients.ts'),
    join(root, 'openapi.json'),
    folder,
  ])
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('clients that openapi-typescript, hey-api and orval generate compile strictly, with good names', async () => {
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
})

test('a program with a generated client signs in, lists, previews, assigns, and understands each refusal', async () => {
  const employee = await make.employee()
  const tag = await make.tag({ category: 'CONTRACT', hours_delta: '40.00' })
  await make.employeeTag({ employee: employee.id, tag: tag.id })
  await make.position()
  const { email } = await service.addUser('MANAGER')
  const { stdout } = await run(process.execPath, [join(folder, 'story.ts'), service.url, email, password])
  const { retryAfter, ...seen } = JSON.parse(stdout)
  expect(seen).toEqual({
    role: 'MANAGER',
    employees: 1,
    isValid: true,
    status: 'ACTIVE',
    invalid: { effective_hours: ['Ensure this value is greater than or equal to 0.01.'] },
    code: 'CONFLICT_HAS_DEPENDENCIES',
    throttled: { detail: `Request was throttled. Expected available in ${retryAfter} seconds.` },
  })
  expect(retryAfter).toBeGreaterThan(3000)
})
