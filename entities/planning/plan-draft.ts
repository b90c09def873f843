import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { PlanLine } from '../../src/planning/plans/check-lines.ts'
import type { PlanInput } from '../../src/planning/plans/plan-request.ts'
import { User } from '../accounts/user.ts'
import { decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { actorName, columnsOf, employeeName, type RowOf } from '../lists/fragments.ts'
import { orderingIndexes } from '../lists/orderings.ts'
import type { List, View } from '../lists/page.ts'
import { applicationOfDraft } from './application-log.ts'

export const draftNameLength = 200

/** What a draft was planned with. */
export type DraftOptions = Omit<PlanInput, 'keep' | 'language' | Lists> & {
  reference_date: string
  headroom_pct: string
} & Record<Lists, string[]>
type Lists = 'priorities' | 'exclude_employees' | 'exclude_positions'

/** A line as it was kept, with what the position lacked and the employee had left then. */
export type DraftLine = PlanLine & { lacking_hours: string; free_hours: string }

export const draftOrderings = {
  created_at: ['created_at'],
  reference_date: ['reference_date', 'created_at'],
  id: [],
} as const

/** A plan for a coming week that is kept. It never changes; whether it was applied is in the log of applications. */
export const PlanDraft = defineEntity({
  name: 'PlanDraft',
  tableName: 'plan_drafts',
  properties: {
    id: uuidKey(),
    name: text(draftNameLength),
    reference_date: p.date(),
    options: p.json<DraftOptions>(),
    lines: p.json<DraftLine[]>(),
    line_count: p.integer(),
    added_hours: decimal(12),
    fingerprint: p.string().columnType('varchar(100)'),
    kept_by: () => p.manyToOne(User).mapToPk().nullable().deleteRule('no action'),
    /** The system user, on the command line. */
    kept_by_name: text(100),
    created_at: instant(),
  },
  indexes: [
    ...orderingIndexes('plan_drafts', draftOrderings),
    { name: 'plan_drafts_of_user', properties: ['kept_by'] },
  ],
})

export type PlanDraft = InferEntity<typeof PlanDraft>

const stored = columnsOf(
  PlanDraft,
  'id, name, reference_date, line_count, added_hours, fingerprint, created_at',
)

type DraftRow = RowOf<typeof stored> & {
  hours_limit: DraftOptions['hours_limit']
  demand: DraftOptions['demand']
  kept_by: string | null
  kept_by_name: string
  application: { id: string; applied_at: string; applied_by: string | null; applied_by_name: string } | null
}

const columns = sql<DraftRow>`${stored}, page.options ->> 'hours_limit' as hours_limit, page.options ->> 'demand' as demand,
  page.kept_by_id as kept_by, case when u.id is null then page.kept_by_name else ${actorName} end as kept_by_name,
  ${applicationOfDraft} as application`
const joins = sql`left join users u on u.id = page.kept_by_id`

export const draftList: List<DraftRow> = {
  table: 'plan_drafts',
  columns,
  joins,
  orderings: draftOrderings,
  defaultOrdering: '-created_at',
}

export type NamedDraftLine = DraftLine & {
  employee_name: string
  position_title: string
  org_unit_id: string | null
  org_unit_name: string
}

/** A draft with its lines, named as their people and positions are called today. */
export const draftDetail: View<DraftRow & { options: DraftOptions; lines: NamedDraftLine[] }> = {
  table: 'plan_drafts',
  columns: sql`${columns}, page.options, (
    select jsonb_agg(line || jsonb_build_object('employee_name', coalesce(${employeeName}, ''),
      'position_title', coalesce(p.title, ''), 'org_unit_id', o.id, 'org_unit_name', coalesce(o.name, '')) order by ordinal)
    from jsonb_array_elements(page.lines) with ordinality lines (line, ordinal)
    left join employees e on e.id = (line ->> 'employee')::uuid
    left join positions p on p.id = (line ->> 'position_id')::uuid
    left join org_units o on o.id = p.org_unit_id) as lines`,
  joins,
}
