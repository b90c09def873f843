import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { holdOrgUnit } from '../entities/locks.ts'
import { OrgUnit, orgUnitOrderings } from '../entities/org-unit.ts'
import type { Em } from '../entities/orm.ts'
import { readOne, readPage } from '../entities/page.ts'
import { exists } from '../entities/reads/exists.ts'
import { orgUnitDetail, orgUnitList } from '../entities/reads/org-units.ts'
import { transaction } from '../entities/transaction.ts'
import { inUse, notFound, refuseChanges, unknownReference } from '../src/errors.ts'
import { maximumWeekHours } from '../src/hours.ts'
import { checkPlacement, checkWeeklyCap, type UnitType, unitTypes } from '../src/org-unit.ts'
import { rest } from './gate/meta.ts'
import { procedure, router } from './gate/procedure.ts'
import {
  boolean,
  choice,
  decimal,
  integer,
  pathId,
  reference,
  requiredText,
  text,
  view,
} from './schema/fields.ts'
import * as filters from './schema/filters.ts'
import { paged, pageInput, pageOf, paginate } from './schema/page.ts'
import { inUseConflict } from './schema/resource.ts'

const OrgUnitRow = z
  .object({
    id: view.id(),
    parent_id: view.id().nullable(),
    unit_type: z.enum(unitTypes),
    code: z.string(),
    name: z.string(),
    short_name: z.string(),
    is_active: z.boolean(),
    is_management: z.boolean(),
    sort_order: z.number().int(),
    max_weekly_hours: view.decimal().nullable(),
    position_count: view.count(),
    created_at: view.instant(),
    updated_at: view.instant(),
  })
  .meta({ id: 'OrgUnitRow' })

const OrgUnitDetail = OrgUnitRow.extend({
  children_count: view.count(),
  descendant_count: view.count(),
  total_position_count: view.count(),
}).meta({ id: 'OrgUnitDetail' })

export const OrgUnitWritable = z.object({
  parent_id: reference().nullable().optional(),
  unit_type: choice(unitTypes),
  code: requiredText(50),
  name: requiredText(200),
  short_name: text(50).optional(),
  sort_order: integer().optional(),
  is_active: boolean().optional(),
  max_weekly_hours: decimal({ digits: 5, minimum: '0.01', maximum: `${maximumWeekHours}` })
    .nullable()
    .optional(),
})

const ById = z.object({ id: pathId() })
const path = '/api/v1/org-units/'

async function detail(em: Em, id: string) {
  const found = await readOne<z.infer<typeof OrgUnitDetail>>(em, orgUnitDetail, id)
  if (!found) throw notFound()
  return found
}

async function checkPlace(em: Em, unitType: UnitType, parentId: string | null) {
  const parent = parentId === null ? undefined : await holdOrgUnit(em, parentId)
  if (parentId !== null && !parent) throw unknownReference('parent_id', parentId)
  checkPlacement(unitType, parent)
}

async function checkUnused(em: Em, { id }: OrgUnit) {
  const hasChildren = await exists(em, 'org_units', sql`parent_id = ${id} and is_active`)
  if (hasChildren || (await exists(em, 'positions', sql`org_unit_id = ${id} and is_active`)))
    throw inUse('The org unit has active child units or active positions.')
}

async function lockOrgUnit(em: Em, id: string) {
  const unit = await em.findOne(OrgUnit, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!unit) throw notFound()
  return unit
}

export const orgUnitsRouter = router({
  list: procedure
    .meta(
      rest(`GET ${path}`, 'read_catalogue', {
        summary: 'List org units',
        description: `${paged} Inactive ones are included.`,
      }),
    )
    .input(
      pageInput(orgUnitOrderings).extend({
        unit_type: filters.choice(unitTypes),
        is_active: filters.boolean(),
        parent_id: filters.id(),
        search: filters.text(),
      }),
    )
    .output(pageOf(OrgUnitRow))
    .query(({ ctx, input }) =>
      paginate(ctx, input, (slice) =>
        readPage<z.infer<typeof OrgUnitRow>>(ctx.em, orgUnitList(input), slice),
      ),
    ),

  create: procedure
    .meta(
      rest(`POST ${path}`, 'manage', {
        summary: 'Create an org unit',
        description:
          'There is one CLINIC, without a parent. A DEPARTMENT sits under the CLINIC, a SERVICE under a DEPARTMENT, a UNIT under a SERVICE or a DEPARTMENT.',
        status: 201,
      }),
    )
    .input(OrgUnitWritable)
    .output(OrgUnitDetail)
    .mutation(({ ctx, input: { parent_id: parent = null, ...input } }) =>
      transaction(ctx.em, async (em) => {
        checkWeeklyCap(input.unit_type, input.max_weekly_hours)
        await checkPlace(em, input.unit_type, parent)
        const stamps = { created_at: ctx.now, updated_at: ctx.now }
        const unit = em.create(OrgUnit, { ...input, parent, ...stamps })
        await em.flush()
        return detail(em, unit.id)
      }),
    ),

  get: procedure
    .meta(rest(`GET ${path}{id}/`, 'read_catalogue', { summary: 'Show an org unit' }))
    .input(ById)
    .output(OrgUnitDetail)
    .query(({ ctx, input }) => detail(ctx.em, input.id)),

  update: procedure
    .meta(
      rest(`PATCH ${path}{id}/`, 'manage', {
        summary: 'Change or move an org unit',
        description: 'The unit_type cannot be changed.',
        conflict: inUseConflict,
      }),
    )
    .input(OrgUnitWritable.partial().extend(ById.shape))
    .output(OrgUnitDetail)
    .mutation(({ ctx, input: { id, parent_id, unit_type, ...changes } }) =>
      transaction(ctx.em, async (em) => {
        const unit = await lockOrgUnit(em, id)
        refuseChanges(unit, { unit_type })
        checkWeeklyCap(unit.unit_type, changes.max_weekly_hours)
        const parent = parent_id === undefined ? (unit.parent ?? null) : parent_id
        const isActive = changes.is_active ?? unit.is_active
        if (parent !== (unit.parent ?? null) || (isActive && !unit.is_active))
          await checkPlace(em, unit.unit_type, parent)
        if (unit.is_active && !isActive) await checkUnused(em, unit)
        Object.assign(unit, changes, { parent, updated_at: ctx.now })
        await em.flush()
        return detail(em, id)
      }),
    ),

  delete: procedure
    .meta(
      rest(`DELETE ${path}{id}/`, 'manage', {
        summary: 'Deactivate an org unit',
        description: 'The record stays, inactive.',
        conflict: inUseConflict,
        status: 204,
      }),
    )
    .input(ById)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        const unit = await lockOrgUnit(em, input.id)
        await checkUnused(em, unit)
        unit.deactivate(ctx.now)
      }),
    ),
})
