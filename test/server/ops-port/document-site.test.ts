import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentSite } from '../../../server/ops-port/document-site.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coverage-documents-'))
  await mkdir(join(folder, 'operating'))
  await writeFile(join(folder, 'index.html'), 'The README')
  await writeFile(join(folder, 'operating', 'run.html'), 'Run')
  await writeFile(join(folder, '404.html'), 'No such page')
})

afterAll(() => rm(folder, { recursive: true }))

/** The parts that matter of an answer of the site in the folder. */
async function get(path: string, from = folder) {
  const server = express().use(documentSite(from)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
  const text = await response.text()
  server.closeAllConnections()
  server.close()
  const [type] = response.headers.get('content-type')?.split(';') ?? []
  return {
    status: response.status,
    type,
    url: response.url,
    text,
    policy: response.headers.get('content-security-policy'),
  }
}

test.each([
  ['/docs/site/', 'The README'],
  ['/docs/site/operating/run', 'Run'],
  ['/docs/site/operating/run.html', 'Run'],
])('%s is a page of the documents', async (path, text) => {
  expect(await get(path)).toMatchObject({ status: 200, type: 'text/html', text })
})

test('/docs/site leads to the first page', async () => {
  expect((await get('/docs/site')).url).toMatch(/\/docs\/site\/$/)
})

test('an unknown address below the documents is 404, as a page of them', async () => {
  for (const path of ['/docs/site/operating/none', '/docs/site/..%2fpackage.json'])
    expect(await get(path)).toMatchObject({ status: 404, type: 'text/html', text: 'No such page' })
})

test('the documents run no inline scripts and load nothing from other origins', async () => {
  const { policy } = await get('/docs/site/')
  expect(policy?.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ])
})

test('documents that have not been built say how to build them', async () => {
  const { status, type, text } = await get('/docs/site/operating/run', join(folder, 'none'))
  expect({ status, type }).toEqual({ status: 503, type: 'text/plain' })
  expect(text).toContain('npm run docs')
})
