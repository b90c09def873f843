import { sql } from 'kysely'
import type { OperatorAction } from '../../src/logs/events.ts'
import type { Em } from '../connection/em.ts'
import { actorName } from '../lists/fragments.ts'
import { beginning } from '../lists/orderings.ts'

/** What an operator did to a key of a throttle; the target is its scope and the key. */
export type OverrideEntry = {
  id: number
  action: OperatorAction
  target: string
  details: Record<string, unknown>
  reason: string
  actor: string
  actor_name: string
  created_at: string
}

/** The latest block and the latest limit of each target. */
export async function readLatestOverrides(em: Em, targets: readonly string[]): Promise<OverrideEntry[]> {
  // The index has only the beginnings of targets.
  const beginnings = targets.map((target) => [...target].slice(0, 100).join(''))
  const statement = sql<OverrideEntry>`select distinct on (l.target, l.action) l.id, l.action, l.target, l.details, l.reason,
      l.actor_id as actor, ${actorName} as actor_name, l.created_at
    from operator_log l left join users u on u.id = l.actor_id
    where ${sql.raw(beginning('l.target'))} = any(${beginnings}) and l.target = any(${targets})
      and l.action in ('throttles.block', 'throttles.set_limit')
    order by l.target, l.action, l.id desc`
  return (await statement.execute(em.getKysely())).rows
}
