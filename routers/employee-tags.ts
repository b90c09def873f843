import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { z } from 'zod'
import { EmployeeTag, employeeTagOrderings } from '../entities/employee-tag.ts'
import { holdTag } from '../entities/locks.ts'
import type { Em } from '../entities/orm.ts'
import { readOne, readPage } from '../entities/page.ts'
import { exists } from '../entities/reads/exists.ts'
import { ownedBy } from '../entities/reads/fragments.ts'
import { employeeTagDetail, employeeTagList } from '../entities/reads/tags.ts'
import { transaction } from '../entities/transaction.ts'
import { checkPeriod, employeeTagStatuses } from '../src/employee-tag-lifecycle.ts'
import { notFound, References, refuseChanges } from '../src/errors.ts'
import { checkAssignable, tagCategories } from '../src/tag.ts'
import { rest } from './gate/meta.ts'
import { procedure, router } from './gate/procedure.ts'
import { choice, date, pathId, reference, text, view } from './schema/fields.ts'
import * as filters from './schema/filters.ts'
import { paged, pageInput, pageOf, paginate } from './schema/page.ts'

export const EmployeeTagView = z
  .object({
    id: view.id(),
    employee: view.id(),
    tag: view.id(),
    tag_name: z.string(),
    tag_display_name: z.string(),
    tag_category: z.enum(tagCategories),
    hours_delta: view.decimal(),
    start_date: view.date(),
    end_date: view.date().nullable(),
    status: z.enum(employeeTagStatuses),
    created_at: view.instant(),
  })
  .meta({ id: 'EmployeeTag' })

export const EmployeeTagWritable = z.object({
  employee: reference(),
  tag: reference(),
  start_date: date(),
  end_date: date().nullable().optional(),
})

const ById = z.object({ id: pathId() })
const path = '/api/v1/employee-tags/'

async function detail(em: Em, id: string, own?: string) {
  const where = [ownedBy('employee_id', own)]
  const found = await readOne<z.infer<typeof EmployeeTagView>>(em, employeeTagDetail, id, where)
  if (!found) throw notFound()
  return found
}

async function lockEmployeeTag(em: Em, id: string) {
  const employeeTag = await em.findOne(EmployeeTag, id, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!employeeTag) throw notFound()
  return employeeTag
}

export const employeeTagsRouter = router({
  list: procedure
    .meta(
      rest(`GET ${path}`, 'read_people', {
        summary: 'List the tags that employees hold',
        description: paged,
      }),
    )
    .input(
      pageInput(employeeTagOrderings).extend({
        employee_id: filters.id(),
        category: filters.choice(tagCategories),
        status: filters.choice(employeeTagStatuses),
      }),
    )
    .output(pageOf(EmployeeTagView))
    .query(({ ctx, input }) =>
      paginate(ctx, input, (slice) =>
        readPage<z.infer<typeof EmployeeTagView>>(ctx.em, employeeTagList(input, ctx.own), slice),
      ),
    ),

  create: procedure
    .meta(
      rest(`POST ${path}`, 'manage', {
        summary: 'Give an employee a tag',
        description: 'An employee can hold the same tag several times.',
        status: 201,
      }),
    )
    .input(EmployeeTagWritable)
    .output(EmployeeTagView)
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        const isKnown = await exists(em, 'employees', sql`id = ${input.employee}`)
        const tag = await holdTag(em, input.tag)
        new References().check('employee', input.employee, isKnown).check('tag', input.tag, tag).refuse()
        checkAssignable(tag)
        checkPeriod(input.start_date, input.end_date)
        const stamps = { created_at: ctx.now, updated_at: ctx.now }
        const employeeTag = em.create(EmployeeTag, { ...input, ...stamps })
        employeeTag.assigned(ctx.audit())
        await em.flush()
        return detail(em, employeeTag.id)
      }),
    ),

  get: procedure
    .meta(rest(`GET ${path}{id}/`, 'read_people', { summary: 'Show an employee tag' }))
    .input(ById)
    .output(EmployeeTagView)
    .query(({ ctx, input }) => detail(ctx.em, input.id, ctx.own)),

  update: procedure
    .meta(
      rest(`PATCH ${path}{id}/`, 'manage', {
        summary: 'Change an employee tag',
        description:
          'Takes dates, or the status REVOKED or EXPIRED; writes one log entry, with the reason. Employee and tag cannot be changed.',
      }),
    )
    .input(
      ById.extend({
        employee: reference().optional(),
        tag: reference().optional(),
        start_date: date().optional(),
        end_date: date().nullable().optional(),
        status: choice(employeeTagStatuses).optional(),
        reason: text(2000).optional(),
      }),
    )
    .output(EmployeeTagView)
    .mutation(({ ctx, input: { id, reason, employee, tag, ...patch } }) =>
      transaction(ctx.em, async (em) => {
        const employeeTag = await lockEmployeeTag(em, id)
        refuseChanges(employeeTag, { employee, tag })
        employeeTag.revise(patch, ctx.audit(reason))
        await em.flush()
        return detail(em, id)
      }),
    ),

  delete: procedure
    .meta(
      rest(`DELETE ${path}{id}/`, 'manage', {
        summary: 'Revoke an employee tag',
        description: 'The record stays, with status REVOKED.',
        status: 204,
      }),
    )
    .input(ById)
    .output(z.void())
    .mutation(({ ctx, input }) =>
      transaction(ctx.em, async (em) => {
        const employeeTag = await lockEmployeeTag(em, input.id)
        employeeTag.revoke(ctx.audit())
      }),
    ),
})
