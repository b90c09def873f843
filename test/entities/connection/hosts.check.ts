import { expect, test, vi } from 'vitest'
import { eachHost } from '../../../entities/connection/hosts.ts'
import { connect } from '../../../entities/orm.ts'
import { migrate } from '../../../entities/schema/migrate.ts'
import { closedAfterAll, closedAfterTest } from '../../setup/fixture.ts'
import { freePort } from '../../setup/programs/free-port.ts'
import { startService } from '../../setup/service.ts'
import { execute } from '../../setup/stores/execute.ts'
import { startReplicated } from '../../setup/stores/replicated.ts'

const cluster = closedAfterAll(await startReplicated())
const { primary, replica } = cluster
const hostOf = (url: string) => new URL(url).host

/** The address of the primary with these hosts. */
const addressOf = (hosts: string[], target?: string, { url } = primary) =>
  url.replace(hostOf(primary.url), hosts.join(',')) + (target ? `?target_session_attrs=${target}` : '')

const [nobody, standby, writer] = [`127.0.0.1:${await freePort()}`, hostOf(replica.url), hostOf(primary.url)]

/** The port of the server that a new pool at the address connects to. */
async function serverAt(url: string) {
  const orm = connect(url, { max: 1 })
  closedAfterTest(orm)
  const [row] = await orm.em.fork().execute("select current_setting('port') as port")
  return `127.0.0.1:${row?.port}`
}

test('an address with several hosts is read as one for each host', () => {
  expect(eachHost('postgresql://u:p,w@a:1,[::1]:2,c/x?sslmode=require')).toEqual([
    'postgresql://u:p,w@a:1/x?sslmode=require',
    'postgresql://u:p,w@[::1]:2/x?sslmode=require',
    'postgresql://u:p,w@c/x?sslmode=require',
  ])
  expect(eachHost('postgresql:///x')).toEqual(['postgresql:///x'])
})

test.each([
  [undefined, standby],
  ['any', standby],
  ['read-write', writer],
  ['primary', writer],
])('of several hosts, target_session_attrs=%s takes the first that suits', async (target, server) => {
  expect(await serverAt(addressOf([nobody, standby, writer], target))).toBe(server)
})

test('when no host suits, requests are answered 503', async () => {
  const orm = connect(addressOf([standby, standby], 'read-write'), { max: 1 })
  closedAfterTest(orm)
  await expect(orm.em.fork().execute('select 1')).rejects.toMatchObject({ code: '57P03' })
})

test('a service with several hosts migrates, serves and writes, and goes on with the standby that takes over', async () => {
  const hosts = [nobody, standby, writer]
  const url = addressOf(hosts, 'read-write')
  expect(await migrate(addressOf(hosts, 'read-write', { ...primary, url: primary.ownerUrl }), url)).toEqual(
    [],
  )
  const service = closedAfterAll(await startService({ databaseUrl: async () => url }))
  const admin = await service.as('ADMIN')
  const newTag = (name: string) =>
    admin.post('/api/v1/tags/', { name, display_name: name, category: 'CONTRACT' })
  expect((await newTag('before')).status).toBe(201)
  await expect.poll(() => execute(replica.ownerUrl, "select from tags where name = 'before'")).toHaveLength(1)
  await primary.stop()
  await execute(replica.ownerUrl, 'select pg_promote()')
  await vi.waitFor(async () => expect((await newTag('after')).status).toBe(201), { timeout: 20_000 })
  expect((await admin.get('/api/v1/tags/?search=before')).body.results).toContainEqual(
    expect.objectContaining({ name: 'before' }),
  )
})
