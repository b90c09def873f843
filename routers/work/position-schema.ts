import { z } from 'zod'
import { maximumRequiredHours } from '../../src/hours.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { ById } from '../endpoints/resource.ts'
import { boolean, decimal, longText, reference, requiredText } from '../schema/fields.ts'
import { bodyOf, orNull, output, shared } from '../schema/output.ts'
import { AssignmentRow } from './assignment-schema.ts'
import { PositionTagDetail } from './position-tags.ts'

export const titleLength = 200

const PositionBase = z.object({
  id: shared.id,
  org_unit_id: output.id('The id of the org unit that holds the position: an active UNIT.'),
  org_unit_name: shared.org_unit_name,
  title: shared.title,
  required_weekly_hours: output.decimal(
    `The hours a week that the position needs: above 0, at most ${maximumRequiredHours}.`,
  ),
  is_active: output.boolean(
    'Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an active one can be assigned. True unless given at creation.',
  ),
  coverage_state: output.choice(coverageStates, 'How far the assigned hours cover the required ones.'),
  assigned_hours: output.decimal('The hours a week of the ACTIVE assignments to the position.'),
  assignment_count: output.count('The number of ACTIVE assignments to the position.'),
  is_eligible: orNull.boolean(
    'Whether the employee of `eligible_for_employee` holds all mandatory tags today; null without that parameter.',
  ),
  missing_tags: z
    .array(z.string())
    .nullable()
    .describe(
      'The short names of the mandatory tags that the employee of `eligible_for_employee` lacks today, sorted; null without that parameter.',
    ),
  notes: output.text('Remarks, at most 2000 characters; blank unless given.'),
  created_at: shared.created_at,
  updated_at: shared.updated_at,
})

const { is_mandatory } = PositionTagDetail.shape

export const PositionRow = PositionBase.extend({
  required_tags: z
    .array(
      z.object({
        name: shared.tag_name,
        category: shared.tag_category,
        is_mandatory,
      }),
    )
    .nullable()
    .describe('The tags that the position requires; null without the parameter `eligible_for_employee`.'),
}).meta({ id: 'PositionRow', description: 'A position as lists show it.' })

export const PositionDetail = PositionBase.extend({
  required_tags: output.objects('The tags that the position requires.', {
    id: output.id('The id of the position tag, the requirement itself.'),
    tag_id: shared.tag,
    tag_name: shared.tag_name,
    tag_category: shared.tag_category,
    is_mandatory,
  }),
  assignments: output.list(
    'The ACTIVE assignments to the position; to a user of role EMPLOYEE only their own.',
    AssignmentRow,
  ),
}).meta({ id: 'PositionDetail', description: 'A position with its tags and ACTIVE assignments.' })

export const PositionWritable = bodyOf(PositionDetail.shape, {
  org_unit_id: reference(),
  title: requiredText(titleLength),
  required_weekly_hours: decimal({ digits: 6, minimum: '0.01', maximum: maximumRequiredHours }),
  is_active: boolean().optional(),
  notes: longText(2000).optional(),
})

const { title, required_weekly_hours, is_active, notes } = PositionWritable.shape

export const PositionCopy = z.object({
  title: title
    .optional()
    .describe(
      'The title of the copy, at most 200 characters; by default that of the original with ` (copy)`.',
    ),
  required_weekly_hours: required_weekly_hours
    .optional()
    .describe('The hours a week of the copy; by default those of the original.'),
  is_active: is_active.describe('Whether the copy is in use; by default as the original is.'),
  notes: notes.describe('Remarks on the copy, at most 2000 characters; by default those of the original.'),
  ...ById.shape,
})
