import { expect, test, vi } from 'vitest'
import { withDeadline } from '../../../entities/connection/deadline.ts'
import { readRows } from '../../../entities/connection/em.ts'
import { sealLogs } from '../../../entities/logs/seals.ts'
import { connect } from '../../../entities/orm.ts'
import { sweep } from '../../../server/jobs/sweeps.ts'
import { theService } from '../../../src/logs/audit.ts'
import { smallClinic } from '../../made/clinic-folder.ts'
import { unzipped, zipOf } from '../../made/zip.ts'
import { closedAfterAll, closedAfterTest } from '../../setup/fixture.ts'
import { liveStream } from '../../setup/live-stream.ts'
import { startService } from '../../setup/service.ts'
import { execute } from '../../setup/stores/execute.ts'
import { keepsPrepared, startPgBouncer } from '../../setup/stores/pgbouncer.ts'

vi.setConfig({ testTimeout: 60_000 })

/** What docs/operating/stores.md gives the role; here in the database of the test alone. */
const ofRole = [
  "timezone = 'UTC'",
  'jit = off',
  'max_parallel_workers_per_gather = 0',
  "statement_timeout = '10s'",
]

const pooler = Promise.withResolvers<{ url: string; close(): unknown }>()
const service = closedAfterAll(
  await startService({
    env: { DATABASE_PREPARED_STATEMENTS: `${keepsPrepared}` },
    async databaseUrl(url) {
      const bouncer = await startPgBouncer(url)
      pooler.resolve(bouncer)
      return bouncer.url
    },
  }),
)
const { url } = closedAfterAll(await pooler.promise)
const { username, pathname } = new URL(service.databaseUrl)
for (const setting of ofRole)
  await execute(service.ownerUrl, `alter role ${username} in database ${pathname.slice(1)} set ${setting}`)
const admin = await service.as('ADMIN')

const zipPath = '/integration/v1/imports/'
const exported = async () => {
  const answer = await fetch(`${service.url}/integration/v1/exports/`, {
    headers: admin.headersFor('/integration/v1/exports/'),
  })
  return unzipped(await answer.arrayBuffer())
}
/** What transactions have locked by number and not given back. */
const heldLocks = () =>
  execute(
    service.ownerUrl,
    `select objid from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and datname = current_database()`,
  )

test('through PgBouncer in transaction mode an import, exports, and many requests at once succeed', async () => {
  const raw = await zipOf(smallClinic)
  const sent = await admin.post(zipPath, undefined, { raw, headers: { 'Content-Type': 'application/zip' } })
  const state = async () => (await admin.get(`${zipPath}${sent.body.id}/`)).body.state
  await expect.poll(state, { timeout: 50_000, interval: 200 }).toBe('DONE')
  expect(await Promise.all([exported(), exported(), exported()])).toEqual([
    smallClinic,
    smallClinic,
    smallClinic,
  ])
  expect(await heldLocks()).toEqual([])

  const newTag = (name: string) =>
    admin.post('/api/v1/tags/', { name, display_name: name, category: 'CONTRACT' })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      number % 2 ? newTag(`tag ${number}`) : admin.get('/api/v1/employees/?search=a'),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, number) => (number % 2 ? 201 : 200)))
})

test('through PgBouncer live streams, the feed, sweeps and seals work, and leave no lock', async () => {
  const stream = await liveStream(service, { topic: 'assignments', client: admin })
  const [employee] = (await admin.get('/api/v1/employees/?status=ACTIVE')).body.results
  const { results } = (await admin.get('/api/v1/demand/?page_size=100')).body
  for (const { id } of results) {
    const proposal = { employee: employee.id, position_id: id, effective_hours: '0.25' }
    const { status, body } = await admin.post('/api/v1/assignments/', proposal)
    if (status !== 201) continue
    await stream.until(({ data }) => data.row?.id === body.id)
    break
  }
  expect((await admin.get('/integration/v1/changes/')).body.results).not.toEqual([])
  await sweep(service.orm, theService(service.clock.now), 'UTC')
  await sealLogs({ em: service.orm.em.fork() as never })
  expect(await heldLocks()).toEqual([])
})

test('through PgBouncer long work has its own time limits, for as long as its transaction', async () => {
  const orm = closedAfterTest(connect(url, { max: 1, queryTimeout: 60_000 }))
  const limit = (em: { execute(statement: string): Promise<unknown> }) =>
    em.execute("select current_setting('statement_timeout') as limit")
  const em = orm.em.fork()
  expect(await em.transactional((em) => limit(em))).toEqual([{ limit: '1min' }])
  expect(await limit(em)).toEqual([{ limit: '10s' }])
})

test('through PgBouncer a statement may take long as well, while PostgreSQL is at work on it', async () => {
  const orm = closedAfterTest(connect(url, { max: 1 }))
  expect(await withDeadline(() => readRows(orm.em.fork())`select pg_sleep(3)`)).toHaveLength(1)
})
