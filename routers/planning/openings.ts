import { employeeDetail } from '../../entities/people/employees.ts'
import { toHundredths } from '../../src/hours.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { named, output, shared } from '../schema/output.ts'
import { planned } from './planned.ts'
import { rank, ranking, Suggestion } from './suggestion.ts'

const Opening = named(
  'Opening',
  'A position that lacks hours and that the employee could be given hours on.',
  {
    rank,
    position_id: shared.position_id,
    position_title: shared.position_title,
    org_unit_id: shared.org_unit_id,
    org_unit_name: shared.org_unit_name,
    lacking_hours: output.decimal('The hours a week that the position lacks now.'),
    coverage_state_after: output.choice(
      coverageStates,
      'The coverage of the position with these hours assigned.',
    ),
    ...Suggestion.shape,
  },
)

export const openings = endpoint('GET /planning/v1/employees/{employee_id}/openings/', 'read_people', {
  summary: 'List the positions that lack hours and that an employee could cover, the best first',
  description: `Paginated. ${ranking}`,
})
  .input(
    pagingInput().extend({
      employee_id: pathId('The employee’s id.'),
      effective_hours: filters.weekHours(
        'The hours a week on each position: by default what it lacks, but no more than the employee has left, or 1.00 if that is more.',
      ),
      org_unit_id: filters.unitAndBelow(),
      include_ineligible: filters.boolean(
        'Whether positions with a mandatory tag that the employee lacks are listed too; false by default.',
      ),
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
