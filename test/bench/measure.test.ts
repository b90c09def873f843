import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { measure } from '../../bench/rates/measure.ts'

const pids = { server: process.pid, postgres: process.pid, redis: process.pid }
const call = { method: 'POST' as const, path: '/', body: { number: 1 } }

/** Measures a case that makes a new call each time, for a second. */
async function measureWriting(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const measured = measure(
    { url: `http://${host}`, headers: { person: {}, machine: {} }, pids },
    { name: 'write', calls: [call], newCall: () => call },
    1,
  )
  return { host, measured: measured.finally(() => server.close()) }
}

test('a case that makes a new call each time names the server in every request', async () => {
  const hosts = new Set<string | undefined>()
  const { host, measured } = await measureWriting((req, res) => {
    hosts.add(req.headers.host)
    res.writeHead(201).end()
  })
  expect((await measured).perSecond).toBeGreaterThan(1)
  expect([...hosts]).toEqual([host])
})

test('a refused case shows the answer of the first refused request', async () => {
  let answered = 0
  const { measured } = await measureWriting((_req, res) => {
    answered += 1
    res.writeHead(answered > 50 ? 409 : 201).end(`answer ${answered}`)
  })
  await expect(measured).rejects.toThrow(/^\d+ refusals, 0 errors, 0 timeouts. First refusal: 409 answer 51$/)
})
