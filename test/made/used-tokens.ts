import { sql } from 'kysely'
import type { Orm } from '../../entities/connection/em.ts'
import { withRedis } from '../setup/stores/redis.ts'

/** Makes uses of refresh tokens older, in the Redis or the database whose clock judges them. */
export async function ageUsesIn(store: string | Orm, milliseconds: number) {
  if (typeof store === 'string') return ageUsesInRedis(store, milliseconds)
  const statement = sql`update revocations set created_at = created_at - make_interval(secs => ${milliseconds / 1000})
    where key like 'token:%'`
  await statement.execute(store.em.fork().getKysely())
}

const ageUsesInRedis = (url: string, milliseconds: number) =>
  withRedis(url, async (redis) => {
    for (const key of await redis.keys('token:used:*'))
      await redis.set(key, aged(`${await redis.get(key)}`, milliseconds), 'KEEPTTL')
  })

const aged = (use: string, milliseconds: number) =>
  use.replace(/^\d+/, (at) => `${Number(at) - milliseconds}`)
