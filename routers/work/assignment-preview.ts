import { z } from 'zod'
import {
  type ProposedAssignment,
  type ProposedAssignmentFacts,
  readProposedAssignmentFacts,
} from '../../entities/work/facts.ts'
import { References } from '../../src/errors.ts'
import { maximumWeekHours } from '../../src/hours.ts'
import { previewAssignment } from '../../src/work/assignment-check.ts'
import { ruleCodes } from '../../src/work/business-rules.ts'
import { endpoint } from '../endpoints/resource.ts'
import { decimal, output, reference } from '../schema/fields.ts'

/** The fields of an assignment that the rules look at. */
export const Proposed = z.object({
  employee: reference(),
  position_id: reference(),
  effective_hours: decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` }),
})

const Violation = z
  .object({
    rule_code: z.enum(ruleCodes),
    message: z.string(),
    missing_tags: z.array(z.string()).optional(),
  })
  .meta({ id: 'Violation' })

/** What the rules find, by what follows from it. */
export const Violations = z.object({
  blocking: z.array(Violation),
  warnings: z.array(Violation),
  info: z.array(Violation),
})

const Preview = z
  .object({
    assignment: z.object({
      employee: output.id(),
      employee_name: z.string(),
      position_id: output.id(),
      effective_hours: output.decimal(),
    }),
    is_valid: z.boolean(),
    violations: Violations,
  })
  .meta({ id: 'AssignmentPreview' })

/** 400 for an employee whom the caller may not see, and for a position that does not exist. */
export const checkReferences = ({ employee, position }: ProposedAssignment, facts: ProposedAssignmentFacts) =>
  new References()
    .check('employee', employee, facts.employee_name)
    .check('position_id', position, facts.position_is_active !== null)
    .refuse()

export const preview = endpoint('POST /api/v1/assignments/preview/', 'simulate', {
  summary: 'Check an assignment without creating it',
  description:
    'Nothing is stored. The tags of today count, because the request has no date: creation with another `effective_date` looks at the tags of that day, so it may refuse what is valid here, and the reverse. For today, whatever creation would refuse is a blocking violation or a 400 here.',
  isRead: true,
})
  .input(Proposed)
  .output(Preview)
  .mutation(async ({ ctx, input }) => {
    const proposal = { ...input, position: input.position_id }
    const facts = await readProposedAssignmentFacts(ctx.em, proposal, { today: ctx.today, own: ctx.own })
    checkReferences(proposal, facts)
    const violations = previewAssignment(facts.settings, !!facts.position_is_active, facts)
    return {
      assignment: { ...input, employee_name: facts.employee_name ?? '' },
      is_valid: violations.blocking.length === 0,
      violations,
    }
  })
