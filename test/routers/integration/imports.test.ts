import { sql } from 'kysely'
import type pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addImport } from '../../../entities/integration/import-job.ts'
import type { AskedImport } from '../../../routers/ports/bulk.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { smallClinic } from '../../made/clinic-folder.ts'
import { zipOf } from '../../made/zip.ts'
import type { Client } from '../../setup/client.ts'
import { serviceForFile, testInCheck } from '../../setup/fixture.ts'
import { connected, execute } from '../../setup/stores/execute.ts'

// A thread starts for each import.
vi.setConfig({ testTimeout: 60_000 })

const { admin, service } = await serviceForFile()
const machine = await service.asMachine('ADMIN')

const path = '/integration/v1/imports/'
const zipType = { 'Content-Type': 'application/zip' }

const sendZip = async (client: Client, files: Record<string, string | Buffer>, query = '') =>
  client.post(path + query, undefined, { raw: await zipOf(files), headers: zipType })

/** The import once it has ended. */
const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const { body } = await admin.get(`${path}${id}/`)
      expect(['DONE', 'FAILED']).toContain(body.state)
      return body
    },
    { timeout: 50_000, interval: 200 },
  )

const rows = async (statement: string) =>
  (await sql.raw(statement).execute(service.orm.em.fork().getKysely())).rows

const zeros = { inserted: 0, updated: 0, unchanged: 0 }

test('a machine sends a zip, and each change is logged as its own', async () => {
  const { status, body } = await sendZip(machine, smallClinic)
  expect(status).toBe(202)
  expect(body).toEqual({
    id: expect.any(String),
    sent_by: machine.user.id,
    state: 'QUEUED',
    dry_run: false,
    end_assignments: false,
    files: Object.keys(smallClinic),
    steps_done: 0,
    steps: null,
    counts: null,
    open_assignments_of_leavers: null,
    shared_emails: null,
    detail: null,
    error_count: 0,
    errors: [],
    created_at: service.clock.now.toISOString(),
    started_at: null,
    finished_at: null,
  })
  const done = await ended(body.id)
  expect(done).toEqual({
    ...body,
    state: 'DONE',
    steps: done.steps_done,
    steps_done: expect.any(Number),
    counts: [3, 2, 2, 3, 2, 2, 2].map((inserted, i) => ({
      file: Object.keys(smallClinic)[i],
      ...zeros,
      inserted,
    })),
    open_assignments_of_leavers: 0,
    shared_emails: [],
    started_at: expect.any(String),
    finished_at: expect.any(String),
  })
  expect(done.steps_done).toBeGreaterThan(0)
  expect(
    await rows(`select distinct actor_id, via, name, request_id <> '' as has_request from change_log
      where subject = 'employees'`),
  ).toEqual([{ actor_id: machine.user.id, via: 'token', name: machine.user.email, has_request: true }])
  expect(await rows(`select distinct actor_id, reason from transition_log`)).toEqual([
    { actor_id: machine.user.id, reason: 'import' },
  ])

  const again = await admin.post(path, {
    files: { 'employees.csv': smallClinic['employees.csv'] },
  })
  expect((await ended(again.body.id)).counts).toEqual([{ file: 'employees.csv', ...zeros, unchanged: 2 }])
  expect((await admin.get(path)).body).toMatchObject({ count: 2 })
})

test('mistakes are told by file, line and column, and nothing is stored', async () => {
  const form = new FormData()
  form.append('employees.csv', smallClinic['employees.csv'].replace('eve@clinic.example', 'eve'))
  form.append('file', new Blob([Buffer.from('name\n\xf6', 'latin1')]), 'tags.csv')
  const request = new Request('http://form', { method: 'POST', body: form })
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  const raw = new Uint8Array(await request.arrayBuffer())
  const { body } = await admin.post(`${path}?end_assignments=true`, undefined, { raw, headers })
  expect(body.end_assignments).toBe(true)
  const failed = await ended(body.id)
  expect(failed).toMatchObject({
    state: 'FAILED',
    counts: null,
    detail: 'The files have mistakes. Nothing was stored.',
    error_count: failed.errors.length,
  })
  expect(failed.errors).toContainEqual({
    file: 'employees.csv',
    line: 3,
    column: 'email',
    message: 'Enter a valid email address.',
  })
  expect(failed.errors).toContainEqual({
    file: 'tags.csv',
    line: 1,
    column: 'category',
    message: 'The column is missing.',
  })
})

