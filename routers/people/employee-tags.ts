import { sql } from 'kysely'
import type { Em } from '../../entities/connection/em.ts'
import { holdTag, referTo } from '../../entities/locks.ts'
import { EmployeeTag, employeeTagOrderings } from '../../entities/people/employee-tag.ts'
import { employeeTagDetail, employeeTagList } from '../../entities/people/tags.ts'
import { References, refuseChanges } from '../../src/errors.ts'
import { stamped } from '../../src/logs/audit.ts'
import { checkPeriod, employeeTagStatuses } from '../../src/people/employee-tag-lifecycle.ts'
import { checkAssignable, tagCategories } from '../../src/people/tag.ts'
import { lockUnchanged } from '../endpoints/conditional.ts'
import { inTurn } from '../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { Reasoned, resource, showOne, showSaved } from '../endpoints/resource.ts'
import { router } from '../gate/procedure.ts'
import type { AuthenticatedContext } from '../ports/context.ts'
import { choice, date, reference } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { bodyOf, named, orNull, output, patchOf, shared } from '../schema/output.ts'

export const EmployeeTagDetail = named('EmployeeTag', 'A tag that an employee holds for a time.', {
  id: shared.id,
  employee: output.id('The employee who holds the tag; cannot be changed later.'),
  tag: output.id('The tag’s id in the catalogue; cannot be changed later. It must be active.'),
  tag_name: shared.tag_name,
  tag_display_name: shared.tag_display_name,
  tag_category: shared.tag_category,
  hours_delta: output.decimal(
    'The hours that the tag adds to the employee’s weekly pool; if negative, it reduces the pool.',
  ),
  start_date: output.date('The first day on which the tag counts.'),
  end_date: orNull.date(
    'The last day on which the tag counts, no earlier than `start_date`; null for no end, the default.',
  ),
  status: output.choice(
    employeeTagStatuses,
    'Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again.',
  ),
  created_at: shared.created_at,
})

export const EmployeeTagWritable = bodyOf(EmployeeTagDetail.shape, {
  employee: reference(),
  tag: reference(),
  start_date: date(),
  end_date: date().nullable().optional(),
})

const shown = { entity: EmployeeTag, schema: EmployeeTagDetail, view: employeeTagDetail() }

/** The employee comes first, to whom the log entry of the change will refer. */
async function lockEmployeeTag(by: [AuthenticatedContext, Em], id: string) {
  await referTo(by[1], 'employees', sql`(select employee_id from employee_tags where id = ${id})`)
  return lockUnchanged(by, shown, id)
}

const { list, create, get, update, remove } = resource('/api/v1/employee-tags/', 'read_people', 'manage')

export const employeeTagsRouter = router({
  list: list('List the tags that employees hold', `${newestFirst} EXPIRED and REVOKED tags are included.`)
    .input(
      pageInput(employeeTagOrderings).extend({
        employee_id: filters.employee(),
        category: filters.choice(tagCategories, 'Shows only tags of this category.'),
        status: filters.choice(employeeTagStatuses, 'Shows only rows with this status.'),
      }),
    )
    .output(pageOf(EmployeeTagDetail))
    .query(({ ctx, input }) => paginate(ctx, input, employeeTagList(input, ctx.own))),

  create: create(
    'Give an employee a tag',
    'An employee can hold the same tag several times. Logged as ASSIGNED.',
  )
    .input(EmployeeTagWritable)
    .output(EmployeeTagDetail)
    .mutation(({ ctx, input }) =>
      inTurn(ctx, [input.employee], async (em) => {
        const isKnown = await referTo(em, 'employees', input.employee)
        const tag = await holdTag(em, input.tag)
        new References().check('employee', input.employee, isKnown).check('tag', input.tag, tag).refuse()
        checkAssignable(tag)
        checkPeriod(input.start_date, input.end_date)
        const employeeTag = em.create(EmployeeTag, { ...input, ...stamped(ctx.services.clock()) })
        employeeTag.assigned(ctx.audit())
        return showSaved(em, employeeTagDetail(), employeeTag.id)
      }),
    ),

  get: get('Show an employee tag', 'As the list shows it.')
    .output(EmployeeTagDetail)
    .query(({ ctx, input }) => showOne(ctx.em, employeeTagDetail(ctx.own), input.id)),

  update: update(
    'Change an employee tag',
    'Takes dates, or the status REVOKED or EXPIRED; writes one log entry, with the reason. Employee and tag cannot be changed.',
  )
    .input(
      patchOf(EmployeeTagWritable).extend({
        ...bodyOf(EmployeeTagDetail.shape, { status: choice(employeeTagStatuses).optional() }).shape,
        ...Reasoned.shape,
      }),
    )
    .output(EmployeeTagDetail)
    .mutation(({ ctx, input: { id, reason, employee, tag, ...patch } }) =>
      inTurn(ctx, [id], async (em) => {
        const employeeTag = await lockEmployeeTag([ctx, em], id)
        refuseChanges(employeeTag, { employee, tag })
        employeeTag.revise(patch, ctx.audit(reason))
        return showSaved(em, employeeTagDetail(), id)
      }),
    ),

  delete: remove('Revoke an employee tag', 'The record stays, with status REVOKED.').mutation(
    ({ ctx, input }) =>
      inTurn(ctx, [input.id], async (em) => {
        const employeeTag = await lockEmployeeTag([ctx, em], input.id)
        employeeTag.revoke(ctx.audit())
      }),
  ),
})
