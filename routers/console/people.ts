import { z } from 'zod'
import { findUserByEmail } from '../../entities/accounts/users.ts'
import { readFirst, readPage } from '../../entities/lists/page.ts'
import { tagChangeList } from '../../entities/logs/tag-change-log.ts'
import { historyOf } from '../../entities/logs/transition-log.ts'
import { employeeDetail, employeesFound, othersWithEmail } from '../../entities/people/employees.ts'
import { readHoursFacts } from '../../entities/people/hours.ts'
import { employeeTagList, endingTagList } from '../../entities/people/tags.ts'
import { peopleOrderings, readPeople } from '../../entities/people-list.ts'
import { assignmentList } from '../../entities/work/assignments.ts'
import { roles } from '../../src/accounts/permissions.ts'
import { addDays } from '../../src/calendar.ts'
import { notFound } from '../../src/errors.ts'
import { employeeStatuses } from '../../src/people/employee-lifecycle.ts'
import { hoursBalance } from '../../src/people/hours-balance.ts'
import { tagCategories } from '../../src/people/tag.ts'
import { envelope, pageInput, pageOf, paginate } from '../endpoints/page.ts'
import { ById, showOne } from '../endpoints/resource.ts'
import { operatorQuery, overseerQuery, router } from '../gate/procedure.ts'
import { TagChange } from '../logs/tag-change-logs.ts'
import { GlobalTransition } from '../logs/transitions.ts'
import { EmployeeDetail, EmployeeRow } from '../people/employee-schema.ts'
import { EmployeeTagDetail } from '../people/employee-tags.ts'
import { HoursBalance } from '../people/hours.ts'
import { anyText, choice } from '../schema/fields.ts'
import * as filters from '../schema/filters.ts'
import { output } from '../schema/output.ts'
import { AssignmentRow } from '../work/assignment-schema.ts'
import { units } from './overview.ts'

const found = 20
/** The maximum number of days ahead to search for an end. */
const mostDays = 3660
const usualDays = 60
const latest = 100

const EndingTag = EmployeeTagDetail.extend({ employee_name: z.string(), end_date: output.date() })

const ListedPerson = EmployeeRow.omit({ photo: true, created_at: true }).extend({
  /** Hours of this week. */
  pool_hours: output.decimal(),
  assigned_hours: output.decimal(),
  balance: output.decimal(),
})

const Transition = GlobalTransition.extend({
  /** Null for a transition of the employee. */
  assignment: output.id().nullable(),
  position_title: z.string().nullable(),
})

const PersonAnswer = z.object({
  employee: EmployeeDetail,
  /** The user who signs in with the employee's email. */
  user: z
    .object({
      id: output.id(),
      email: z.string(),
      role: z.enum(roles),
      is_active: z.boolean(),
      /** Every employee with the email is TERMINATED. */
      has_left: z.boolean(),
    })
    .nullable(),
  /** Other employees with the same email, whose user therefore sees the data of them all. */
  same_email: z.array(z.object({ id: output.id(), name: z.string() })),
  balance: HoursBalance,
  tags: z.array(EmployeeTagDetail),
  assignments: z.array(AssignmentRow),
  /** The latest of each kind, newest first. */
  transitions: z.array(Transition),
  tag_changes: z.array(TagChange),
})

export const peopleRouter = router({
  find: operatorQuery
    .input(z.object({ search: anyText(300).normalize() }))
    .output(z.object({ count: output.count(), results: z.array(EmployeeRow) }))
    .query(async ({ ctx, input }) => {
      const slice = { limit: found, offset: 0, ordering: undefined }
      const { count, rows } = await readPage(ctx.em, employeesFound(input.search, ctx.own), slice)
      return { count, results: rows }
    }),

  /** If more people match than hours are computed for, `has_too_many` is true and there are no results. */
  list: operatorQuery
    .input(
      pageInput(peopleOrderings).extend({
        status: z.array(choice(employeeStatuses)).optional(),
        tag_id: filters.id(),
        ...units.shape,
        contract_ends: filters.integer(0, mostDays),
        certificate_ends: filters.integer(0, mostDays),
        has_unused_hours: filters.boolean(),
        search: filters.freeText(),
      }),
    )
    .output(pageOf(ListedPerson).extend({ has_too_many: z.boolean() }))
    .query(async ({ ctx, input }) => {
      let has_too_many = false
      const found = await envelope(ctx, input, async (slice) => {
        const { own, today } = ctx
        const page = await readPeople(ctx.em, input, { own, today, ordering: input.ordering, ...slice })
        has_too_many = page.has_too_many
        return page
      })
      return { ...found, has_too_many }
    }),

  /** Employee tags that end within some days, the earliest first, of people who have not left. */
  ending_tags: overseerQuery
    .input(
      pageInput({ end_date: [] }).extend({
        category: filters.choice(tagCategories),
        days: filters.integer(0, mostDays),
      }),
    )
    .output(pageOf(EndingTag))
    .query(({ ctx, input: { category, days = usualDays, ...input } }) => {
      const period = { from: ctx.today, to: addDays(ctx.today, days) }
      return paginate(ctx, input, endingTagList({ category, ...period }))
    }),

  page: operatorQuery
    .input(ById)
    .output(PersonAnswer)
    .query(async ({ ctx, input: { id } }) => {
      const { em } = ctx
      const employee = await showOne(em, employeeDetail(ctx.own), id)
      const facts = (await readHoursFacts(em, [id], { referenceDate: ctx.today })).get(id)
      if (!facts) throw notFound()
      const zone = ctx.services.timeZone
      const [tags, assignments, transitions, tag_changes, user, same_email] = await Promise.all([
        readFirst(em, employeeTagList({ employee_id: id }), latest),
        readFirst(em, assignmentList({ employee: id }), latest),
        readFirst(em, historyOf(id), latest),
        readFirst(em, tagChangeList({ employee: id }, zone), latest),
        findUserByEmail(em, employee.email),
        othersWithEmail(em, employee),
      ])
      return {
        employee,
        user: user ?? null,
        same_email,
        balance: { employee_id: id, ...hoursBalance(ctx.today, facts), computed_at: ctx.now.toISOString() },
        tags,
        assignments,
        transitions,
        tag_changes,
      }
    }),
})
