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
import { decimal, reference } from '../schema/fields.ts'
import { bodyOf, named, output, shared } from '../schema/output.ts'

/** The fields of an assignment that the rules look at. */
export const AssignmentToPreview = bodyOf(shared, {
  employee: reference().describe('The id of the employee, who must be ACTIVE or ON_LEAVE.'),
  position_id: reference().describe('The id of the position, which must be active.'),
  effective_hours: decimal({ digits: 6, minimum: '0.01', maximum: `${maximumWeekHours}` }),
})

export const Violation = named('Violation', 'What a business rule finds against an assignment.', {
  rule_code: output.choice(ruleCodes, 'The rule that was violated.'),
  message: output.text('What is wrong, in a sentence for people.'),
  missing_tags: z
    .array(z.string())
    .optional()
    .describe(
      'The short names of the tags that the employee lacks, sorted; only with TAG_REQUIREMENT_MISMATCH.',
    ),
})

export const Violations = output.object('What the enabled business rules find, by severity.', {
  blocking: output.list('Violations for which creation is refused.', Violation),
  warnings: output.list(
    'Violations that do not prevent the assignment but should be looked at; they are stored with it.',
    Violation,
  ),
  info: output.list('Violations that are only recorded with the assignment.', Violation),
})

const Preview = named(
  'AssignmentPreview',
  'What the business rules find against an assignment as of today.',
  {
    assignment: output.object('The assignment that was checked.', {
      employee: shared.employee,
      employee_name: shared.employee_name,
      position_id: shared.position_id,
      effective_hours: shared.effective_hours,
    }),
    is_valid: output.boolean('Whether no blocking violation was found. Warnings do not prevent creation.'),
    violations: Violations,
  },
)

/** 400 for an employee whom the caller may not see, and for a position that does not exist. */
export const checkReferences = ({ employee, position }: ProposedAssignment, facts: ProposedAssignmentFacts) =>
  new References()
    .check('employee', employee, facts.employee_name)
    .check('position_id', position, facts.position_is_active !== null)
    .refuse()

export const preview = endpoint('POST /api/v1/assignments/preview/', 'simulate', {
  summary: 'Check an assignment without creating it',
  description:
    'Nothing is stored. The tags of today count, because the request has no date: creation with another `effective_date` looks at the tags of that day, so it may refuse what is valid here, and accept what is not. For today, anything that creation would refuse is a blocking violation or a 400 here.',
  isRead: true,
})
  .input(AssignmentToPreview)
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
