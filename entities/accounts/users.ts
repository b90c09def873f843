import { raw } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Role } from '../../src/accounts/permissions.ts'
import { type Em, prepared, readRow, readRows } from '../connection/em.ts'
import { actorName, columnsOf, employeeName, equals, isGiven, type RowOf } from '../lists/fragments.ts'
import { containsFolded, everyWord, sameEmail } from '../lists/orderings.ts'
import type { View } from '../lists/page.ts'
import { foldedAccountText, User, userOrderings } from './user.ts'

const stored = columnsOf(
  User,
  'id, kind, email, given_name, family_name, role, is_active, is_staff, is_superuser, email_verified, password_expires_at, date_joined, last_login',
)

export const userDetail: View<RowOf<typeof stored> & { has_password: boolean }> = {
  table: 'users',
  columns: sql`${stored}, page.password_hash is not null as has_password`,
}

/** Searches names, emails and ids for every word, ignoring accents (D51). */
export const matchesUser = (search: string) =>
  everyWord(search, (word) => containsFolded(foldedAccountText, word))

/** When users last signed in; the last two include those who never have. */
export const lastLogins = ['never', 'last_7_days', 'not_for_30_days', 'not_for_90_days'] as const
type LastLogin = (typeof lastLogins)[number]

type UserFilter = {
  kind?: string
  search?: string
  role?: string
  is_active?: boolean
  is_staff?: boolean
  is_superuser?: boolean
  is_locked?: boolean
  is_leaver?: boolean
  last_login?: LastLogin
}

const isLeaver = (email: string) => sql`coalesce((select bool_and(status = 'TERMINATED') from employees
  where lower(email) = lower(${sql.ref(email)})), false)`

function lastLoginIs(when: LastLogin, now: Date) {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const notFor = (days: number) => sql`(last_login is null or last_login < ${daysAgo(days)})`
  return {
    never: sql`last_login is null`,
    last_7_days: sql`last_login >= ${daysAgo(7)}`,
    not_for_30_days: notFor(30),
    not_for_90_days: notFor(90),
  }[when]
}

/** What the database does not know: which users are locked, and the time. */
type KnownElsewhere = { locked?: readonly string[]; now?: Date }

/** The list of users. */
export const userList = (
  { last_login, ...filter }: UserFilter,
  { locked = [], now }: KnownElsewhere = {},
) => {
  const isLocked = (id: string) => sql<boolean>`(${sql.ref(id)} = any(${locked}::uuid[]))`
  return {
    ...userDetail,
    columns: sql<
      RowOf<typeof userDetail.columns> & { is_leaver: boolean; is_locked: boolean }
    >`${userDetail.columns},
      ${isLeaver('page.email')} as is_leaver, ${isLocked('page.id')} as is_locked`,
    orderings: userOrderings,
    defaultOrdering: 'email',
    isUnprepared: isGiven(filter.search, last_login),
    where: [
      equals('kind', filter.kind),
      equals('role', filter.role),
      equals('is_active', filter.is_active),
      equals('is_staff', filter.is_staff),
      equals('is_superuser', filter.is_superuser),
      filter.is_locked !== undefined && sql`${isLocked('users.id')} = ${filter.is_locked}`,
      filter.is_leaver !== undefined && sql`${isLeaver('users.email')} = ${filter.is_leaver}`,
      last_login && now && lastLoginIs(last_login, now),
      filter.search !== undefined && matchesUser(filter.search),
    ],
  }
}

export type NamedUser = { id: string; name: string; email: string }

/** The users with these ids. */
export const readNamedUsers = (em: Em, ids: readonly string[]) =>
  readRows<NamedUser>(em)`select id, ${actorName} as name, email from users u where id = any(${ids}::uuid[])`

/** The ids of up to 1000 users whose name or email contains the term. */
export async function findUserIds(em: Em, search: string): Promise<string[]> {
  const rows = await readRows<{ id: string }>(em)`
    select id from users where ${matchesUser(search)} order by email limit 1000`
  return rows.map(({ id }) => id)
}

/** The user who signs in with this email. */
export const findUserByEmail = (em: Em, email: string) =>
  readRow<{ id: string; email: string; role: Role; is_active: boolean; has_left: boolean }>(em)`
    select id, email, role, is_active, not exists (select from employees e
      where ${sameEmail('e.email', email)} and e.status <> 'TERMINATED') as has_left
    from users where ${sameEmail('email', email)}`

/** The employee records of the user, matched by email (D16). */
export const readEmployeesOf = <Row>(em: Em, email: string) =>
  readRows<Row>(em)`
    select e.id, ${employeeName} as name, e.employee_number, e.status, e.termination_date from employees e where ${sameEmail('e.email', email)}
    order by e.employee_number`

/** The person who signs in with this email. It runs one statement whether the user exists or not (D15, D23). */
export function findByEmail(em: Em, email: string): Promise<User | null> {
  return em.findOne(User, {
    kind: 'PERSON',
    [raw('lower(email)')]: raw('lower(? collate "und-x-icu")', [email]),
  })
}

/** The columns of a user record over the alias `page` that decide what a caller may do. */
export const caller = columnsOf(
  User,
  'id, kind, email, given_name, family_name, role, email_verified, is_staff, is_superuser, is_active, session_epoch, password_expires_at, date_joined, last_login',
)
export type Caller = RowOf<typeof caller>

/** The caller's user record without the password, in one statement, with whether the session has ended (D54). */
export const findCaller = (em: Em, id: string, sessionId: string | null = null) =>
  readRow<Caller & { is_over: boolean }>(em, prepared)`select ${caller}, exists(select from session_records
      where id = ${sessionId} and ended_at is not null) as is_over
    from users page where id = ${id}`

/** Several callers' user records, each with the ids of the user's employee records (D16). */
export const findCallers = (em: Em, ids: readonly string[]) =>
  readRows<Caller & { employees: string[] }>(em, prepared)`select ${caller}, array(select e.id
      from employees e where lower(e.email) = lower(page.email) order by e.id) as employees
    from users page where id = any(${ids}::uuid[])`
