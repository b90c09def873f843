import { raw } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { Role } from '../../src/permissions.ts'
import { contains, sameEmail } from '../orderings.ts'
import type { Em } from '../orm.ts'
import type { View } from '../page.ts'
import { plannedOnce } from '../planned-once.ts'
import { accountText, User, userOrderings } from '../user.ts'
import { columnsOf, employeeName, equals, isGiven, type RowOf } from './fragments.ts'
import type { Wire } from './wire.ts'

const stored = columnsOf(
  User,
  'id, email, given_name, family_name, role, is_active, is_staff, is_superuser, email_verified, password_expires_at, date_joined, last_login',
)

export const userDetail: View<RowOf<typeof stored> & { has_password: boolean }> = {
  table: 'users',
  columns: sql`${stored}, page.password_hash is not null as has_password`,
}

/** By name, email or id. */
export const matchesUser = (search: string) => contains(accountText, search)

type UserFilter = { search?: string; role?: string; is_active?: boolean; is_staff?: boolean }

/** The list of users. */
export const userList = (filter: UserFilter) => ({
  ...userDetail,
  orderings: userOrderings,
  defaultOrdering: 'email',
  isPlannedAnew: isGiven(filter.search),
  where: [
    equals('role', filter.role),
    equals('is_active', filter.is_active),
    equals('is_staff', filter.is_staff),
    filter.search !== undefined && matchesUser(filter.search),
  ],
})

/** `<FamilyName>, <GivenName>`, else one of them, else the email. */
const userName = sql`coalesce(
  nullif(concat_ws(', ', nullif(family_name, ''), nullif(given_name, '')), ''), email)`

export type NamedUser = { id: string; name: string; email: string }

/** The users with these ids. */
export async function readNamedUsers(em: Em, ids: readonly string[]): Promise<NamedUser[]> {
  const statement = sql<NamedUser>`select id, ${userName} as name, email from users where id = any(${ids}::uuid[])`
  return (await statement.execute(em.getKysely())).rows
}

/** The ids of up to 1000 users whose name or email contains the term. */
export async function findUserIds(em: Em, search: string): Promise<string[]> {
  const statement = sql<{
    id: string
  }>`select id from users where ${matchesUser(search)} order by email limit 1000`
  return (await statement.execute(em.getKysely())).rows.map(({ id }) => id)
}

/** The user who signs in with this email. */
export async function findUserByEmail(em: Em, email: string) {
  const statement = sql<{ id: string; email: string; role: Role; is_active: boolean; has_left: boolean }>`
    select id, email, role, is_active, not exists (select from employees e
      where ${sameEmail('e.email', email)} and e.status <> 'TERMINATED') as has_left
    from users where ${sameEmail('email', email)}`
  return (await statement.execute(em.getKysely())).rows[0]
}

/** The employees who are the user, matched by email (D16). */
export async function readEmployeesOf(em: Em, email: string) {
  const statement = sql<{ id: string; name: string; employee_number: string }>`
    select e.id, ${employeeName} as name, e.employee_number from employees e where ${sameEmail('e.email', email)}
    order by e.employee_number`
  return (await statement.execute(em.getKysely())).rows
}

/** The user who signs in with this email: one statement, whether the user exists or not (D15, D23). */
export function findByEmail(em: Em, email: string): Promise<User | null> {
  return em.findOne(User, { [raw('lower(email)')]: raw('lower(? collate "und-x-icu")', [email]) })
}

const callerColumns = [
  'id',
  'email',
  'given_name',
  'family_name',
  'role',
  'email_verified',
  'is_staff',
  'is_superuser',
  'is_active',
  'session_epoch',
  'password_expires_at',
  'date_joined',
  'last_login',
] as const

const columns = sql.raw(callerColumns.join(', '))

/** The caller's user record without the password, in one statement; undefined when there is none. */
export async function findCaller(em: Em, id: string): Promise<Caller | undefined> {
  const statement = sql<Caller>`${plannedOnce}select ${columns} from users where id = ${id}`
  return (await statement.execute(em.getKysely())).rows[0]
}

export type Caller = Wire<Pick<User, (typeof callerColumns)[number]>>
