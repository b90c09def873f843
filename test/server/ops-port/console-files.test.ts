import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compressFiles } from '../../../ops/console/build/main.ts'
import { consoleFiles } from '../../../server/ops-port/console-files.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), '.coverage-console-files-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Console</title>')
  await writeFile(join(folder, 'assets', 'index-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets', 'page-3c4d.css'), '.main { color: red }')
  await compressFiles(join(folder, 'assets'))
})

afterAll(() => rm(folder, { recursive: true }))

/** The parts that matter of an answer of the console in the folder. */
async function get(path: string, from = folder, headers = {}) {
  const server = express().use(consoleFiles(from)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers,
  })
  const text = await response.text()
  server.closeAllConnections()
  server.close()
  const header = (name: string) => response.headers.get(name)
  const [type] = header('content-type')?.split(';') ?? []
  return {
    status: response.status,
    type,
    caching: header('cache-control'),
    policy: header('content-security-policy'),
    etag: header('etag'),
    encoding: header('content-encoding'),
    vary: header('vary'),
    text,
  }
}

test.each(['/', '/throttles', '/users/7a1e', '/coverage?x=1'])(
  '%s answers with the page of the console, which is not cached',
  async (path) => {
    expect(await get(path)).toMatchObject({
      status: 200,
      type: 'text/html',
      caching: 'no-cache',
      text: '<!doctype html><title>Console</title>',
    })
  },
)

test('a file with a hash in its name is cached for a year', async () => {
  expect(await get('/assets/index-1a2b.js')).toMatchObject({
    status: 200,
    type: 'text/javascript',
    caching: 'public, max-age=31536000, immutable',
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])(
  'a browser that accepts %s gets a file as compressed at build time, or uncompressed',
  async (accepted, encoding) => {
    const path = '/assets/page-3c4d.css'
    const found = await get(path, folder, { 'Accept-Encoding': accepted })
    expect(found).toMatchObject({
      status: 200,
      type: 'text/css',
      encoding,
      vary: 'Accept-Encoding',
      caching: 'public, max-age=31536000, immutable',
      text: '.main { color: red }',
    })
    const again = {
      'Accept-Encoding': accepted,
      'If-None-Match': `${found.etag}`,
      'Cache-Control': 'max-age=0',
    }
    expect((await get(path, folder, again)).status).toBe(304)
    const plain = await get(path, folder, { 'Accept-Encoding': 'identity' })
    expect(found.etag === plain.etag).toBe(encoding === null)
  },
)

test('pages run no inline scripts and load nothing from other origins', async () => {
  const { policy } = await get('/')
  expect(policy?.split(';')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "font-src 'self'",
    'worker-src blob:',
  ])
})

test.each(['/assets/gone.js', '/assets/..%2findex.html', '/favicon.ico', '/api/v1/tags/', '/trpc/none'])(
  '%s is not a page',
  async (path) => {
    expect((await get(path)).status).toBe(404)
  },
)

test('a console that has not been built says how to build it', async () => {
  const { status, type, text } = await get('/', join(folder, 'none'))
  expect({ status, type }).toEqual({ status: 503, type: 'text/plain' })
  expect(text).toContain('npm run build:console')
})
