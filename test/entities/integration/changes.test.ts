import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readChanges } from '../../../entities/integration/changes.ts'
import { cursorText, parseCursor } from '../../../entities/integration/cursor.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()

/** The present cursor, and a reader that remembers how far it has read. */
async function reader(limit = 100) {
  let { cursor } = await readChanges(service.orm.em, { limit })
  return async (most = limit) => {
    const page = await readChanges(service.orm.em, { after: parseCursor(cursor), limit: most })
    cursor = page.cursor
    return page.changes.map(({ after }) => after?.display_name)
  }
}

/** A connection in a transaction of its own, which has an id already. */
async function begun() {
  const client = new pg.Client(service.databaseUrl)
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; select pg_current_xact_id()')
  return {
    name: (id: string, name: string) =>
      client.query('update tags set display_name = $2 where id = $1', [id, name]),
    run: (statement: string) => client.query(statement),
  }
}

async function byOwner(statement: string) {
  const owner = new pg.Client(service.ownerUrl)
  await owner.connect()
  await owner.query(statement).finally(() => owner.end())
}

const tags = () => Promise.all([make.tag(), make.tag()])

test('changes come in the order in which they were made, page by page', async () => {
  const many = []
  const { cursor } = await readChanges(service.orm.em, { limit: 1 })
  for (let number = 0; number < 12; number++) many.push((await make.tag()).id)
  for (const limit of [1, 5, 100]) {
    const told: string[] = []
    for (let page = { cursor, has_more: true }; page.has_more; ) {
      const next = await readChanges(service.orm.em, { after: parseCursor(page.cursor), limit })
      told.push(...next.changes.map(({ id }) => id))
      page = next
    }
    expect(told).toEqual(many)
  }
})

test('a change is told of once it is committed, however long others run', async () => {
  const [one, two] = await tags()
  const read = await reader()
  const [slow, quick] = await Promise.all([begun(), begun()])
  await slow.name(one.id, 'slow')
  await quick.name(two.id, 'quick')
  expect(await read()).toEqual([])
  await quick.run('commit')
  expect(await read()).toEqual(['quick'])
  await slow.run('commit')
  expect([await read(), await read()]).toEqual([['slow'], []])
})

test('a transaction that began before a reader and changes a row after another does comes after it', async () => {
  const [one, two] = await tags()
  const late = await begun()
  await late.name(two.id, 'first of late')
  const read = await reader(1)
  const quick = await begun()
  await quick.name(one.id, 'quick')
  await quick.run('commit')
  await late.name(one.id, 'late')
  await late.run('commit')
  expect([await read(), await read(), await read(), await read()]).toEqual([
    ['first of late'],
    ['quick'],
    ['late'],
    [],
  ])
})

test('a transaction that has begun after all that have ended is not forgotten', async () => {
  const [one, two] = await tags()
  const quick = await begun()
  const later = await begun()
  await later.name(one.id, 'later')
  await quick.name(two.id, 'quick')
  await quick.run('commit')
  const read = await reader()
  await later.run('commit')
  expect(await read()).toEqual(['later'])
})

test('a reader that stops between the pages of a window goes on in it, whatever is committed meanwhile', async () => {
  const [one, two] = await tags()
  const read = await reader(1)
  const [a, b] = await Promise.all([begun(), begun()])
  await a.name(one.id, 'a')
  await b.name(two.id, 'b1')
  await b.name(two.id, 'b2')
  await b.run('commit')
  expect(await read()).toEqual(['b1'])
  await a.run('commit')
  const c = await begun()
  await c.name(one.id, 'c')
  await c.run('commit')
  expect([await read(), await read(), await read(), await read()]).toEqual([['b2'], ['a'], ['c'], []])
})

test('the cursor of a change leads to all that was committed since, page by page', async () => {
  const [one, two] = await tags()
  const { cursor } = await readChanges(service.orm.em, { limit: 1 })
  const read = async (cursor = '') => {
    const wanted = { after: parseCursor(cursor), subjects: ['tags' as const], limit: 100 }
    const { changes, ...page } = await readChanges(service.orm.em, wanted)
    return { ...page, first: changes[0]?.cursor, names: changes.map(({ after }) => after?.display_name) }
  }
  const name = async (id: string, text: string) => {
    const transaction = await begun()
    await transaction.name(id, text)
    await transaction.run('commit')
  }
  await name(one.id, 'first')
  await name(two.id, 'second')
  await make.unit()
  const page = await read(cursor)
  await name(one.id, 'third')
  const second = await read(page.first)
  expect(second).toMatchObject({ names: ['second'], has_more: true })
  expect(await read(second.first)).toMatchObject({ names: [], has_more: true, cursor: second.cursor })
  expect(await read(second.cursor)).toMatchObject({ names: ['third'], has_more: false })
})

test('what a killed backend or a savepoint has undone is never told of', async () => {
  const [one, two] = await tags()
  const read = await reader()
  const [killed, kept] = await Promise.all([begun(), begun()])
  await killed.name(one.id, 'killed')
  await kept.run('savepoint s')
  await kept.name(two.id, 'undone')
  await kept.run('rollback to s')
  await kept.name(two.id, 'kept')
  const { rows } = await killed.run('select pg_backend_pid() as pid')
  await kept.run('commit')
  await byOwner(`select pg_terminate_backend(${rows[0].pid})`)
  expect([await read(), await read()]).toEqual([['kept'], []])
})

test('a page passes over thousands of other changes, and says that more follow', async () => {
  const [tag] = await tags()
  const { cursor } = await readChanges(service.orm.em, { limit: 1 })
  await make.employee()
  await byOwner(
    `select setval(pg_get_serial_sequence('change_log', 'id'), (select max(id) from change_log) + 6000)`,
  )
  const last = await begun()
  await last.name(tag.id, 'far away')
  await last.run('commit')
  const read = (after: string) =>
    readChanges(service.orm.em, { after: parseCursor(after), subjects: ['tags'], limit: 1 })
  // Another database of the server: its transactions are in the same snapshots, and may have written anything.
  const elsewhere = new pg.Client(service.ownerUrl.replace(/[^/]*$/, 'postgres'))
  await elsewhere.connect()
  onTestFinished(() => elsewhere.end())
  await elsewhere.query('begin; select pg_current_xact_id()')
  const first = await read(cursor)
  await elsewhere.query('rollback')
  expect([first.changes, first.has_more]).toEqual([[], true])
  const second = await read(first.cursor)
  expect(second).toMatchObject({ changes: [{ after: { display_name: 'far away' } }], has_more: true })
  expect(await read(second.cursor)).toMatchObject({ changes: [], has_more: false })
})

test.each([
  '',
  'yesterday',
  '0.0.0.0',
  '1.1.1',
  '01.1.1.1',
  '1.1.a.2.0.5',
  '1.1.a.5.1.1',
  '1.1.1.1~1.1.1.1',
  '1.1.1.1~1.1.1.1~zzzzzzzz',
  'zzzzzzzz.1.1.1',
  '1.zzzzzzzzzzz.1.1',
  '1.1.zzzzzzzzzzzzz.1',
  '-1.1.1.1',
])('the text %j is no cursor', (text) => {
  expect(parseCursor(text)).toBeUndefined()
})

test('a cursor with running transactions is read as it was written', () => {
  const from = { xmin: 700, xmax: 900, running: [700, 710], top: 5000, at: 1_772_000_000_000 }
  expect(parseCursor(cursorText({ from, to: from, last: 40 }))).toEqual({ from, to: from, last: 40 })
})
