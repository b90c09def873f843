import { z } from 'zod'
import { readOrgTree, readUnitPositions } from '../../entities/reads/coverage.ts'
import { coverageStates } from '../../src/coverage.ts'
import { notFound } from '../../src/errors.ts'
import { rollUp, shortfall } from '../../src/operators/coverage-tree.ts'
import { unitTypes } from '../../src/org-unit.ts'
import { operatorQuery, router } from '../gate/procedure.ts'
import { pathId, view } from '../schema/fields.ts'

/** What is missing where a position has fewer hours than it requires; too many elsewhere make up for nothing. */
const Shortfall = z.object({
  shortfall_hours: view.decimal(),
  /** Full-time equivalents of 40 hours a week. */
  shortfall_fte: view.decimal(),
})

const TreeUnit = Shortfall.extend({
  id: view.id(),
  parent_id: view.id().nullable(),
  unit_type: z.enum(unitTypes),
  code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  is_management: z.boolean(),
  /** 0 for the clinic; units come each followed by all below it. */
  depth: z.number().int(),
  /** Active positions of the unit and of all below it, by state. */
  position_count: view.count(),
  vacant: view.count(),
  partial: view.count(),
  covered: view.count(),
  over_covered: view.count(),
  required_hours: view.decimal(),
  assigned_hours: view.decimal(),
  coverage_pct: view.decimal(),
})

const UnitPosition = Shortfall.extend({
  id: view.id(),
  title: z.string(),
  required_weekly_hours: view.decimal(),
  assigned_hours: view.decimal(),
  assignment_count: view.count(),
  coverage_state: z.enum(coverageStates),
})

export const coverageRouter = router({
  tree: operatorQuery.output(z.array(TreeUnit)).query(async ({ ctx }) => rollUp(await readOrgTree(ctx.em))),

  unit: operatorQuery
    .input(z.object({ id: pathId() }))
    .output(z.object({ unit: TreeUnit, path: z.array(TreeUnit), positions: z.array(UnitPosition) }))
    .query(async ({ ctx, input: { id } }) => {
      const [units, positions] = await Promise.all([
        readOrgTree(ctx.em).then(rollUp),
        readUnitPositions(ctx.em, id),
      ])
      const unit = units.find((each) => each.id === id)
      if (!unit) throw notFound()
      const path = []
      for (let above = unit.parent_id; above; above = path[0]?.parent_id ?? null)
        path.unshift(...units.filter((each) => each.id === above))
      return {
        unit,
        path,
        positions: positions.map((position) => ({
          ...position,
          ...shortfall(position.assigned_hours, position.required_weekly_hours),
        })),
      }
    }),
})
