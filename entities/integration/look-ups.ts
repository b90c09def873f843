import { sql } from 'kysely'
import { equals, isChosen, isGiven, type RowOf } from '../lists/fragments.ts'
import { sameEmail } from '../lists/orderings.ts'
import { type Condition, whereAll } from '../lists/page.ts'
import { employeeDetail } from '../people/employees.ts'
import { employeeTagList, tagDetail } from '../people/tags.ts'
import { assignmentDetail } from '../work/assignments.ts'
import { orgUnitList } from '../work/org-units.ts'
import { positionTagList } from '../work/position-tag.ts'
import { positionList } from '../work/positions.ts'

// Lists for programs, which find objects by the clinic's own keys. They show everything, to roles that may see it.

const changedSince = ({ updated_after }: Since): Condition =>
  updated_after !== undefined && sql`updated_at >= ${updated_after}`

const ofEmployee = ({ employee_number }: Person): Condition =>
  employee_number !== undefined &&
  sql`employee_id in (select id from employees where employee_number = ${employee_number})`

/** A deleted tag is found by no name (D29). */
const ofTag = ({ tag_name }: Named): Condition =>
  tag_name !== undefined &&
  sql`tag_id in (select id from tags where name = ${tag_name} and deleted_at is null)`

/** Positions by the code of their org unit, by title, or by both. */
const withKey = ({ org_unit_code, title }: Position) =>
  whereAll([
    org_unit_code !== undefined &&
      sql`org_unit_id in (select id from org_units where code = ${org_unit_code})`,
    equals('title', title),
  ])

const ofPosition = (key: Position): Condition =>
  isGiven(key.org_unit_code, key.title) && sql`position_id in (select id from positions ${withKey(key)})`

type Since = { updated_after?: string | undefined }
type Person = { employee_number?: string | undefined }
type Position = { org_unit_code?: string | undefined; title?: string | undefined }
type Named = { tag_name?: string | undefined }

/** By what never changes: a row that changed between two pages would move, and another one be skipped. */
const byCreation = (key: Since) => ({
  orderings: { created_at: ['created_at'] },
  defaultOrdering: 'created_at',
  ...planned(key),
})

/** The best plan depends on how many rows have changed since. */
const planned = ({ updated_after }: Since) => ({ isUnprepared: updated_after !== undefined })

/** Employees in full. */
export const employeesBy = (key: Since & Person & { email?: string | undefined }) => ({
  ...employeeDetail(),
  ...byCreation(key),
  where: [
    equals('employee_number', key.employee_number),
    key.email !== undefined && sameEmail('email', key.email),
    changedSince(key),
  ],
})

export const tagsBy = (key: Since & { name?: string | undefined }) => ({
  ...tagDetail,
  ...byCreation(key),
  where: [...tagDetail.where, equals('name', key.name), changedSince(key)],
})

export const orgUnitsBy = (key: Since & { code?: string | undefined }) => ({
  ...orgUnitList({}),
  ...byCreation(key),
  where: [equals('code', key.code), changedSince(key)],
})

export const positionsBy = (key: Since & Position) => ({
  ...positionList({}),
  ...byCreation(key),
  where: [
    isGiven(key.org_unit_code, key.title) && sql`positions.id in (select id from positions ${withKey(key)})`,
    changedSince(key),
  ],
})

/** Employee tags with the time of their last change, which the contract does not show. */
export const employeeTagsBy = (key: Since & Person & Named) => {
  const list = employeeTagList({})
  return {
    ...list,
    ...planned(key),
    columns: sql<RowOf<typeof list.columns> & { updated_at: string }>`${list.columns}, page.updated_at`,
    where: [ofEmployee(key), ofTag(key), changedSince(key)],
  }
}

export const positionTagsBy = (key: Position & Named) => ({
  ...positionTagList({}),
  where: [ofPosition(key), ofTag(key)],
})

/** Assignments in full. */
export const assignmentsBy = (key: Since & Person & Position & { status?: string | undefined }) => ({
  ...assignmentDetail(),
  ...byCreation(key),
  where: [ofEmployee(key), ofPosition(key), isChosen('status', key.status), changedSince(key)],
})
