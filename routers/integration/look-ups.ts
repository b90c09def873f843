import type { z } from 'zod'
import * as keys from '../../entities/integration/look-ups.ts'
import { assignmentStatuses } from '../../src/work/assignment-lifecycle.ts'
import { pageOf, paginate, pagingInput } from '../endpoints/page.ts'
import { endpoint } from '../endpoints/resource.ts'
import { EmployeeDetail } from '../people/employee-schema.ts'
import { EmployeeTagDetail } from '../people/employee-tags.ts'
import { TagDetail } from '../people/tag-schema.ts'
import * as filters from '../schema/filters.ts'
import { shared } from '../schema/output.ts'
import { AssignmentDetail } from '../work/assignment-schema.ts'
import { OrgUnitRow } from '../work/org-unit-schema.ts'
import { PositionTagDetail } from '../work/position-fields.ts'
import { PositionRow } from '../work/position-schema.ts'

const since = {
  updated_after: filters.instant(
    'Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask from a minute before the last answer; only the feed leaves nothing out.',
  ),
}
const person = {
  employee_number: filters.key('Shows only what concerns the employee with exactly this number.'),
}
const named = { tag_name: filters.key('Shows only rows of the tag with exactly this short name.') }
const position = {
  org_unit_code: filters.key('Shows only what concerns positions of the org unit with exactly this code.'),
  title: filters.key('Shows only what concerns positions with exactly this title.'),
}

const lookUp = (path: string, summary: string, description = 'Paginated, the newest last.') =>
  endpoint(`GET /integration/v1/${path}/`, 'oversee', { summary, description })

const input = <Fields extends z.ZodRawShape>(fields: Fields) => pagingInput().extend(fields)

/** Rows by the clinic's own keys, for programs; the feed tells of deletions. */
export const lookUps = {
  employees: lookUp('employees', 'Look up employees by number, email or time of change')
    .input(
      input({
        employee_number: filters.key('Shows only the employee with exactly this number.'),
        email: filters.key('Shows only employees with exactly this email, ignoring case.'),
        ...since,
      }),
    )
    .output(pageOf(EmployeeDetail))
    .query(({ ctx, input }) => paginate(ctx, input, keys.employeesBy(input))),

  tags: lookUp('tags', 'Look up tags by name or time of change')
    .input(input({ name: filters.key('Shows only the tag with exactly this short name.'), ...since }))
    .output(pageOf(TagDetail))
    .query(({ ctx, input }) => paginate(ctx, input, keys.tagsBy(input))),

  org_units: lookUp('org-units', 'Look up org units by code or time of change')
    .input(input({ code: filters.key('Shows only the org unit with exactly this code.'), ...since }))
    .output(pageOf(OrgUnitRow))
    .query(({ ctx, input }) => paginate(ctx, input, keys.orgUnitsBy(input))),

  positions: lookUp('positions', 'Look up positions by org unit, title or time of change')
    .input(input({ ...position, ...since }))
    .output(pageOf(PositionRow))
    .query(({ ctx, input }) => paginate(ctx, input, keys.positionsBy(input))),

  employee_tags: lookUp(
    'employee-tags',
    'Look up employee tags by employee, tag or time of change',
    'Paginated, the newest first.',
  )
    .input(input({ ...person, ...named, ...since }))
    .output(
      pageOf(
        EmployeeTagDetail.extend({ updated_at: shared.updated_at }).meta({
          id: 'EmployeeTagLookUp',
          description: 'An employee tag, and when it last changed.',
        }),
      ),
    )
    .query(({ ctx, input }) => paginate(ctx, input, keys.employeeTagsBy(input))),

  position_tags: lookUp(
    'position-tags',
    'Look up the tags that positions require, by position or tag',
    'Paginated, the newest last. Position tags have no time of change.',
  )
    .input(input({ ...position, ...named }))
    .output(pageOf(PositionTagDetail))
    .query(({ ctx, input }) => paginate(ctx, input, keys.positionTagsBy(input))),

  assignments: lookUp('assignments', 'Look up assignments by employee, position or time of change')
    .input(
      input({
        ...person,
        ...position,
        status: filters.choice(assignmentStatuses, 'Shows only assignments with this status.'),
        ...since,
      }),
    )
    .output(pageOf(AssignmentDetail))
    .query(({ ctx, input }) => paginate(ctx, input, keys.assignmentsBy(input))),
}
