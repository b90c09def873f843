import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unknown } from '../expect/texts.ts'
import { serviceForFile } from '../setup/fixture.ts'
import { releasedClients } from '../setup/run/unpack-released.ts'
import { password } from '../setup/service.ts'

const sources = join(import.meta.dirname, '..', '..', 'client', 'src')
const { service, make } = await serviceForFile()
const versions = await readdir(releasedClients)

test('the clients of all releases are kept', () => {
  expect(versions).toEqual(expect.arrayContaining(['1.0.0', '2.0.0']))
})

describe.each(versions)('the client of %s works with the service of today', async (version) => {
  const dist = join(releasedClients, version, 'dist')
  const { CoverageError, createCoverageClient }: typeof import('../../client/src/index.ts') = await import(
    join(dist, 'index.js')
  )

  /** A client of that release, signed in, and the paths of its requests. */
  async function signedIn(options: { batch?: boolean } = {}) {
    const paths: string[] = []
    const client = createCoverageClient({
      url: service.url,
      ...options,
      fetch: (address, init) => {
        paths.push(new URL(String(address)).pathname)
        return fetch(address, init)
      },
    })
    const { email } = await service.addUser('MANAGER')
    expect(await client.login(email, password)).toMatchObject({ email, role: 'MANAGER' })
    return { client, email, paths }
  }

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => expect.unreachable('The call was to fail.'),
      (error) => {
        expect(error).toBeInstanceOf(CoverageError)
        return error as InstanceType<typeof CoverageError>
      },
    )

  test('the released client signs in, refreshes an expired session once and signs out', async () => {
    const { client, email, paths } = await signedIn({ batch: true })
    service.clock.now = new Date(service.clock.now.getTime() + 61 * 60_000)
    const users = await Promise.all([client.me(), client.me()])
    expect(users.map((user) => user.email)).toEqual([email, email])
    expect(paths.filter((path) => path.endsWith('/refresh/'))).toHaveLength(1)
    await client.logout()
    expect((await refusal(client.me())).status).toBe(401)
  })

  test('the released client creates, previews, assigns, changes, lists and deletes', async () => {
    const { client } = await signedIn()
    const tag = await client.tags.create.mutate({
      name: `Since ${version}`,
      display_name: 'Nurse',
      category: 'CONTRACT',
      hours_delta: '40.00',
    })
    const { id: employee } = await make.employee({ first_name: `Of ${version}` })
    await client.employee_tags.create.mutate({ employee, tag: tag.id, start_date: '2026-01-01' })
    const { id: position_id } = await make.position({ required_weekly_hours: '20.00' })

    const wanted = { employee, position_id, effective_hours: '8.00' }
    expect((await client.assignments.preview.mutate(wanted)).is_valid).toBe(true)
    const { id } = await client.assignments.create.mutate(wanted)
    const changed = await client.assignments.update.mutate({ id, effective_hours: '12.50' })
    expect(changed).toMatchObject({ employee, status: 'ACTIVE', effective_hours: '12.50' })
    const { balance } = await client.hours.balance.query({ employee_id: employee })
    expect(balance).toBe('27.50')
    const { coverage_state } = await client.positions.get.query({ id: position_id })
    expect(coverage_state).toBe('PARTIAL')

    await client.assignments.end.mutate({ id, end_reason: 'TRANSFER' })
    await client.positions.delete.mutate({ id: position_id })
    expect((await client.positions.get.query({ id: position_id })).is_active).toBe(false)
  })

  test('the released client reads lists page by page', async () => {
    const { client, paths } = await signedIn()
    for (const number of [1, 2, 3])
      await make.employee({ first_name: `Row of ${version}`, last_name: `${number}` })
    paths.length = 0
    const found: string[] = []
    for await (const row of client.pages.employees({ search: `Row of ${version}`, page_size: 2 }))
      found.push(row.last_name)
    expect(found).toEqual(['1', '2', '3'])
    expect(paths).toEqual(Array(2).fill('/trpc/employees.list'))
    const { count, results } = await client.positions.list.query({ ordering: '-title', page_size: 1 })
    expect(count).toBeGreaterThanOrEqual(results.length)
  })

  test('the released client reports refusals with status, field, detail and code', async () => {
    const { client } = await signedIn()
    const { tag } = await make.employeeTag()
    const bad = { name: 'Nurse', display_name: ' ', category: 'QUALIFICATION' } as const
    expect(await refusal(client.tags.create.mutate(bad))).toMatchObject({
      status: 400,
      fieldErrors: { display_name: ['This field may not be blank.'] },
    })
    expect(await refusal(client.tags.get.query({ id: unknown }))).toMatchObject({
      status: 404,
      detail: 'Not found.',
    })
    expect(await refusal(client.tags.delete.mutate({ id: tag }))).toMatchObject({
      status: 409,
      code: 'CONFLICT_HAS_DEPENDENCIES',
    })
    const wrong = await refusal(createCoverageClient({ url: service.url }).login('x@clinic.example', 'wrong'))
    expect(wrong.fieldErrors).toEqual({ non_field_errors: ['Unable to log in with provided credentials.'] })
  })

  test('every name that the released client exports is still exported', async () => {
    const names = (text: string) =>
      [...text.matchAll(/^export (?:declare )?(?:const|function|class|type) (\w+)/gm)].map(([, name]) => name)
    const files = (await readdir(sources, { recursive: true }))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFile(join(sources, file), 'utf8'))
    const exported = names((await Promise.all(files)).join('\n'))
    const declared = names(await readFile(join(dist, 'index.d.ts'), 'utf8'))
    expect(declared).toContain('CoverageClient')
    expect(declared.filter((name) => !exported.includes(name))).toEqual([])
  })
})
