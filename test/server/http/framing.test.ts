import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import { serviceForFile } from '../../setup/fixture.ts'
import { raw } from '../../setup/raw.ts'

const { service } = await serviceForFile()

const post = (...headers: string[]) => ['POST /api/v1/tags/ HTTP/1.1', 'Host: clinic', ...headers, '', '']

test.each<[string, string[]]>([
  ['two lengths', post('Content-Length: 0', 'Content-Length: 40')],
  ['a length and chunks', post('Content-Length: 0', 'Transfer-Encoding: chunked')],
  ['an unknown transfer encoding', post('Transfer-Encoding: xchunked')],
  ['chunks that are not last', post('Transfer-Encoding: chunked, identity')],
  ['a space before the colon', post('Content-Length : 0')],
  ['no host', ['GET /api/health/ HTTP/1.1', '', '']],
])('a request with %s is refused and its connection closed', async (_, lines) => {
  const { status, head } = await raw(service.url, lines.join('\r\n'))
  expect(status).toBe(400)
  expect(head).toMatch(/^connection: close$/im)
})

test('a request whose lines end with only a line feed is refused', async () => {
  expect((await raw(service.url, post('Content-Length: 0').join('\n'))).status).toBe(400)
})

test('a request that names two hosts is refused', async () => {
  const lines = ['GET /api/health/ HTTP/1.1', 'Host: clinic', 'host: other', '', '']
  expect((await raw(service.url, lines.join('\r\n'))).status).toBe(421)
})

test('a client may take half a minute to send headers and ten minutes for files, and be idle for longer than proxies are', async () => {
  const server = createServer()
  const { stop } = await listen(server, { host: '127.0.0.1', port: 0, setBy: '' })
  expect([server.headersTimeout, server.requestTimeout]).toEqual([30_000, 600_000])
  // nginx leaves a connection idle for 60 seconds, Traefik for 90.
  expect(server.keepAliveTimeout).toBeGreaterThan(90_000)
  await stop()
})
