import { randomUUID } from 'node:crypto'
import { Tag } from '../../../entities/people/tag.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import { availability, type PlannedTag } from '../plan/planned.ts'
import { RowIndex } from '../plan/row-index.ts'

/** Plans the tags by name. */
export function planTags(plan: ImportPlan): RowIndex<PlannedTag> {
  const known = plan.stored.tags.map((stored) => {
    const { id, name, category } = stored
    return [[name], { id, stored, name, category, ...availability(stored) }] as const
  })
  const tags = new RowIndex<PlannedTag>('tags', plan, known)
  for (const row of plan.folder.tags.rows) {
    const { kind, line, ...fields } = row
    const { name, category, is_active } = row
    const stored = tags.get(name)?.stored
    const id = stored?.id ?? randomUUID()
    tags.set([name], { id, stored, name, category, ...availability(stored, is_active) })
    if (stored) plan.change(row, { entity: Tag, stored, fields })
    else plan.insert(row, Tag, { ...fields, id, ...plan.stamps })
  }
  return tags
}
