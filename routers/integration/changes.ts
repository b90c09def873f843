import { z } from 'zod'
import { readChanges } from '../../entities/integration/changes.ts'
import { parseCursor } from '../../entities/integration/cursor.ts'
import { type FeedSubject, feedSubjects } from '../../entities/integration/shown-change.ts'
import { vias } from '../../src/logs/audit.ts'
import { changeActions } from '../../src/logs/events.ts'
import { endpoint } from '../endpoints/resource.ts'
import { EmployeeDetail } from '../people/employee-schema.ts'
import { EmployeeTagDetail } from '../people/employee-tags.ts'
import { TagDetail } from '../people/tags.ts'
import * as filters from '../schema/filters.ts'
import { orNull, output } from '../schema/output.ts'
import { AssignmentDetail } from '../work/assignment-schema.ts'
import { BusinessRuleDetail } from '../work/business-rules.ts'
import { OrgUnitRow } from '../work/org-units.ts'
import { PositionRow } from '../work/position-schema.ts'
import { PositionTagDetail } from '../work/position-tags.ts'

const derivedOfTag = { tag_name: true, tag_display_name: true, tag_category: true } as const

/** A change of one kind of object, with the fields that are stored in the object itself. */
const change = <const Subject extends FeedSubject, Fields extends z.ZodRawShape>(
  subject: Subject,
  object: z.ZodObject<Fields>,
) =>
  z.object({
    cursor: output.text('The place right after this change, for `after`.'),
    subject: z.literal(subject).describe('What kind of object has changed.'),
    id: output.id('The object’s id.'),
    action: output.choice(changeActions, 'Whether the object was created, changed or deleted.'),
    before: object
      .partial()
      .nullable()
      .describe('The changed fields as they were; all fields of a deleted object; null for a new one.'),
    after: object
      .partial()
      .nullable()
      .describe('The changed fields as they became; all fields of a new object; null for a deleted one.'),
    actor: orNull.id('The user who made the change; null for the service itself, the command line and SQL.'),
    via: output.choice(vias, 'How the change was made; `database` is SQL by hand.'),
    changed_at: output.instant('When the change was made. Changes of one object are in this order.'),
  })

const position = { id: true, org_unit_id: true, title: true, required_weekly_hours: true } as const
const noted = { is_active: true, notes: true, created_at: true, updated_at: true } as const

const Change = z.discriminatedUnion('subject', [
  change('employees', EmployeeDetail),
  change('tags', TagDetail),
  change('employee_tags', EmployeeTagDetail.omit({ ...derivedOfTag, hours_delta: true })),
  change('org_units', OrgUnitRow.omit({ position_count: true })),
  change('positions', PositionRow.pick({ ...position, ...noted })),
  change('position_tags', PositionTagDetail.omit(derivedOfTag)),
  change('assignments', AssignmentDetail.omit({ employee_name: true })),
  change('business_rules', BusinessRuleDetail),
])

const Page = z.object({
  changes: output.list('The changes, in their order.', Change),
  cursor: output.text('Where to go on.'),
  has_more: output.boolean('Whether more changes follow at once.'),
})

const notCursor = 'Not a cursor of this feed.'

export const changes = endpoint('GET /integration/v1/changes/', 'oversee', {
  summary: 'List committed changes after a cursor',
})
  .input(
    z.object({
      after: filters.freeText('The cursor.').transform((text, context) => {
        const cursor = text === undefined ? undefined : parseCursor(text)
        if (text !== undefined && !cursor) context.addIssue({ code: 'custom', message: notCursor })
        return cursor
      }),
      subjects: filters
        .freeText('The kinds of objects.')
        .transform((text) => text?.split(',') as FeedSubject[] | undefined),
      limit: filters.integer(1, 1000, 'How many changes to list at most: 1 to 1000, by default 100.'),
    }),
  )
  .output(Page)
  .query(({ ctx, input: { after, subjects = feedSubjects, limit = 100 } }) => {
    const page = readChanges(ctx.services.orm.em, { after, subjects, limit })
    return page as Promise<z.input<typeof Page>>
  })
