import { expect, test, vi } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { notPermitted } from '../../expect/texts.ts'
import { smallClinic } from '../../made/clinic-folder.ts'
import { zipOf } from '../../made/zip.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'
import { raw as sendRaw } from '../../setup/raw.ts'

const { service } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const admin = await ops.as('ADMIN')

const path = '/integration/v1/imports/?dry_run=true'
const raw = await zipOf({ 'tags.csv': smallClinic['tags.csv'] })
const headers = { 'Content-Type': 'application/zip' }

test('the ops port takes a zip of staff who are ADMIN, and tries it', async () => {
  const { status, body } = await admin.post(path, undefined, { raw, headers })
  expect([status, body.dry_run]).toEqual([202, true])
  const state = async () => (await admin.trpc('query', 'integration.import', { id: body.id })).body.state
  await vi.waitFor(async () => expect(await state()).toBe('DONE'), { timeout: 50_000, interval: 200 })
}, 60_000)

test('the ops port refuses files without the CSRF token, of another origin, of other roles, and that are too large', async () => {
  const send = (client: typeof admin, more: Record<string, string> = {}) =>
    client.post(path, undefined, { raw, headers: { ...headers, ...more } })
  expect((await send(admin, { 'X-CSRFToken': '' })).body.detail).toMatch(/^CSRF Failed/)
  expect((await send(admin, { Origin: 'https://evil.example' })).status).toBe(403)
  await expectAnswer(send(await ops.as('MANAGER')), 403, notPermitted)
  await expectAnswer(send(await ops.as('ADMIN', {})), 403, notPermitted)
  const lines = Object.entries({
    Host: new URL(ops.url).host,
    ...admin.headersFor(path),
    ...headers,
    'Content-Length': 50 * 1024 * 1024 + 1,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  expect(await sendRaw(ops.url, `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)).toMatchObject({
    status: 413,
    body: { detail: 'Request body exceeds 52428800 bytes.' },
  })
})
