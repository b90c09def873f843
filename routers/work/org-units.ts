import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { holdOrgUnit, lockOrgUnits } from '../../entities/locks.ts'
import { OrgUnit, orgUnitOrderings } from '../../entities/work/org-unit.ts'
import { orgUnitDetail, orgUnitList } from '../../entities/work/org-units.ts'
import { unknownReference } from '../../src/errors.ts'
import { stamped } from '../../src/logs/audit.ts'
import { checkPlacement, checkWeeklyCap, unitTypes } from '../../src/work/org-unit.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, inUseConflict, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import * as filters from '../schema/filters.ts'
import { patchOf } from '../schema/output.ts'
import { OrgUnitDetail, OrgUnitRow, OrgUnitWritable } from './org-unit-schema.ts'

const shown = { entity: OrgUnit, schema: OrgUnitDetail, view: orgUnitDetail }

const { list, create, get, update, remove } = resource('/api/v1/org-units/', 'read_catalogue', 'manage')

/** The parent, kept until the commit; undefined for none, 400 for one that does not exist. */
async function findParent(em: Em, id: string | null, locked?: Awaited<ReturnType<typeof lockOrgUnits>>) {
  if (id === null) return undefined
  const parent = locked?.get(id) ?? (await holdOrgUnit(em, id))
  if (!parent) throw unknownReference('parent_id', id)
  return parent
}

async function isInUse(em: Em, { id }: OrgUnit) {
  const hasChildren = await exists(em, 'org_units', sql`parent_id = ${id} and is_active`)
  return hasChildren || exists(em, 'positions', sql`org_unit_id = ${id} and is_active`)
}

export const orgUnitsRouter = router({
  list: list('List org units', `${paged('`sort_order`, then `code`')} Inactive ones are included.`)
    .input(
      pageInput(orgUnitOrderings).extend({
        unit_type: filters.choice(unitTypes, 'Shows only units of this type.'),
        is_active: filters.isActive(),
        parent_id: filters.id('Shows only units directly under this one; an unknown id gives an empty list.'),
        search: filters.freeText('Shows only units whose name or code contains this text, ignoring case.'),
      }),
    )
    .output(pageOf(OrgUnitRow))
    .query(({ ctx, input }) => paginate(ctx, input, orgUnitList(input))),

  create: create(
    'Create an org unit',
    'There is one CLINIC, without a parent. A DEPARTMENT sits under the CLINIC, a SERVICE under a DEPARTMENT, a UNIT under a SERVICE or a DEPARTMENT.',
  )
    .input(OrgUnitWritable)
    .output(OrgUnitDetail)
    .mutation(({ ctx, input: { parent_id: parent = null, ...input } }) =>
      inTurn(ctx, [], async (em) => {
        checkWeeklyCap(input.unit_type, input.max_weekly_hours)
        checkPlacement(input.unit_type, await findParent(em, parent))
        const unit = em.create(OrgUnit, { ...input, parent, ...stamped(ctx.services.clock()) })
        return showSaved(em, orgUnitDetail, unit.id)
      }),
    ),

  get: get('Show an org unit', 'With the units and the positions below it counted.')
    .output(OrgUnitDetail)
    .query(({ ctx, input }) => showOne(ctx.em, orgUnitDetail, input.id)),

  update: update(
    'Change or move an org unit',
    'Only the fields that are sent change. The `unit_type` cannot be changed.',
    inUseConflict,
  )
    .input(patchOf(OrgUnitWritable).extend(ById.shape))
    .output(OrgUnitDetail)
    .mutation(({ ctx, input: { id, parent_id, is_active, ...changes } }) =>
      inTurn(ctx, [id], async (em) => {
        const locked = await lockOrgUnits(em, id, parent_id ?? null)
        const unit = await lockUnchanged([ctx, em], shown, id)
        unit.revise(changes, ctx.services.clock())
        const parent = parent_id === undefined ? (unit.parent ?? null) : parent_id
        if (parent !== (unit.parent ?? null) || (is_active && !unit.is_active))
          checkPlacement(unit.unit_type, await findParent(em, parent, locked))
        if (unit.is_active && is_active === false)
          unit.deactivate(await isInUse(em, unit), ctx.services.clock())
        unit.revise({ parent, is_active: is_active ?? unit.is_active }, ctx.services.clock())
        return showSaved(em, orgUnitDetail, id)
      }),
    ),

  delete: remove('Deactivate an org unit', 'The record stays, inactive.', inUseConflict).mutation(
    ({ ctx, input }) =>
      inTurn(ctx, [input.id], async (em) => {
        const unit = await lockUnchanged([ctx, em], shown, input.id)
        unit.deactivate(await isInUse(em, unit), ctx.services.clock())
      }),
  ),
})
