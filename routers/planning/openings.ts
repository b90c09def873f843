import { z } from 'zod'
import { employeeDetail } from '../../entities/people/employees.ts'
import { toHundredths } from '../../src/hours.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { output, pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { planned } from './planned.ts'
import { ranking, Suggestion } from './suggestion.ts'

const Opening = z
  .object({
    rank: output.count(),
    position_id: output.id(),
    position_title: z.string(),
    org_unit_id: output.id(),
    org_unit_name: z.string(),
    lacking_hours: output.decimal(),
    coverage_state_after: z.enum(coverageStates),
    ...Suggestion.shape,
  })
  .meta({ id: 'Opening' })

export const openings = endpoint('GET /planning/v1/employees/{employee_id}/openings/', 'read_people', {
  summary: 'List the positions that lack hours and that an employee could cover, the best first',
  description: `Paginated. ${ranking}`,
})
  .input(
    pagingInput().extend({
      employee_id: pathId(),
      effective_hours: filters.weekHours(),
      org_unit_id: filters.chosenId(),
      include_ineligible: filters.boolean(),
    }),
  )
  .output(pageOf(Opening))
  .query(async ({ ctx, input }) => {
    const { id: employee } = await showOne(ctx.em, employeeDetail(ctx.own), input.employee_id)
    const { effective_hours: hours, org_unit_id: unit = null, include_ineligible = false } = input
    return envelope(ctx, input, (slice) =>
      planned(ctx, 'openings', {
        employee,
        hours: hours === undefined ? null : toHundredths(hours),
        unit,
        include_ineligible,
        is_cost_told: ctx.own === undefined,
        ...slice,
      }),
    )
  })
