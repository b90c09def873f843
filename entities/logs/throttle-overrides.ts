import { sql } from 'kysely'
import { type Em, readRows } from '../connection/em.ts'
import { actorName } from '../lists/fragments.ts'
import { beginning } from '../lists/orderings.ts'

/** The latest block and the latest limit of each target, which is the throttle's scope and the key. */
export async function readLatestOverrides<Override>(em: Em, targets: readonly string[]): Promise<Override[]> {
  // The index holds only the beginnings of targets.
  const beginnings = targets.map((target) => [...target].slice(0, 100).join(''))
  return readRows<Override>(em)`
    select distinct on (l.target, l.action) l.id, l.action, l.target, l.details, l.reason,
      l.actor_id as actor, ${actorName} as actor_name, l.created_at
    from operator_log l left join users u on u.id = l.actor_id
    where ${sql.raw(beginning('l.target'))} = any(${beginnings}) and l.target = any(${targets})
      and l.action in ('throttles.block', 'throttles.set_limit')
    order by l.target, l.action, l.id desc`
}
