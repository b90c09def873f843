import { z } from 'zod'
import { maximumRequiredHours, maximumWeekHours } from '../../src/hours.ts'
import type { ChangeKind } from '../../src/planning/scenario/changes/change.ts'
import { date, decimal, reference, referenceOf, requiredText } from '../schema/fields.ts'
import { anyListOf, byKind, listedId, listOf } from '../schema/lists.ts'
import { bodyOf, output, shared } from '../schema/output.ts'
import { RuleChange } from '../work/business-rules.ts'
import { weeklyCap } from '../work/org-unit-schema.ts'
import { titleLength } from '../work/position-fields.ts'
import { PositionDetail } from '../work/position-schema.ts'

const mostTags = 50

const isRowOrNew = /^(NEW-[1-9]\d?|[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12})$/i

/** The id of a row, or NEW-1, NEW-2 and so on for one that an earlier change of the list adds. */
const rowOrNew = (of: string) =>
  referenceOf((id) => isRowOrNew.test(id), { pattern: isRowOrNew.source }).describe(
    `The ${of}’s id, or \`NEW-1\`, \`NEW-2\` and so on for one that an earlier change of the list adds.`,
  )

const anyDate = () => date().nullable().optional()
const tags = () => listOf(listedId(), mostTags)
const anyTags = () => anyListOf(listedId(), mostTags).optional()
const hoursUpTo = (maximum: number | string) => decimal({ digits: 6, minimum: '0.01', maximum: `${maximum}` })
const weekHours = () => hoursUpTo(maximumWeekHours)
const required_weekly_hours = hoursUpTo(maximumRequiredHours)

const shown = {
  ...shared,
  employee_tag: output.id('The id of the employee tag, which must be ACTIVE.'),
  org_unit_id: output.id('The id of the org unit, an active UNIT.'),
  required_weekly_hours: PositionDetail.shape.required_weekly_hours,
}

const of = <const Kind extends ChangeKind, Fields extends Record<string, z.ZodType>>(
  kind: Kind,
  meaning: string,
  fields: Fields,
) => z.object({ kind: z.literal(kind).describe(meaning), ...bodyOf(shown, fields).shape })

/** One hypothetical change. */
export const ScenarioChange = byKind([
  of('LEAVE', 'The employee goes on leave.', {
    employee: rowOrNew('employee'),
    start_date: anyDate().describe('The first day of the leave; today by default.'),
    end_date: anyDate().describe('The last day of the leave; null, the default, for no end.'),
  }),
  of('RETURN', 'The employee returns from leave.', {
    employee: rowOrNew('employee'),
    start_date: anyDate().describe('The first day back; today by default.'),
  }),
  of('TERMINATION', 'The employee is terminated today. Assignments are not ended.', {
    employee: rowOrNew('employee'),
  }),
  of(
    'HIRE',
    'A new ACTIVE employee is hired. Later changes call the first one `NEW-1`, the second `NEW-2`, and so on.',
    {
      tags: tags().describe('The ids of 1 to 50 active tags that the new employee holds, without end.'),
      start_date: anyDate().describe('The first day on which the tags count; today by default.'),
    },
  ),
  of('TAG_REVOKED', 'An employee loses a tag today.', {
    employee_tag: reference(),
  }),
  of('TAG_EXTENDED', 'An employee tag gets another last day.', {
    employee_tag: reference(),
    end_date: date().nullable().describe('The new last day; null for no end.'),
  }),
  of('TAG_GRANTED', 'An employee gets a tag.', {
    employee: rowOrNew('employee'),
    tag: reference().describe('The id of an active tag of the catalogue.'),
    start_date: anyDate().describe('The first day on which the tag counts; today by default.'),
    end_date: anyDate().describe('The last day on which the tag counts; null, the default, for no end.'),
  }),
  of(
    'POSITION_ADDED',
    'A position is added. Later changes call the first one `NEW-1`, the second `NEW-2`, and so on.',
    {
      org_unit_id: reference(),
      title: requiredText(titleLength),
      required_weekly_hours,
      tags: anyTags().describe(
        'The ids of up to 50 active tags that the position requires as mandatory; none by default.',
      ),
    },
  ),
  of('POSITION_CHANGED', 'A position needs other hours or tags, or moves to another org unit.', {
    position_id: rowOrNew('position'),
    required_weekly_hours: required_weekly_hours.optional(),
    org_unit_id: reference().optional(),
    add_tags: anyTags().describe(
      'The ids of up to 50 active tags that the position requires as mandatory from now on.',
    ),
    remove_tags: anyTags().describe('The ids of up to 50 tags that the position no longer requires.'),
  }),
  of('POSITION_CLOSED', 'A position is deactivated; refused while it has ACTIVE assignments.', {
    position_id: rowOrNew('position'),
  }),
  of(
    'ASSIGNMENT_ADDED',
    'An employee is assigned to a position. Later changes call the first assignment `NEW-1`, the second `NEW-2`, and so on.',
    {
      employee: rowOrNew('employee'),
      position_id: rowOrNew('position'),
      effective_hours: weekHours(),
    },
  ),
  of('ASSIGNMENT_CHANGED', 'An assignment gets other hours.', {
    assignment: rowOrNew('assignment'),
    effective_hours: weekHours(),
  }),
  of('ASSIGNMENT_ENDED', 'An assignment is ended.', { assignment: rowOrNew('assignment') }),
  of('CAP_CHANGED', 'The clinic’s weekly cap changes.', {
    max_weekly_hours: weeklyCap()
      .nullable()
      .describe(
        `The most hours a week that an employee may be assigned: above 0, at most ${maximumWeekHours}. Null for the threshold of the rule MAX_WEEKLY_HOURS.`,
      ),
  }),
  of('RULE_CHANGED', 'A business rule changes. Fields that are left out stay as they are.', RuleChange.shape),
]).meta({ id: 'ScenarioChange', description: 'One hypothetical change.' })
