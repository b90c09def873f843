import { z } from 'zod'
import { readFirst } from '../../../entities/lists/page.ts'
import { positionStaff } from '../../../entities/work/assignments.ts'
import { positionTagList } from '../../../entities/work/position-tag.ts'
import {
  positionDetail,
  positionOverview,
  positionOverviewOrderings,
} from '../../../entities/work/positions.ts'
import { employeeStatuses } from '../../../src/people/employee-lifecycle.ts'
import { coverageStates } from '../../../src/work/coverage.ts'
import { pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { ById, showOne } from '../../endpoints/resource.ts'
import { operatorQuery, router } from '../../gate/procedure.ts'
import { choice } from '../../schema/fields.ts'
import * as filters from '../../schema/filters.ts'
import { output } from '../../schema/output.ts'
import { AssignmentRow } from '../../work/assignment-schema.ts'
import { PositionTagDetail } from '../../work/position-fields.ts'
import { PositionDetail } from '../../work/position-schema.ts'

const ListedPosition = z.object({
  id: output.id(),
  title: z.string(),
  org_unit_id: output.id(),
  org_unit_name: z.string(),
  coverage_state: z.enum(coverageStates),
  is_active: z.boolean(),
  required_weekly_hours: output.decimal(),
  assigned_hours: output.decimal(),
  shortfall_hours: output.decimal(),
  surplus_hours: output.decimal(),
  /** How many people are assigned. */
  assignment_count: output.count(),
})

/** An assignment, suspended or not, and what keeps the person away. */
const Staff = AssignmentRow.extend({
  suspended_at: output.instant().nullable(),
  employee_status: z.enum(employeeStatuses),
  leave_started_at: output.instant().nullable(),
  termination_date: output.date().nullable(),
})

const PositionAnswer = z.object({
  position: PositionDetail.omit({ assignments: true, required_tags: true }),
  staff: z.array(Staff),
  tags: z.array(PositionTagDetail),
})

const most = 1000

export const positionsRouter = router({
  list: operatorQuery
    .input(
      pageInput(positionOverviewOrderings).extend({
        coverage_state: z.array(choice(coverageStates)).optional(),
        org_unit_id: filters.id(),
        tag_id: filters.id(),
        is_active: filters.boolean(),
        search: filters.freeText(),
      }),
    )
    .output(pageOf(ListedPosition))
    .query(({ ctx, input }) => paginate(ctx, input, positionOverview(input))),

  page: operatorQuery
    .input(ById)
    .output(PositionAnswer)
    .query(async ({ ctx: { em, own }, input: { id } }) => {
      const position = await showOne(em, positionDetail(own), id)
      const [staff, tags] = await Promise.all([
        readFirst(em, positionStaff(id, own), most),
        readFirst(em, positionTagList({ position_id: id }), most),
      ])
      return { position, staff, tags }
    }),
})