test('mistakes are told of files with NULs, and of a quote where it begins', async () => {
  const { 'employees.csv': employees, 'tags.csv': tags } = smallClinic
  const files = {
    'employees.csv': employees.replace('status', 'sta\0tus'),
    'tags.csv': `${tags}"Pilot,Pilot,EXCEPTION,0,\n${'Other,Other,EXCEPTION,0,\n'.repeat(9)}`,
  }
  const failed = await ended((await sendZip(admin, files)).body.id)
  expect(failed).toMatchObject({ state: 'FAILED', error_count: 3 })
  expect(failed.errors).toEqual([
    {
      file: 'tags.csv',
      line: tags.split('\n').length,
      column: null,
      message: 'A quote (") in the row that begins here is never closed.',
    },
    { file: 'employees.csv', line: 1, column: 'status', message: 'The column is missing.' },
    { file: 'employees.csv', line: 1, column: 'sta\ufffdtus', message: 'There is no such column.' },
  ])
})

test('a text that is no Unicode is refused', async () => {
  const { status, body } = await admin.post(path, { files: { 'employees.csv': 'A\ud800' } })
  expect([status, body]).toEqual([
    400,
    { files: ['Item employees.csv: Surrogate characters are not allowed.'] },
  ])
})

test('an import names the employees who share an email, as it stores them', async () => {
  const text = smallClinic['employees.csv'].replace('eve@clinic.example', 'Ada@clinic.example')
  const { body } = await sendZip(admin, { 'employees.csv': text })
  expect(await ended(body.id)).toMatchObject({
    state: 'DONE',
    shared_emails: [{ email: 'ada@clinic.example', employee_numbers: ['E1', 'E2'] }],
  })
})

test('a file of a form may have the name of its field, as the document says', async () => {
  const form = new FormData()
  form.append('employees.csv', new Blob([smallClinic['employees.csv']]), 'export (3).csv')
  const request = new Request('http://form', { method: 'POST', body: form })
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  const raw = new Uint8Array(await request.arrayBuffer())
  const { body } = await admin.post(`${path}?dry_run=true`, undefined, { raw, headers })
  expect(body).toMatchObject({ files: ['employees.csv'], dry_run: true })
  expect(await ended(body.id)).toMatchObject({ state: 'DONE' })
})

test('the query says of files in JSON, too, that nothing is to be stored', async () => {
  const files = { 'employees.csv': smallClinic['employees.csv'] }
  const asked = await admin.post(`${path}?dry_run=true&end_assignments=true`, {
    files,
    end_assignments: false,
  })
  expect(asked.body).toMatchObject({ dry_run: true, end_assignments: false })
  await ended(asked.body.id)
  for (const unclear of ['perhaps', ''])
    expect((await admin.post(`${path}?dry_run=${unclear}`, { files })).body).toEqual({
      dry_run: ['Must be a valid boolean.'],
    })
})

test.each([
  ['none', undefined, 'This field is required.'],
  ['null', null, 'This field may not be null.'],
  ['a list', [], 'Expected a dictionary of items but got type "list".'],
])('instead of files %s is refused in a sentence', async (_, files, sentence) => {
  expect(await admin.post(path, { files })).toMatchObject({ status: 400, body: { files: [sentence] } })
})

test('a repeated request with its key starts no second import', async () => {
  const files = { 'employees.csv': smallClinic['employees.csv'] }
  const sent = { raw: await zipOf(files), headers: { ...zipType, 'Idempotency-Key': 'nightly' } }
  const first = await machine.post(`${path}?dry_run=true`, undefined, sent)
  const second = await machine.post(`${path}?dry_run=true`, undefined, sent)
  expect([second.status, second.body.id]).toEqual([202, first.body.id])
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  const other = await machine.post(path, undefined, sent)
  expect(other.status).toBe(422)
  await ended(first.body.id)
})

