import { z } from 'zod'
import { readOrgTree, readUnitPositions } from '../../../entities/work/coverage.ts'
import { notFound } from '../../../src/errors.ts'
import { coverageStates } from '../../../src/work/coverage.ts'
import { rollUp, shortfall } from '../../../src/work/coverage-tree.ts'
import { unitTypes } from '../../../src/work/org-unit.ts'
import { etag, etagOfRow } from '../../endpoints/conditional.ts'
import { ById } from '../../endpoints/resource.ts'
import { operatorQuery, router } from '../../gate/procedure.ts'
import { output } from '../../schema/output.ts'
import { ManagementMark } from './units.ts'

const Shortfall = z.object({
  /** Hours missing from positions that have fewer than they require; surplus hours elsewhere do not offset them. */
  shortfall_hours: output.decimal(),
  /** Full-time equivalents of 40 hours a week. */
  shortfall_fte: output.decimal(),
  /** Hours of positions above what they require. */
  surplus_hours: output.decimal(),
})

const TreeUnit = Shortfall.extend({
  id: output.id(),
  parent_id: output.id().nullable(),
  unit_type: z.enum(unitTypes),
  code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  is_management: z.boolean(),
  /** 0 for the clinic; each unit is followed by all units below it. */
  depth: z.number().int(),
  /** Active positions of the unit and of all units below it, by state. */
  position_count: output.count(),
  vacant: output.count(),
  partial: output.count(),
  covered: output.count(),
  over_covered: output.count(),
  required_hours: output.decimal(),
  assigned_hours: output.decimal(),
  /** Assigned hours, those of each position up to what it requires. */
  covered_hours: output.decimal(),
  /** Covered hours as a percentage of required hours; null when none are required. */
  covered_pct: output.decimal().nullable(),
  /** Assigned hours as a percentage of required hours, as in the coverage summary. */
  coverage_pct: output.decimal(),
})

const UnitPosition = Shortfall.extend({
  id: output.id(),
  title: z.string(),
  required_weekly_hours: output.decimal(),
  assigned_hours: output.decimal(),
  assignment_count: output.count(),
  coverage_state: z.enum(coverageStates),
})

export const coverageRouter = router({
  tree: operatorQuery
    .output(z.array(TreeUnit))
    .query(async ({ ctx }) => rollUp(await readOrgTree(ctx.em), ctx.services.basis.full_time)),

  unit: operatorQuery
    .input(ById)
    .output(
      z.object({
        unit: TreeUnit,
        etag: etag(),
        path: z.array(TreeUnit),
        /** Each is followed by the units below it. */
        sub_units: z.array(TreeUnit),
        positions: z.array(UnitPosition),
      }),
    )
    .query(async ({ ctx, input: { id } }) => {
      const { full_time } = ctx.services.basis
      const [tree, positions] = await Promise.all([readOrgTree(ctx.em), readUnitPositions(ctx.em, id)])
      const units = rollUp(tree, full_time)
      const place = units.findIndex((each) => each.id === id)
      const unit = units[place]
      if (!unit) throw notFound()
      const path = []
      for (let above = unit.parent_id; above; above = path[0]?.parent_id ?? null)
        path.unshift(...units.filter((each) => each.id === above))
      const after = units.slice(place + 1)
      const end = after.findIndex(({ depth }) => depth <= unit.depth)
      return {
        unit,
        etag: etagOfRow(ManagementMark, unit),
        path,
        sub_units: end < 0 ? after : after.slice(0, end),
        positions: positions.map((position) => ({
          ...position,
          ...shortfall(position.assigned_hours, position.required_weekly_hours, full_time),
        })),
      }
    }),
})
