import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { exists } from '../../entities/lists/rows.ts'
import { holdOrgUnit, holdRequiredTags, lockEmployees } from '../../entities/locks.ts'
import { ownEmployee } from '../../entities/people/employees.ts'
import { readStaff } from '../../entities/work/coverage.ts'
import { Position, positionOrderings } from '../../entities/work/position.ts'
import { PositionTag } from '../../entities/work/position-tag.ts'
import { positionDetail, positionList, positionRow } from '../../entities/work/positions.ts'
import { notFound, Overtaken, unknownChoice, unknownReference } from '../../src/errors.ts'
import { stamped } from '../../src/logs/audit.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { checkHoldsPositions } from '../../src/work/org-unit.ts'
import { checkUnchanged, hasCondition, lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { paged, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import {
  ById,
  endpoint,
  inUseConflict,
  lockOne,
  resource,
  showOne,
  showSaved,
} from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import * as filters from '../schema/filters.ts'
import { patchOf } from '../schema/output.ts'
import { coverage_summary } from './coverage-summary.ts'
import { PositionCopy, PositionWritable, titleLength } from './position-fields.ts'
import { PositionDetail, PositionRow } from './position-schema.ts'

const eligible_for_employee = filters.chosenId(
  'The id of an employee whose tags are compared with those that the position requires; an unknown one is 400.',
)

const path = '/api/v1/demand/'
const { list, create, update, remove } = resource(path, 'read_catalogue', 'manage')

const shown = { entity: Position, schema: PositionDetail, view: positionDetail() }

async function findPosition(em: Em, id: string) {
  const position = await em.findOne(Position, id)
  if (!position) throw notFound()
  return position
}

async function checkUnit(em: Em, orgUnitId: string, { mayBeInactive = false } = {}) {
  const unit = await holdOrgUnit(em, orgUnitId)
  if (!unit) throw unknownReference('org_unit_id', orgUnitId)
  checkHoldsPositions(unit, { mayBeInactive })
}

/** The employee whose eligibility is asked for; 400 if the caller may not see them (D35). */
async function eligibilityFor(ctx: AuthenticatedContext, employee: string | undefined) {
  if (employee === undefined) return undefined
  if (!(await exists(ctx.em, 'employees', sql`id = ${employee} and ${ownEmployee(ctx.own) || sql`true`}`)))
    throw unknownChoice('eligible_for_employee')
  return { employee, today: ctx.today }
}

const isAssigned = (em: Em, { id }: Position) =>
  exists(em, 'assignments', sql`position_id = ${id} and status = 'ACTIVE'`)

/** Locks the employees who work in the position, then the position, because a move changes the counts of both units. */
async function lockWithStaff(em: Em, id: string) {
  const locked = await lockEmployees(em, await readStaff(em, id))
  const position = await lockOne(em, Position, id)
  if (!(await readStaff(em, id)).every((employee) => locked.has(employee)))
    throw new Overtaken('Other employees were assigned to the position')
  return position
}

/** Cuts a long title to make room for the suffix, but no emoji into parts that a title may not hold (D35, D55). */
function copyOf(title: string) {
  const suffix = ' (copy)'
  let kept = ''
  for (const { segment } of new Intl.Segmenter().segment(title)) {
    if ([...kept, ...segment].length > titleLength - suffix.length) break
    kept += segment
  }
  return (kept + suffix).trimStart()
}

export const positionsRouter = router({
  list: list(
    'List positions with their coverage',
    `${paged('`title`')} Inactive positions are included. \`eligible_for_employee\` fills \`required_tags\`, \`is_eligible\` and \`missing_tags\`, which are null otherwise.`,
  )
    .input(
      pageInput(positionOrderings).extend({
        org_unit_id: filters.id(
          'Shows only positions of this org unit, not of those below it; an unknown id gives an empty list.',
        ),
        is_active: filters.isActive(),
        coverage_state: filters.choice(coverageStates, 'Shows only positions in this state.'),
        search: filters.freeText('Shows only positions whose title contains this text, ignoring case.'),
        eligible_for_employee,
      }),
    )
    .output(pageOf(PositionRow))
    .query(async ({ ctx, input }) => {
      const eligible = await eligibilityFor(ctx, input.eligible_for_employee)
      return paginate(ctx, input, positionList(input, eligible))
    }),

  create: create('Create a position', 'Only an active UNIT can hold positions.')
    .meta({ isObject: false })
    .input(PositionWritable)
    .output(PositionRow)
    .mutation(({ ctx, input: { org_unit_id: org_unit, ...input } }) =>
      inTurn(ctx, [], async (em) => {
        await checkUnit(em, org_unit)
        const position = em.create(Position, { ...input, org_unit, ...stamped(ctx.services.clock()) })
        return showSaved(em, positionRow(), position.id)
      }),
    ),

  get: endpoint(`GET ${path}{id}/`, 'read_catalogue', {
    summary: 'Show a position with its active assignments',
    description: '`eligible_for_employee` fills `is_eligible` and `missing_tags`, which are null otherwise.',
    isObject: ({ is_eligible }: { is_eligible: boolean | null }) => is_eligible === null,
  })
    .input(ById.extend({ eligible_for_employee }))
    .output(PositionDetail)
    .query(async ({ ctx, input }) => {
      const eligible = await eligibilityFor(ctx, input.eligible_for_employee)
      return showOne(ctx.em, positionDetail(ctx.own, eligible), input.id)
    }),

  update: update(
    'Change a position',
    'Only the fields that are sent change. The position can move to another active UNIT. Its assignments are not checked again.',
    inUseConflict,
  )
    .input(patchOf(PositionWritable).extend(ById.shape))
    .output(PositionDetail)
    .mutation(({ ctx, input: { id, org_unit_id, ...changes } }) =>
      inTurn(ctx, [id], async (em) => {
        const { org_unit: before, is_active } = await findPosition(em, id)
        const org_unit = org_unit_id ?? before
        if (org_unit !== before || (changes.is_active ?? is_active)) await checkUnit(em, org_unit)
        const isCountedAnew = org_unit !== before || (changes.is_active ?? is_active) !== is_active
        const position = await (isCountedAnew ? lockWithStaff(em, id) : lockOne(em, Position, id))
        await checkUnchanged(ctx, shown.schema, () => showOne(em, shown.view, id))
        if (position.org_unit !== before) throw new Overtaken('The position was moved to another org unit')
        if (position.is_active && changes.is_active === false)
          position.deactivate(await isAssigned(em, position), ctx.services.clock())
        position.revise({ ...changes, org_unit }, ctx.services.clock())
        return showSaved(em, positionDetail(), id)
      }),
    ),

  delete: remove('Deactivate a position', 'The record stays, inactive.', inUseConflict).mutation(
    ({ ctx, input }) =>
      inTurn(ctx, [input.id], async (em) => {
        const position = await lockUnchanged([ctx, em], shown, input.id)
        position.deactivate(await isAssigned(em, position), ctx.services.clock())
      }),
  ),

  duplicate: endpoint(`POST ${path}{id}/duplicate/`, 'manage', {
    summary: 'Copy a position with its required tags',
    description:
      'Into the same org unit, without assignments. Fields in the body override those of the original.',
    status: 201,
  })
    .input(PositionCopy)
    .output(PositionRow)
    .mutation(({ ctx, input: { id, ...overrides } }) =>
      inTurn(ctx, [id], async (em) => {
        const original = await findPosition(em, id)
        const { org_unit, required_weekly_hours, is_active, notes } = original
        const title = copyOf(original.title)
        const fields = { title, required_weekly_hours, is_active, notes, ...overrides }
        await checkUnit(em, org_unit, { mayBeInactive: !fields.is_active })
        if (hasCondition(ctx)) await lockUnchanged([ctx, em], shown, id)
        const copy = em.create(Position, { ...fields, org_unit, ...stamped(ctx.services.clock()) })
        for (const { tag, is_mandatory } of await holdRequiredTags(em, id))
          em.create(PositionTag, { position: copy.id, tag, is_mandatory, created_at: copy.created_at })
        return showSaved(em, positionRow(), copy.id)
      }),
    ),

  coverage_summary,
})
