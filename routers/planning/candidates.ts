import { z } from 'zod'
import { positionRow } from '../../entities/work/positions.ts'
import { toDay } from '../../src/calendar.ts'
import { invalid } from '../../src/errors.ts'
import { toHundredths } from '../../src/hours.ts'
import { assignableStatuses } from '../../src/work/assignment-check.ts'
import { envelope, pageOf, pagingInput } from '../endpoints/page.ts'
import { endpoint, showOne } from '../endpoints/resource.ts'
import { output, pathId } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { planned } from './planned.ts'
import { ranking, Suggestion } from './suggestion.ts'

const Candidate = z
  .object({
    rank: output.count(),
    employee: output.id(),
    employee_name: z.string(),
    employee_number: z.string(),
    status: z.enum(assignableStatuses),
    ...Suggestion.shape,
  })
  .meta({ id: 'Candidate' })

export const candidates = endpoint('GET /planning/v1/positions/{position_id}/candidates/', 'plan', {
  summary: 'List who could cover a position, the best first',
  description: `Paginated. ${ranking}`,
})
  .input(
    pagingInput().extend({
      position_id: pathId(),
      effective_hours: filters.weekHours(),
      allow_partial: filters.boolean(),
      reference_date: filters.referenceDate(),
      include_ineligible: filters.boolean(),
    }),
  )
  .output(pageOf(Candidate))
  .query(async ({ ctx, input }) => {
    const { id: position, is_active } = await showOne(ctx.em, positionRow(), input.position_id)
    if (!is_active) throw invalid('position_id', 'The position must be active.')
    const { effective_hours: hours, reference_date = ctx.today } = input
    const { allow_partial = false, include_ineligible = false } = input
    return envelope(ctx, input, (slice) =>
      planned(ctx, 'candidates', {
        position,
        hours: hours === undefined ? null : toHundredths(hours),
        allow_partial,
        day: toDay(reference_date),
        include_ineligible,
        ...slice,
      }),
    )
  })
