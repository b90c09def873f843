import { z } from 'zod'
import { maximumRequiredHours } from '../../src/hours.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { boolean, decimal, longText, pathId, reference, requiredText } from '../schema/fields.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'

// The console's pages load this file, so it imports no entities.

export const titleLength = 200

/** What lists and details of positions both show. */
export const PositionBase = z.object({
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

export const PositionWritable = bodyOf(PositionBase.shape, {
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
  id: pathId('The object’s id, which never changes.'),
})

export const PositionTagDetail = named('PositionTag', 'A tag that a position requires.', {
  id: shared.id,
  position: output.id('The position that requires the tag; cannot be changed later.'),
  tag: output.id(
    'The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the position only once.',
  ),
  tag_name: shared.tag_name,
  tag_display_name: shared.tag_display_name,
  tag_category: shared.tag_category,
  is_mandatory: output.boolean(
    'Whether an assignment of an employee without the tag is refused while the rule TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at creation.',
  ),
  created_at: shared.created_at,
})

export const PositionTagWritable = bodyOf(PositionTagDetail.shape, {
  position: reference(),
  tag: reference(),
  is_mandatory: boolean().optional(),
})
