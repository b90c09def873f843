import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createCoverageClient } from '../../../client/src/client.ts'
import { importClinic } from '../../../server/clinic-files/import.ts'
import type { Role } from '../../../src/accounts/permissions.ts'
import { fileKinds, fileOf } from '../../../src/clinic-files.ts'
import { expectAnswer } from '../../expect/answer.ts'
import { smallClinic } from '../../made/clinic-folder.ts'
import { unzipped } from '../../made/zip.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { password } from '../../setup/service.ts'
import { connected, execute } from '../../setup/stores/execute.ts'

const { admin, service } = await serviceForFile()
const path = '/integration/v1/exports/'

const download = (method = 'GET') => fetch(service.url + path, { method, headers: admin.headersFor(path) })

test('an export is a zip of the clinic’s files, and is noted in the security log', async () => {
  const files = fileKinds.map((kind) => [kind, Buffer.from(smallClinic[fileOf(kind)])])
  await importClinic(service.orm, Object.fromEntries(files), { now: service.clock.now, timeZone: 'UTC' })
  const answer = await download()
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-disposition'),
  ]).toEqual([200, 'application/zip', 'attachment; filename="clinic.zip"'])
  expect(await unzipped(await answer.arrayBuffer())).toEqual(smallClinic)
  const logged = sql`select user_id, target from security_log where event = 'personal_data_export'`
  await expect
    .poll(async () => (await logged.execute(service.orm.em.fork().getKysely())).rows)
    .toEqual([{ user_id: admin.user.id, target: 'integration.export' }])
})

test('the client downloads an export, and tells why it may not', async () => {
  const exported = async (role: Role) => {
    const { email } = await service.addUser(role)
    const client = createCoverageClient({ url: service.url })
    await client.login(email, password)
    return client.exportClinic()
  }
  expect(await unzipped(await (await exported('ADMIN')).arrayBuffer())).toEqual(smallClinic)
  await expect(exported('VIEWER')).rejects.toMatchObject({
    status: 403,
    message: 'You do not have permission to perform this action.',
  })
})

test('only an ADMIN may export', async () => {
  expect((await (await service.as('MANAGER')).get(path)).status).toBe(403)
  expect((await service.anonymous().get(path)).status).toBe(401)
})

test('exports asked for at once are all answered, one after the other', async () => {
  const answers = await Promise.all([download(), download(), download()])
  const contents = await Promise.all(answers.map(async (answer) => unzipped(await answer.arrayBuffer())))
  expect(contents).toEqual([smallClinic, smallClinic, smallClinic])
})

test('HEAD has the headers of an export, and logs none', async () => {
  const record = vi.spyOn(service.services.securityLog, 'record')
  onTestFinished(() => record.mockRestore())
  const headers = async (method: string) => {
    const answer = await download(method)
    return ['content-type', 'content-disposition', 'cache-control'].map((name) => answer.headers.get(name))
  }
  const ofHead = await headers('HEAD')
  expect(record).not.toHaveBeenCalled()
  expect(ofHead).toEqual(await headers('GET'))
  expect(record).toHaveBeenCalledOnce()
})

test('an export whose turn comes after its token was revoked is refused', async () => {
  const machine = await service.asMachine('ADMIN')
  const waits = sql`select from pg_locks where locktype = 'advisory' and objid = 727277 and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const waiting = async () => (await waits.execute(service.orm.em.fork().getKysely())).rows.length
  await connected(service.ownerUrl, async (other) => {
    await other.query('select pg_advisory_lock(727277)')
    const exporting = machine.get(path)
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1)
    const revoke = `update machine_tokens set revoked_at = now() where user_id = '${machine.user.id}'`
    await execute(service.ownerUrl, revoke)
    await other.query('select pg_advisory_unlock(727277)')
    await expectAnswer(exporting, 401, { detail: 'The token is not valid, has expired or was revoked.' })
  })
})

test('an export whose client reads slowly is given up after ten minutes', async () => {
  const time = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  onTestFinished(() => timeout.mockRestore())
  const slow = new Writable({ write: () => {} })
  const answer = Object.assign(slow, { setHeader() {} }) as unknown as ServerResponse
  const sent = service.services.exportClinic(answer, async () => {})
  await vi.waitFor(() => expect(slow.writableLength).toBeGreaterThan(0), 30_000)
  expect(timeout.mock.lastCall).toEqual([600_000])
  time.abort()
  await sent
  timeout.mockRestore()
  expect((await download()).status).toBe(200)
})

testInCheck('an export that loses its connection fails, and the next one works', async () => {
  await execute(
    service.ownerUrl,
    `insert into employees (id, employee_number, first_name, last_name, email, status, created_at, updated_at)
      select gen_random_uuid(), 'N' || n, 'First', 'Last', gen_random_uuid() || '@clinic.example', 'ACTIVE', now(), now()
      from generate_series(1, 20000) n`,
  )
  const { promise: reading, resolve: read } = Promise.withResolvers<void>()
  const slow = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => void reading.then(() => done()),
  })
  const answer = Object.assign(slow, { setHeader() {} }) as unknown as ServerResponse
  const sent = expect(service.services.exportClinic(answer, async () => {})).rejects.toThrow()
  await vi.waitFor(
    async () =>
      expect(
        await execute(
          service.ownerUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction' and query like 'fetch%'`,
        ),
      ).toHaveLength(1),
    { timeout: 20_000 },
  )
  read()
  await sent
  await execute(service.ownerUrl, `delete from employees where employee_number like 'N%'`)
  expect((await download()).status).toBe(200)
})

test('a client that leaves ends its export', async () => {
  const leaving = new AbortController()
  const first = fetch(service.url + path, { headers: admin.headersFor(path), signal: leaving.signal })
  leaving.abort()
  await expect(first).rejects.toThrow()
  expect((await download()).status).toBe(200)
})
