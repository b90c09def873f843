import { z } from 'zod'
import { mostRows } from '../../src/planning/forecast/board.ts'
import { risks } from '../../src/planning/forecast/outlook.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { overseerQuery } from '../gate/procedure.ts'
import { Week } from '../planning/forecast.ts'
import { planned } from '../planning/planned.ts'
import { reference } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { output } from '../schema/output.ts'

const Cell = z.object({
  required_hours: output.decimal(),
  secure_hours: output.decimal(),
  /** What the positions require above their secure hours; a surplus elsewhere does not offset it. */
  lacking_hours: output.decimal(),
  /** Who has fewer secure hours here than in the week before. */
  losses: z.array(
    z.object({
      employee: output.id(),
      employee_name: z.string(),
      /** The tag that ends or begins; null if an assignment is the cause. */
      employee_tag: output.id().nullable(),
      hours: output.decimal(),
      sentence: z.string(),
    }),
  ),
})

const Staff = z.object({
  employee: output.id(),
  employee_name: z.string(),
  booked_hours: output.decimal(),
  /** In the order of the board's weeks. */
  weeks: z.array(z.object({ secure_hours: output.decimal(), risk: z.enum(risks).nullable() })),
})

const BoardRow = z.object({
  name: z.string(),
  org_unit_id: output.id(),
  org_unit_name: z.string(),
  /** Null for a unit. */
  position_id: output.id().nullable(),
  /** One for each week. */
  cells: z.array(Cell),
  /** Who is assigned to the position; nobody for a unit. */
  staff: z.array(Staff),
})

const Board = z.object({
  weeks: z.array(Week.pick({ week: true, start_date: true, end_date: true, reference_date: true })),
  /** How many rows there are; only the {@link mostRows} that lack most are listed. */
  count: output.count(),
  rows: z.array(BoardRow),
})

/**
 * The secure hours of units or positions in the coming weeks, the worst first. It reads the clinic once, however many
 * units are asked for; 400 for an unknown one.
 */
export const board = overseerQuery
  .meta({ access: 'plan', throttle: 'planning' })
  .input(
    z.object({
      weeks: filters.integer(1, mostWeeks),
      by: filters.choice(['UNIT', 'POSITION']),
      /** With all below them; none for the whole clinic. */
      org_unit_ids: z.array(reference()).max(mostRows).optional(),
    }),
  )
  .output(Board)
  .query(({ ctx, input: { weeks = 8, by = 'UNIT', org_unit_ids = [] } }) =>
    planned(ctx, 'board', { weeks, by, org_unit_ids }),
  )
