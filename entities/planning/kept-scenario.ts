import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { ScenarioChange } from '../../src/planning/scenario/changes/change.ts'
import { User } from '../accounts/user.ts'
import { instant, text, uuidKey } from '../lists/columns.ts'
import { actorName, columnsOf, type RowOf } from '../lists/fragments.ts'
import { orderingIndexes } from '../lists/orderings.ts'
import type { List } from '../lists/page.ts'

export const scenarioNameLength = 200

export const keptScenarioOrderings = {
  created_at: ['created_at'],
  name: ['name', 'created_at'],
  id: [],
} as const

/** Changes to try, kept under a name. */
export const KeptScenario = defineEntity({
  name: 'KeptScenario',
  tableName: 'kept_scenarios',
  properties: {
    id: uuidKey(),
    name: text(scenarioNameLength),
    changes: p.json<ScenarioChange[]>(),
    kept_by: () => p.manyToOne(User).mapToPk().deleteRule('no action'),
    created_at: instant(),
  },
  indexes: [
    ...orderingIndexes('kept_scenarios', keptScenarioOrderings),
    { name: 'kept_scenarios_of_user', properties: ['kept_by'] },
  ],
})

export type KeptScenario = InferEntity<typeof KeptScenario>

const stored = columnsOf(KeptScenario, 'id, name, changes, created_at')

export const keptScenarioList: List<RowOf<typeof stored> & { kept_by: string; kept_by_name: string }> = {
  table: 'kept_scenarios',
  columns: sql`${stored}, page.kept_by_id as kept_by, ${actorName} as kept_by_name`,
  joins: sql`left join users u on u.id = page.kept_by_id`,
  orderings: keptScenarioOrderings,
  defaultOrdering: '-created_at',
}
