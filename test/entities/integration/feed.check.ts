import pg from 'pg'
import { expect, test } from 'vitest'
import { readChanges } from '../../../entities/integration/changes.ts'
import { parseCursor } from '../../../entities/integration/cursor.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const { em } = service.orm

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbers(from: number) {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Counts tags up, a few in each transaction, of which some are rolled back and some lose their backend. */
async function write(ids: readonly string[], random: () => number) {
  let client: pg.Client | undefined
  for (let number = 0; number < 60; number++) {
    if (!client) {
      client = new pg.Client(service.databaseUrl)
      client.on('error', () => {})
      await client.connect()
    }
    await client.query('begin')
    // In one order, so that no two wait for each other.
    for (const id of ids.filter(() => random() < 0.3)) {
      await client.query('update tags set hours_delta = hours_delta + 1 where id = $1', [id])
      await client.query('select pg_sleep($1)', [random() < 0.2 ? random() / 20 : 0])
    }
    const fate = random()
    if (fate < 0.05) {
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {})
      client = undefined
    } else await client.query(fate < 0.2 ? 'rollback' : 'commit')
  }
  await client?.end()
}

/** Follows the feed until all is written; dies now and then in the middle of a page, and resumes after its last change. */
async function follow(from: string, limit: number, { random, isWritten }: Reader) {
  const states: Record<string, string[]> = {}
  let cursor = from
  for (;;) {
    const wasWritten = isWritten()
    const page = await readChanges(em, { after: parseCursor(cursor), limit })
    const dies = random() < 0.3
    const done = dies ? page.changes.slice(0, random() * (page.changes.length + 1)) : page.changes
    for (const { id, after } of done) {
      states[id] ??= []
      states[id].push(String(after?.hours_delta))
    }
    cursor = dies ? (done.at(-1)?.cursor ?? cursor) : page.cursor
    if (wasWritten && !page.changes.length && !page.has_more) return states
  }
}

type Reader = { random: () => number; isWritten: () => boolean }

test(`readers that die and resume get each state of each row once and in order (SEED=${seed})`, async () => {
  const random = numbers(seed)
  const ids: string[] = []
  for (let number = 0; number < 5; number++) ids.push((await make.tag()).id)
  const { cursor } = await readChanges(em, { limit: 1 })
  let isWritten = false
  const writing = Promise.all(Array.from({ length: 6 }, (_, n) => write(ids, numbers(seed + n)))).finally(
    () => {
      isWritten = true
    },
  )
  const reader = { random, isWritten: () => isWritten }
  const read = await Promise.all([1, 2, 7, 100].map((limit) => follow(cursor, limit, reader)))
  await writing

  const owner = new pg.Client(service.ownerUrl)
  await owner.connect()
  const { rows } = await owner.query('select id, hours_delta::int as last from tags where id = any($1)', [
    ids,
  ])
  await owner.end()
  const expected = Object.fromEntries(
    rows.map(({ id, last }) => [id, Array.from({ length: last }, (_, number) => `${number + 1}.00`)]),
  )
  for (const states of read) expect(states).toEqual(expected)
}, 300_000)
