import { z } from 'zod'
import { maximumWeekHours } from '../../src/hours.ts'
import { unitTypes } from '../../src/work/org-unit.ts'
import { boolean, choice, decimal, integer, label, referenceOrNull, requiredText } from '../schema/fields.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'

export const OrgUnitRow = named('OrgUnitRow', 'An org unit as lists show it.', {
  id: shared.id,
  parent_id: orNull.id('The unit directly above; null for the CLINIC alone.'),
  unit_type: output.choice(unitTypes, 'Where the unit belongs in the hierarchy; cannot be changed later.'),
  code: output.text('The code that people know the unit by: unique, at most 50 characters.'),
  name: output.text('The unit’s name, at most 200 characters.'),
  short_name: output.text('An abbreviation, at most 50 characters; blank unless given.'),
  is_active: output.boolean(
    'Whether the unit is in use. A unit with active children or positions cannot be deactivated. True unless given at creation.',
  ),
  is_management: output.boolean(
    'Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API.',
  ),
  sort_order: z
    .number()
    .int()
    .describe('Where the unit stands among its siblings, the smallest first; 0 unless given at creation.'),
  max_weekly_hours: orNull.decimal(
    `The most hours a week that an employee may be assigned, in place of the threshold of the rule MAX_WEEKLY_HOURS: above 0, at most ${maximumWeekHours}. Null for that threshold; anything else is refused on units other than the CLINIC.`,
  ),
  position_count: output.count('The number of active positions in this unit itself.'),
  created_at: shared.created_at,
  updated_at: shared.updated_at,
})

export const OrgUnitDetail = OrgUnitRow.extend({
  children_count: output.count('The number of units directly below, inactive ones included.'),
  descendant_count: output.count('The number of units below on all levels, inactive ones included.'),
  total_position_count: output.count('The number of active positions in this unit and all below it.'),
}).meta({ id: 'OrgUnitDetail', description: 'An org unit, with what is below it counted.' })

/** The clinic's cap. */
export const weeklyCap = () => decimal({ digits: 5, minimum: '0.01', maximum: `${maximumWeekHours}` })

export const OrgUnitWritable = bodyOf(OrgUnitDetail.shape, {
  parent_id: referenceOrNull().optional(),
  unit_type: choice(unitTypes),
  code: requiredText(50),
  name: requiredText(200),
  short_name: label(50).optional(),
  sort_order: integer().optional(),
  is_active: boolean().optional(),
  max_weekly_hours: weeklyCap().nullable().optional(),
})
