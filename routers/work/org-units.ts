import { sql } from 'kysely'
import { z } from 'zod'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { holdOrgUnit, lockOrgUnits } from '../../entities/locks.ts'
import { OrgUnit, orgUnitOrderings } from '../../entities/work/org-unit.ts'
import { orgUnitDetail, orgUnitList } from '../../entities/work/org-units.ts'
import { unknownReference } from '../../src/errors.ts'
import { maximumWeekHours } from '../../src/hours.ts'
import { stamped } from '../../src/logs/audit.ts'
import { checkPlacement, checkWeeklyCap, unitTypes } from '../../src/work/org-unit.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, inUseConflict, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import { boolean, choice, decimal, integer, label, reference, requiredText } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { bodyOf, named, orNull, output, patchOf, shared } from '../schema/output.ts'

export const OrgUnitRow = named('OrgUnitRow', 'An org unit as lists show it.', {
  id: shared.id,
  parent_id: orNull.id('The unit directly above; null for the CLINIC alone.'),
  unit_type: output.choice(unitTypes, 'Where the unit belongs in the hierarchy; cannot be changed later.'),
  code: output.text('The code that people know the unit by: unique, at most 50 characters.'),
  name: output.text('The unit’s name, at most 200 characters.'),
  short_name: output.text('An abbreviation, at most 50 characters; blank unless given.'),
  is_active: output.boolean(
    'Whether the unit is in use. A unit with active children or positions cannot be deactivated. True unless given at creation.',
  ),
  is_management: output.boolean(
    'Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API.',
  ),
  sort_order: z
    .number()
    .int()
    .describe('Where the unit stands among its siblings, the smallest first; 0 unless given at creation.'),
  max_weekly_hours: orNull.decimal(
    `The most hours a week that an employee may be assigned, in place of the threshold of the rule MAX_WEEKLY_HOURS: above 0, at most ${maximumWeekHours}. Null for that threshold; anything else is refused on units other than the CLINIC.`,
  ),
  position_count: output.count('The number of active positions in this unit itself.'),
  created_at: shared.created_at,
  updated_at: shared.updated_at,
})

const OrgUnitDetail = OrgUnitRow.extend({
  children_count: output.count('The number of units directly below, inactive ones included.'),
  descendant_count: output.count('The number of units below on all levels, inactive ones included.'),
  total_position_count: output.count('The number of active positions in this unit and all below it.'),
}).meta({ id: 'OrgUnitDetail', description: 'An org unit, with what is below it counted.' })

/** The clinic's cap. */
export const weeklyCap = () => decimal({ digits: 5, minimum: '0.01', maximum: `${maximumWeekHours}` })

export const OrgUnitWritable = bodyOf(OrgUnitDetail.shape, {
  parent_id: reference().nullable().optional(),
  unit_type: choice(unitTypes),
  code: requiredText(50),
  name: requiredText(200),
  short_name: label(50).optional(),
  sort_order: integer().optional(),
  is_active: boolean().optional(),
  max_weekly_hours: weeklyCap().nullable().optional(),
})

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