test('a mistake beside files is refused without writing their bytes as JSON, and is kept for those files', async () => {
  const inJson = vi.spyOn(Buffer.prototype, 'toJSON')
  onTestFinished(() => inJson.mockRestore())
  const send = async (tags: string) => {
    const raw = await zipOf({ 'tags.csv': tags })
    const headers = { ...zipType, 'Idempotency-Key': 'mistaken' }
    return (await admin.post(`${path}?dry_run=maybe`, undefined, { raw, headers })).status
  }
  expect([await send('name'), await send('name'), await send('other')]).toEqual([400, 400, 422])
  expect(inJson).not.toHaveBeenCalled()
})

describe('an upload is refused', () => {
  const known =
    'org_units.csv, tags.csv, employees.csv, employee_tags.csv, positions.csv, position_tags.csv, assignments.csv'
  const text = smallClinic['employees.csv']

  test.each<[string, () => Promise<Buffer<ArrayBuffer>>, number, object]>([
    [
      'with a file of another name',
      () => zipOf({ 'staff.csv': text }),
      400,
      { files: [`staff.csv is not a clinic's file. The files are ${known}.`] },
    ],
    [
      'with a file in a folder',
      () => zipOf({ 'north/employees.csv': text }),
      400,
      { files: [`north/employees.csv is not a clinic's file. The files are ${known}.`] },
    ],
    ['without files', () => zipOf({}), 400, { files: [`None of the files is there: ${known}.`] }],
    [
      'that is no zip',
      async () => Buffer.from(text),
      400,
      { detail: expect.stringMatching(/^The zip cannot be read: /) },
    ],
    [
      'that unpacks to more than it may',
      () => stated(50 * 1024 * 1024, { 'tags.csv': 'x', 'employees.csv': text }),
      413,
      { detail: 'The files have more than 52428800 bytes.' },
    ],
    [
      'that was damaged on its way',
      async () => {
        const zip = await zipOf({ 'employees.csv': text })
        // In the central directory, the checksum is 16 bytes after the signature.
        const at = zip.indexOf('PK\x01\x02') + 16
        zip.writeUInt8(zip.readUInt8(at) ^ 1, at)
        return zip
      },
      400,
      { detail: 'The zip cannot be read: employees.csv is damaged' },
    ],
    [
      'that unpacks to more than it says',
      () => stated(1, { 'employees.csv': text }),
      400,
      { detail: expect.stringMatching(/too many bytes/) },
    ],
  ])('%s', async (_, make, status, refusal) => {
    const answer = await admin.post(path, undefined, { raw: await make(), headers: zipType })
    expect([answer.status, answer.body]).toEqual([status, refusal])
  })

  test('that is compressed as a whole', async () => {
    const headers = { ...zipType, 'Content-Encoding': 'gzip' }
    const { status, body } = await admin.post(path, undefined, { raw: await zipOf(smallClinic), headers })
    expect([status, body]).toEqual([415, { detail: 'Unsupported content encoding "gzip" in request.' }])
  })

  test('that is a form of more parts than there are files, before the parts are parsed', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="tags.csv"\r\n\r\n\r\n'
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const raw = Buffer.from(`${part.repeat(8)}--x--\r\n`)
    const { status, body } = await admin.post(path, undefined, { raw, headers })
    expect([status, body]).toEqual([400, { files: ['There are more than 7 files.'] }])
  })

  /** A zip whose directory says that its last file unpacks to so many bytes. */
  async function stated(bytes: number, files: Record<string, string>) {
    const zip = await zipOf(files)
    zip.writeUInt32LE(bytes, zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
    return zip
  }
})

test('an import whose process has ended fails with a sentence', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  await execute(
    service.ownerUrl,
    `insert into import_jobs (id, user_id, state, files, dry_run, end_assignments, errors, created_at, queued_at, seen_at)
      values ('${id}', '${admin.user.id}', 'RUNNING', '[]', false, false, '[]', now(), now(), now() - interval '31 seconds')`,
  )
  await sweep(service.orm, theService(service.clock.now), 'UTC')
  expect((await admin.get(`${path}${id}/`)).body).toMatchObject({
    state: 'FAILED',
    detail: 'The process that had this import has ended. Nothing was stored; send it again.',
  })
})

