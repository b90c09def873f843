import { sql } from 'kysely'
import type { TagCategory } from '../../src/people/tag.ts'
import {
  columnsOf,
  employeeName,
  equals,
  isChosen,
  isGiven,
  ownedBy,
  type RowOf,
} from '../lists/fragments.ts'
import { containsFolded, foldedColumn, foldedText, wordsOf } from '../lists/orderings.ts'
import { type List, type Sql, type View, whereAll } from '../lists/page.ts'
import { EmployeeTag, employeeTagOrderings } from './employee-tag.ts'
import { Tag, tagOrderings } from './tag.ts'

/** A deleted tag is hidden, but its history is not (D29). */
const notDeleted = sql`deleted_at is null`

export const tagDetail = {
  table: 'tags',
  columns: columnsOf(
    Tag,
    'id, name, display_name, category, hours_delta, description, is_active, created_at, updated_at',
  ),
  where: [notDeleted],
}

export const tagList = { ...tagDetail, orderings: tagOrderings, defaultOrdering: 'name' }

/** `table` may name a subset of the employee tags. */
type Holding = { employee: Sql; tag: Sql; day: Sql; table?: string }

/** An employee holds a tag while an ACTIVE instance covers the day (D33). */
export const holdsTag = ({ employee, tag, day, table = 'employee_tags' }: Holding) => sql`exists (
  select from ${sql.table(table)} et where et.employee_id = ${employee} and et.tag_id = ${tag} and et.status = 'ACTIVE'
    and et.start_date <= ${day} and (et.end_date is null or et.end_date >= ${day}))`

/** The tag `t` that a row refers to. */
export const tagColumns = sql`page.tag_id as tag, t.name as tag_name, t.display_name as tag_display_name,
  t.category as tag_category`
export type TagColumns = {
  tag: string
  tag_name: string
  tag_display_name: string
  tag_category: TagCategory
}
export const tagJoins = sql`left join tags t on t.id = page.tag_id`

const held = columnsOf(EmployeeTag, 'id, start_date, end_date, status, created_at')
type EmployeeTagDetail = RowOf<typeof held> & TagColumns & { employee: string; hours_delta: string }

/** One employee tag; with `own`, of the employees with that email only (D17). */
export const employeeTagDetail = (own?: string): View<EmployeeTagDetail> => ({
  table: 'employee_tags',
  columns: sql`${held}, ${tagColumns}, page.employee_id as employee, t.hours_delta`,
  joins: tagJoins,
  where: [ownedBy('employee_id', own)],
})

type EmployeeTagFilter = { employee_id?: string; category?: string; status?: string }

/** The list of employee tags; with `own`, of the employees with that email only (D17). */
export const employeeTagList = (
  { employee_id, status, category }: EmployeeTagFilter,
  own?: string,
): List<EmployeeTagDetail> => ({
  ...employeeTagDetail(),
  orderings: employeeTagOrderings,
  defaultOrdering: '-created_at',
  where: [
    equals('employee_id', employee_id),
    isChosen('status', status),
    category !== undefined && isOfCategory(category),
    ownedBy('employee_id', own),
  ],
  quickCount:
    category === undefined || isGiven(employee_id, own) ? undefined : countOfCategory(category, status),
})

/** The ACTIVE tags whose names and whose holder's contain every word of the term, the holder's at least one (D51). */
export function heldTagsFound(term: string, own?: string) {
  const ofHolder = (word: string) => containsFolded(`e.${foldedColumn}`, word)
  const words = wordsOf(term)
  return {
    ...employeeTagList({ status: 'ACTIVE' }, own),
    columns: sql<HeldTag>`page.id, page.employee_id as employee, ${employeeName} as employee_name,
      coalesce(nullif(t.display_name, ''), t.name) as tag, page.end_date`,
    joins: sql`${tagJoins} left join employees e on e.id = page.employee_id`,
    defaultOrdering: 'end_date',
    where: [
      isChosen('status', 'ACTIVE'),
      ownedBy('employee_id', own),
      sql`employee_id in (select id from employees e where ${sql.join(words.map(ofHolder), sql` or `)})`,
      ...words.map(
        (word) => sql`(exists (select from employees e where e.id = employee_id and ${ofHolder(word)})
          or tag_id in (select id from tags where ${containsFolded(foldedText('name', 'display_name'), word)}))`,
      ),
    ],
  } satisfies List<HeldTag>
}

type HeldTag = { id: string; employee: string; employee_name: string; tag: string; end_date: string | null }

// As an array, so that PostgreSQL tests each row of the list's order in an index alone.
const isOfCategory = (category: string) =>
  sql`tag_id = any(array(select id from tags where category = ${sql.lit(category)}))`

/** Counts tag by tag, each in an index alone; otherwise PostgreSQL reads all employee tags. */
const countOfCategory = (category: string, status: string | undefined) =>
  sql`(select coalesce(sum(number), 0) from tags cross join lateral (
    select count(*) as number from employee_tags ${whereAll([sql`tag_id = tags.id`, isChosen('status', status)])} offset 0) held
    where category = ${sql.lit(category)})`

type EndingFilter = { category?: string | undefined; from: string; to: string }
type EndingTag = EmployeeTagDetail & { employee_name: string; end_date: string }

/** The employee tags that end in these days, both included, the earliest first. Leaves out people who have left. */
export const endingTagList = ({ category, from, to }: EndingFilter): List<EndingTag> => ({
  table: 'employee_tags',
  columns: sql`${held}, ${tagColumns}, page.employee_id as employee, ${employeeName} as employee_name, t.hours_delta`,
  joins: sql`${tagJoins} left join employees e on e.id = page.employee_id`,
  orderings: { end_date: employeeTagOrderings.end_date },
  defaultOrdering: 'end_date',
  where: [
    sql`status = 'ACTIVE' and end_date between ${from} and ${to}`,
    sql`not exists (select from employees e where e.id = employee_id and e.status = 'TERMINATED')`,
    category !== undefined && isOfCategory(category),
  ],
  isUnprepared: true,
})
