import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Client } from '../../client.ts'
import { startConsole } from '../../console.ts'
import { closedAfterAll } from '../../fixture.ts'
import { withRedis } from '../../redis.ts'
import { startService } from '../../service.ts'
import { ageUsesIn } from '../../used-tokens.ts'

describe('once Redis has lost everything', async () => {
  const service = closedAfterAll(await startService())
  const ops = closedAfterAll(await startConsole(service))

  const refresh = (client: Client) => client.post('/api/v1/auth/token/refresh/')
  const loseEverything = () => withRedis(service.redisUrl, (redis) => redis.flushdb())

  /** Another holder of the cookies that a client has now. */
  function copyOf(client: Client) {
    const copy = new Client(service.url, client.user)
    for (const [name, cookie] of client.cookies) copy.cookies.set(name, cookie)
    return copy
  }

  const ends: [string, (client: Client) => Promise<unknown>][] = [
    ['a logout', (client) => client.post('/api/v1/auth/logout/')],
    [
      'another login of its browser',
      (client) => client.login(client.user.email, 'correct horse battery staple'),
    ],
    [
      'an operator',
      async (client) => {
        const operator = await ops.confirmed('ADMIN')
        const { id } = client.user
        const [session] = await service.services.sessionRecords.list(id, service.clock.now)
        await operator.trpc('mutation', 'operator.users.end_session', {
          id,
          session_id: session?.id,
          reason: 'no longer theirs',
        })
      },
    ],
    [
      'the second use of a refresh token',
      async (client) => {
        const thief = copyOf(client)
        await refresh(client)
        await ageUsesIn(service.redisUrl, 10_001)
        await refresh(thief)
      },
    ],
  ]

  test.each(ends)('a session that %s has ended cannot be refreshed', async (_, end) => {
    const client = await service.as('VIEWER')
    const left = copyOf(client)
    await end(client)
    await loseEverything()
    expect((await refresh(left)).status).toBe(401)
  })

  test('a refresh token that has been replaced cannot be used, and the latest can', async () => {
    const client = await service.as('VIEWER')
    const thief = copyOf(client)
    service.clock.now = new Date(service.clock.now.getTime() + 60_000)
    expect((await refresh(client)).status).toBe(200)
    await loseEverything()
    expect((await refresh(thief)).status).toBe(401)
    expect((await refresh(client)).status).toBe(200)
  })

  test('a session without a record can be refreshed', async () => {
    const client = await service.as('VIEWER')
    await sql`delete from session_records`.execute(service.orm.em.fork().getKysely())
    await loseEverything()
    expect((await refresh(client)).status).toBe(200)
  })
})