test('an import fails at once if no thread can be started for it', async () => {
  const id = '00000000-0000-4000-8000-000000000002'
  const asked = { id, files: {}, dry_run: false, end_assignments: false }
  const author = theService(service.clock.now)
  // A thread cannot be given a function.
  const caller = Object.assign(
    { ...admin.user },
    { sessionId: '', refused() {} },
  ) as unknown as AskedImport['caller']
  await service.services.imports.add({ ...asked, caller, author }, () =>
    addImport(service.orm.em.fork(), { ...asked, user: admin.user.id, files: [], created_at: author.at }),
  )
  const detail = 'The import failed unexpectedly. Nothing was stored.'
  expect(await ended(id)).toMatchObject({ state: 'FAILED', detail })
})

testInCheck('several imports are done one at a time, in their order', async () => {
  const sent: string[] = []
  for (let i = 0; i < 3; i++) sent.push((await sendZip(admin, smallClinic)).body.id)
  const done = await Promise.all(sent.map(ended))
  expect(done.map(({ state }) => state)).toEqual(['DONE', 'DONE', 'DONE'])
  const times = done.flatMap(({ started_at, finished_at }) => [started_at, finished_at])
  expect(times).toEqual(times.toSorted())
})

/** Holds the lock of imports while this is done, so that the import which is at work cannot end. */
const whileImporting = <T>(work: (client: pg.Client, id: string) => Promise<T>) =>
  connected(service.ownerUrl, async (client) => {
    await client.query('begin; select pg_advisory_xact_lock(727279)')
    const { id } = (await sendZip(admin, smallClinic)).body
    await expect.poll(async () => (await admin.get(`${path}${id}/`)).body.state).toBe('RUNNING')
    return work(client, id)
  })

testInCheck('an import that is sent while the database keeps the queue waiting has its turn', async () => {
  const { body } = await whileImporting(async (client, id) => {
    await client.query(`select from import_jobs where id = '${id}' for update`)
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like '%update import_jobs set seen_at%'`
    await expect.poll(() => rows(waiting)).toHaveLength(1)
    return sendZip(admin, smallClinic)
  })
  expect((await ended(body.id)).state).toBe('DONE')
})

testInCheck('an import has its turn although its process did not learn of it', async () => {
  const { body } = await whileImporting(async () => {
    const sent = await sendZip(admin, smallClinic)
    await execute(service.ownerUrl, `update import_jobs set state = 'RUNNING' where id = '${sent.body.id}'`)
    return sent
  })
  expect((await ended(body.id)).state).toBe('DONE')
})

testInCheck('an import is not stored if its sender has lost their role meanwhile', async () => {
  const leaving = await service.as('ADMIN')
  const first = await sendZip(admin, smallClinic)
  const second = await sendZip(leaving, {
    'employees.csv': smallClinic['employees.csv'].replace('Ada', 'Adela'),
  })
  await execute(service.ownerUrl, `update users set role = 'VIEWER' where id = '${leaving.user.id}'`)
  await ended(first.body.id)
  expect(await ended(second.body.id)).toMatchObject({
    state: 'FAILED',
    detail: 'The sender may no longer import. Nothing was stored.',
  })
})

// The last test, because the service takes no imports afterwards.
testInCheck('a service that stops gives up its imports, and says so', async () => {
  const [current, next] = await whileImporting(async (_, id) => {
    const ids = [id, (await sendZip(admin, smallClinic)).body.id]
    await service.services.imports.close()
    return Promise.all(ids.map(async (one) => (await admin.get(`${path}${one}/`)).body))
  })
  const detail = 'The service stopped before the import was done. Nothing was stored; send it again.'
  expect([current, next]).toMatchObject([
    { state: 'FAILED', detail },
    { state: 'FAILED', detail },
  ])
  expect((await sendZip(admin, smallClinic)).status).toBe(503)
})
