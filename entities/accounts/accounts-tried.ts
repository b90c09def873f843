import { sql } from 'kysely'
import { type Em, readRows } from '../connection/em.ts'
import { actorName } from '../lists/fragments.ts'
import type { NamedUser } from './users.ts'

type Tried = {
  address: string
  /** Null where there is no such account. */
  user: NamedUser | null
  failed: number
  succeeded: number
  last_at: string
}

type Where = {
  /** One address, or a prefix that ends in a colon. */
  address: string
  isConsole: boolean
  since: Date
}

/** The accounts that logins were tried for, by address; the latest first. */
export async function readAccountsTried(em: Em, { address, isConsole, since }: Where) {
  const isFrom = address.endsWith(':') ? sql`starts_with(address, ${address})` : sql`address = ${address}`
  const times = (event: string) => sql`coalesce(sum(times) filter (where event = ${event}), 0)::int`
  return readRows<Tried>(em)`
    with tried as (
      select address, user_id, ${times('failed_login')} as failed, ${times('login')} as succeeded,
        max(created_at) as last_at
      from security_log
      where event in ('failed_login', 'login') and created_at >= ${since} and ${isFrom}
        and (via = 'operator') = ${isConsole}
      group by address, user_id order by last_at desc limit 1000)
    select tried.address, tried.failed, tried.succeeded, tried.last_at,
      case when u.id is not null then json_build_object('id', u.id, 'name', ${actorName}, 'email', u.email) end as user
    from tried left join users u on u.id = tried.user_id order by tried.last_at desc`
}
