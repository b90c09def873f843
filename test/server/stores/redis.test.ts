import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect as connectTo } from 'node:net'
import { createServer } from 'node:tls'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectRedis } from '../../../server/stores/redis-client.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { certificateFolder } from '../../setup/programs/certificates.ts'
import { freshRedis } from '../../setup/stores/redis.ts'

const certificates = closedAfterAll(certificateFolder())
const authority = certificates.authority('authority')
const stranger = certificates.authority('stranger')
const server = certificates.issued('localhost', authority)
const client = certificates.issued('coverage', authority)

const redis = await freshRedis()
closedAfterAll({ close: redis.drop })

/** A listener that speaks TLS before the Redis of the tests; `clients` are the names on their certificates. */
async function encrypted({ requestCert = false } = {}) {
  const { hostname, port } = new URL(redis.url)
  const clients: unknown[] = []
  const files = { ca: authority.cert, ...server }
  const options = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, readFileSync(file)]))
  const proxy = createServer({ ...options, requestCert, rejectUnauthorized: requestCert }, (socket) => {
    clients.push(socket.getPeerCertificate().subject?.CN)
    const upstream = connectTo(Number(port), hostname)
    socket.pipe(upstream).pipe(socket)
    socket.on('error', () => upstream.destroy())
  })
  proxy.on('tlsClientError', () => {})
  proxy.listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  return { port: (proxy.address() as AddressInfo).port, clients }
}

/** PONG, or the error that keeps the client of the service from connecting. */
async function ping(url: string) {
  const errors: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).err.code) })
  const connected = await connectRedis(url, log)
  try {
    return await connected.ping().catch(() => errors[0])
  } finally {
    connected.disconnect()
  }
}

const addressed = (host: string, port: number, parameters: Record<string, string>) =>
  `rediss://${host}:${port}/?${new URLSearchParams(parameters)}`

test.each([
  ['localhost', { cacert: authority.cert }, 'PONG'],
  ['localhost', { cacert: stranger.cert }, 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['localhost', {}, 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['127.0.0.1', { cacert: authority.cert }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
])('a Redis with TLS at %s with %j answers %s', async (host, parameters, answer) => {
  const { port } = await encrypted()
  expect(await ping(addressed(host, port, parameters))).toBe(answer)
})

test('a Redis URL whose scheme is in capitals is encrypted too', async () => {
  const { port } = await encrypted()
  expect(await ping(`REDISS://localhost:${port}`)).toBe('SELF_SIGNED_CERT_IN_CHAIN')
})

test('a Redis that asks for a certificate gets it', async () => {
  const { port, clients } = await encrypted({ requestCert: true })
  const parameters = { cacert: authority.cert, ...client }
  expect(await ping(addressed('localhost', port, parameters))).toBe('PONG')
  expect(clients).toEqual(['coverage'])
})

test('the commands of requests read in the same tick are written together', async () => {
  const connected = await connectRedis(redis.url, pino({ level: 'silent' }))
  const uncork = vi.spyOn(connected.stream, 'uncork')
  const later = () => new Promise<void>((resolve) => process.nextTick(resolve))
  const first = connected.ping()
  await later()
  expect(await Promise.all([first, connected.ping()])).toEqual(['PONG', 'PONG'])
  expect(uncork).toHaveBeenCalledTimes(1)
  connected.disconnect()
})
