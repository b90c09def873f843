import { once } from 'node:events'
import { chownSync, copyFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { isDatabaseUnavailable } from '../../../entities/connection/availability.ts'
import { connect } from '../../../entities/orm.ts'
import { startEmbeddedPostgres } from '../../../server/stores/postgres/embedded.ts'
import { closedAfterAll } from '../../setup/fixture.ts'
import { certificateFolder } from '../../setup/programs/certificates.ts'
import { clusterTemporaryFolder } from '../../setup/stores/temporary-folder.ts'

const certificates = closedAfterAll(certificateFolder())
const authority = certificates.authority('authority')
const stranger = certificates.authority('stranger')
const server = certificates.issued('localhost', authority)
const client = certificates.issued('coverage', authority)

/** The protocol's numbers for the first request to a PostgreSQL. */
const startup = 196_608
const sslRequest = 80_877_103

/** A server that records what it receives, and answers that it has no TLS. */
async function listener() {
  const received: Buffer[] = []
  const fake = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      socket.end('N')
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void fake.close())
  await once(fake, 'listening')
  const { port } = fake.address() as AddressInfo
  return { received, url: `postgresql://coverage:s3cret@127.0.0.1:${port}/coverage` }
}

/** Whether the connection to the address is encrypted; throws if there is none. */
async function isEncrypted(url: string) {
  const orm = connect(url)
  try {
    const statement = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
    return (await statement.execute(orm.em.fork().getKysely())).rows[0]?.ssl
  } finally {
    await orm.close()
  }
}

test.each(['require', 'verify-full'])(
  'a connection with sslmode=%s sends only the request for TLS unencrypted',
  async (mode) => {
    const { received, url } = await listener()
    await expect(isEncrypted(`${url}?sslmode=${mode}`)).rejects.toThrow(/does not support SSL/)
    expect(received.map((bytes) => bytes.readInt32BE(4))).toEqual([sslRequest])
  },
)

test('a connection without parameters is unencrypted', async () => {
  const { received, url } = await listener()
  await expect(isEncrypted(url)).rejects.toThrow()
  expect(received[0]?.readInt32BE(4)).toBe(startup)
})

describe('a PostgreSQL with TLS', () => {
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
  const folder = clusterTemporaryFolder()

  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } })
    const { uid, gid } = statSync(postgres.folder)
    for (const [name, file] of Object.entries({ ...server, ca: authority.cert })) {
      const copy = join(postgres.folder, name)
      copyFileSync(file, copy)
      chownSync(copy, uid, gid)
      await execute(`alter system set ssl_${name}_file = '${copy}'`)
    }
    await execute('alter system set ssl = on')
    await execute('select pg_reload_conf()')
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  async function execute(statement: string) {
    const connection = new pg.Client(postgres.ownerUrl)
    await connection.connect()
    await connection.query(statement)
    await connection.end()
  }

  function address(host: string, parameters: Record<string, string>) {
    const url = new URL(postgres.ownerUrl)
    url.hostname = host
    url.search = new URLSearchParams(parameters).toString()
    return url.href
  }

  const [right, wrong] = [authority.cert, stranger.cert]
  test.each([
    ['localhost', { sslmode: 'disable' }, false],
    ['localhost', { sslmode: 'require' }, true],
    ['127.0.0.1', { sslmode: 'require' }, true],
    ['127.0.0.1', { sslmode: 'require', sslrootcert: right }, true],
    ['localhost', { sslmode: 'verify-ca', sslrootcert: right }, true],
    ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: right }, true],
    ['localhost', { sslmode: 'verify-full', sslrootcert: right }, true],
  ])('a PostgreSQL with TLS at %s is reached with %j', async (host, parameters, encrypted) => {
    expect(await isEncrypted(address(host, parameters))).toBe(encrypted)
  })

  test.each([
    ['localhost', { sslmode: 'require', sslrootcert: wrong }, 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['localhost', { sslmode: 'verify-ca', sslrootcert: wrong }, 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['localhost', { sslmode: 'verify-full', sslrootcert: wrong }, 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['localhost', { sslmode: 'verify-full' }, 'SELF_SIGNED_CERT_IN_CHAIN'],
    ['127.0.0.1', { sslmode: 'verify-full', sslrootcert: right }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('a PostgreSQL with TLS at %s is not trusted with %j', async (host, parameters, code) => {
    const error = await isEncrypted(address(host, parameters)).catch((error) => error)
    expect(error).toMatchObject({ code })
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  test('a PostgreSQL with TLS accepts the certificate of a client', async () => {
    const parameters = {
      sslmode: 'verify-full',
      sslrootcert: right,
      sslcert: client.cert,
      sslkey: client.key,
    }
    const orm = connect(address('localhost', parameters))
    const statement = sql`select client_dn from pg_stat_ssl where pid = pg_backend_pid()`
    const { rows } = await statement.execute(orm.em.fork().getKysely())
    await orm.close()
    expect(rows).toEqual([{ client_dn: '/CN=coverage' }])
  })

  test('a PostgreSQL with TLS serves every connection of the pool', async () => {
    const orm = connect(address('localhost', { sslmode: 'verify-full', sslrootcert: right }))
    const both = await Promise.all(
      [1, 2].map(() => sql`select pg_sleep(0.05)`.execute(orm.em.fork().getKysely())),
    )
    await orm.close()
    expect(both).toHaveLength(2)
  })
})
