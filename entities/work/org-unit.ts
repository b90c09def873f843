import { defineEntity, p } from '@mikro-orm/core'
import { inUse, invalid, refuseChanges } from '../../src/errors.ts'
import { checkWeeklyCap, unitTypes } from '../../src/work/org-unit.ts'
import { choice, decimal, instant, text, uuidKey } from '../lists/columns.ts'
import { orderingIndexes, searchIndex, searchText } from '../lists/orderings.ts'

export const orgUnitOrderings = {
  sort_order: ['sort_order', 'code'],
  parent_id: ['parent_id', 'sort_order', 'code'],
  unit_type: ['unit_type', 'sort_order', 'code'],
  code: ['code'],
  name: ['name'],
  short_name: ['short_name'],
  is_active: ['is_active', 'sort_order', 'code'],
  is_management: ['is_management', 'sort_order', 'code'],
  max_weekly_hours: ['max_weekly_hours'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  id: [],
} as const

export const orgUnitSearchText = searchText('name', 'code')

export const OrgUnitSchema = defineEntity({
  name: 'OrgUnit',
  tableName: 'org_units',
  properties: {
    id: uuidKey(),
    parent: () => p.manyToOne(OrgUnitSchema).mapToPk().nullable().deleteRule('no action'),
    unit_type: choice(unitTypes),
    code: text(50),
    name: text(200),
    short_name: text(50).default(''),
    is_active: p.boolean().default(true),
    is_management: p.boolean().default(false),
    sort_order: p.integer().default(0),
    max_weekly_hours: decimal(5).nullable(),
    created_at: instant(),
    updated_at: instant(),
  },
  indexes: [...orderingIndexes('org_units', orgUnitOrderings), searchIndex('org_units', orgUnitSearchText)],
  uniques: [
    { name: 'org_units_code_unique', properties: ['code'] },
    { name: 'org_units_one_clinic', properties: ['unit_type'], where: { unit_type: 'CLINIC' } },
  ],
  checks: [
    { name: 'org_units_root_is_clinic', expression: "(parent_id is null) = (unit_type = 'CLINIC')" },
    {
      name: 'org_units_max_weekly_hours',
      expression:
        "max_weekly_hours is null or (unit_type = 'CLINIC' and max_weekly_hours > 0 and max_weekly_hours <= 168)",
    },
  ],
})

export class OrgUnit extends OrgUnitSchema.class {
  /** 400 for another unit_type, and for a weekly cap on anything but a CLINIC (D8, D30). */
  revise({ unit_type, ...changes }: Partial<OrgUnit>, at: Date) {
    refuseChanges<OrgUnit>(this, { unit_type })
    checkWeeklyCap(this.unit_type, changes.max_weekly_hours)
    Object.assign(this, changes, { updated_at: at })
  }

  /** 400 for anything but a UNIT. */
  setManagement(is_management: boolean, at: Date) {
    if (this.unit_type !== 'UNIT') throw invalid('is_management', 'Only a UNIT can be management.')
    this.revise({ is_management }, at)
  }

  /** The soft delete: 409 while anything active is in the unit (D29). */
  deactivate(isInUse: boolean, at: Date) {
    if (isInUse) throw inUse('The org unit has active child units or active positions.')
    this.revise({ is_active: false }, at)
  }
}

OrgUnitSchema.setClass(OrgUnit)
