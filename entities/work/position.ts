import { defineEntity, p } from '@mikro-orm/core'
import { inUse } from '../../src/errors.ts'
import type { CoverageState } from '../../src/work/coverage.ts'
import { decimal, derived, instant, searched, text, uuidKey } from '../lists/columns.ts'
import { beginning, foldedText, index, orderingIndexes, searchIndex, searchText } from '../lists/orderings.ts'
import { OrgUnit } from './org-unit.ts'

export const positionOrderings = {
  title: ['title'],
  org_unit_id: ['org_unit_id', 'title'],
  required_weekly_hours: ['required_weekly_hours'],
  is_active: ['is_active', 'title'],
  notes: [beginning('notes')],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  id: [],
} as const

export const positionSearchText = searchText('title')

export const PositionSchema = defineEntity({
  name: 'Position',
  tableName: 'positions',
  properties: {
    id: uuidKey(),
    org_unit: () => p.manyToOne(OrgUnit).mapToPk(),
    title: text(200),
    required_weekly_hours: decimal(6),
    is_active: p.boolean().default(true),
    notes: text(2000).default(''),
    created_at: instant(),
    updated_at: instant(),
    // Only triggers write these totals (D50).
    assigned_hours: decimal(12).defaultRaw('0'),
    assignment_count: p.integer().defaultRaw('0'),
    coverage_state: derived<CoverageState>(
      `case when assigned_hours = 0 then 'VACANT' when assigned_hours < required_weekly_hours then 'PARTIAL' when assigned_hours = required_weekly_hours then 'COVERED' else 'OVER_COVERED' end`,
    ),
    /** The console searches this text (D51). It has no index, because there are few positions. */
    folded_text: searched(foldedText('title')),
  },
  indexes: [
    ...orderingIndexes('positions', positionOrderings),
    searchIndex('positions', positionSearchText),
    index('positions', 'by_coverage_state', '(coverage_state, title, id)'),
  ],
  checks: [{ name: 'positions_required_weekly_hours', expression: 'required_weekly_hours > 0' }],
})

export class Position extends PositionSchema.class {
  revise(changes: Partial<Position>, at: Date) {
    Object.assign(this, changes, { updated_at: at })
  }

  /** The soft delete: 409 while anyone is assigned (D29). */
  deactivate(isAssigned: boolean, at: Date) {
    if (isAssigned) throw inUse('The position has active assignments.')
    this.revise({ is_active: false }, at)
  }
}

PositionSchema.setClass(Position)
