import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import type { Orm } from '../entities/orm.ts'

/** Makes uses of refresh tokens older, in the store whose clock judges them. */
export async function ageUsesIn(store: Redis | Orm, milliseconds: number) {
  if ('em' in store) {
    const statement = sql`update revocations set created_at = created_at - make_interval(secs => ${milliseconds / 1000})
      where key like 'token:used:%'`
    await statement.execute(store.em.fork().getKysely())
    return
  }
  for (const key of await store.keys('token:used:*'))
    await store.set(key, Number(await store.get(key)) - milliseconds, 'KEEPTTL')
}
