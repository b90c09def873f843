import { z } from 'zod'
import { parseCursor } from '../../entities/integration/cursor.ts'
import { feedSubjects } from '../../entities/integration/shown-change.ts'
import { vias } from '../../src/logs/audit.ts'
import { changeActions } from '../../src/logs/events.ts'
import { causes } from '../../src/planning/forecast/cliff-causes.ts'
import { endpoint } from '../endpoints/resource.ts'
import { EmployeeDetail } from '../people/employee-schema.ts'
import { EmployeeTagDetail } from '../people/employee-tags.ts'
import { TagDetail } from '../people/tag-schema.ts'
import * as filters from '../schema/filters.ts'
import { named, orNull, output, patchOf, shared } from '../schema/output.ts'
import { AssignmentDetail } from '../work/assignment-schema.ts'
import { BusinessRuleDetail } from '../work/business-rules.ts'
import { OrgUnitRow } from '../work/org-unit-schema.ts'
import { PositionTagDetail } from '../work/position-fields.ts'
import { PositionRow } from '../work/position-schema.ts'

/** What the log tells of an object: the fields that are stored in it. All others follow from other objects. */
const stored = <Fields extends Readonly<Record<string, z.ZodType>>>(
  kind: string,
  object: z.ZodObject<Fields>,
) =>
  patchOf(object).meta({
    id: `Changed${kind}`,
    description: `The stored fields of ${kind}, or those of them that were changed.`,
  })

/** A change of one kind of object. */
const change = <const Subject extends string, Object extends z.ZodType>(subject: Subject, object: Object) => {
  const name = object.meta()?.id?.replace('Changed', 'ChangeOf') ?? ''
  return named(name, 'A committed change of an object.', {
    cursor: output.text('The place right after this change, for `after`.'),
    subject: z.literal(subject).describe('What kind of object was changed.'),
    id: output.id('The object’s id.'),
    action: output.choice(changeActions, 'Whether the object was created, changed or deleted.'),
    before: object
      .nullable()
      .describe('The changed fields as they were; all fields of a deleted object; null for a new one.'),
    after: object
      .nullable()
      .describe('The changed fields as they became; all fields of a new object; null for a deleted one.'),
    actor: orNull.id('The user who made the change; null for the service itself, the command line and SQL.'),
    via: output.choice(vias, 'How the change was made; `database` is SQL by hand.'),
    changed_at: output.instant('When the change was made. The changes of one object are in this order.'),
  })
}

const nameOfTag = { tag_name: true, tag_display_name: true, tag_category: true } as const
const ofEmployee = { required_tags: true, is_eligible: true, missing_tags: true } as const
const computed = { coverage_state: true, assigned_hours: true, assignment_count: true } as const

const NearCliff = z.object({
  id: shared.id,
  employee: shared.employee,
  employee_tag: orNull.id(
    'The id of the employee tag that ends or begins; null if an assignment is the cause.',
  ),
  org_unit_id: output.id('The id of the org unit where most of the hours are.'),
  cause: output.choice(causes, 'Why the person loses secure hours, as in the forecast.'),
  date: output.date('The last day of what ends, or the first day of what begins.'),
  week: output.text('The first ISO week in which the hours are missing, such as `2027-W05`.'),
  hours: output.decimal('How many secure hours a week are lost.'),
  created_at: shared.created_at,
})

const Change = z.discriminatedUnion('subject', [
  change('employees', stored('Employee', EmployeeDetail)),
  change('tags', stored('Tag', TagDetail)),
  change('employee_tags', stored('EmployeeTag', EmployeeTagDetail.omit({ ...nameOfTag, hours_delta: true }))),
  change('org_units', stored('OrgUnit', OrgUnitRow.omit({ position_count: true }))),
  change(
    'positions',
    stored('Position', PositionRow.omit({ ...ofEmployee, ...computed, org_unit_name: true })),
  ),
  change('position_tags', stored('PositionTag', PositionTagDetail.omit(nameOfTag))),
  change('assignments', stored('Assignment', AssignmentDetail.omit({ employee_name: true }))),
  change('business_rules', stored('BusinessRule', BusinessRuleDetail)),
  change('cliffs', stored('Cliff', NearCliff)),
])

const ChangePage = named('ChangePage', 'Committed changes, and how to go on.', {
  changes: output.list(
    'The changes, each after all that it may depend on. There may be none although more follow.',
    Change,
  ),
  cursor: output.text('Where to go on: the next `after`.'),
  has_more: output.boolean(
    'Whether more changes may follow: then call again at once, even if the page is empty.',
  ),
})

const mostWait = 30
const mostChanges = 1000

export const changes = endpoint('GET /integration/v1/changes/', 'oversee', {
  summary: 'List committed changes, or wait for the next',
  description:
    'Nothing is left out, and a reader that goes on from the cursors it got is told of nothing twice. Without `after`, the answer has no changes, but the cursor of the present: get it first, then read the lists, then ask for what has changed since. 410 if changes after the cursor are no longer kept, or the database was restored to an earlier time: start anew.',
  mayWait: true,
})
  .input(
    z.object({
      after: filters
        .freeText()
        .transform((text, context) => {
          const cursor = text === undefined ? undefined : parseCursor(text)
          if (text !== undefined && !cursor) context.addIssue('Not a cursor of this feed.')
          return cursor
        })
        .describe('The cursor of the last answer, or of the last change that was dealt with.'),
      subjects: filters.choices(
        feedSubjects,
        `The kinds of objects, with commas between them; all by default: ${feedSubjects.map((name) => `\`${name}\``).join(', ')}.`,
      ),
      limit: filters.integer(
        1,
        mostChanges,
        `How many changes to list at most: 1 to ${mostChanges}, by default 100.`,
      ),
      wait: filters.integer(
        0,
        mostWait,
        `How many seconds to wait for a change if there is none: 0, the default, to ${mostWait}.`,
      ),
    }),
  )
  .output(ChangePage)
  .query(({ ctx, input: { after, subjects, limit = 100, wait = 0 } }) => {
    const page = ctx.services.changes.read(ctx, { after, subjects, limit }, wait)
    return page as Promise<z.input<typeof ChangePage>>
  })
