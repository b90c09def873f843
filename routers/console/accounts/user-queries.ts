import { z } from 'zod'
import { userOrderings } from '../../../entities/accounts/user.ts'
import { lastLogins, readEmployeesOf, userDetail, userList } from '../../../entities/accounts/users.ts'
import type { Em } from '../../../entities/connection/em.ts'
import { roles, userKinds } from '../../../src/accounts/permissions.ts'
import { employeeStatuses } from '../../../src/people/employee-lifecycle.ts'
import { OwnSession, openSessions } from '../../accounts/account.ts'
import { etag, etagOfRow } from '../../endpoints/conditional.ts'
import { pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { ById, showOne } from '../../endpoints/resource.ts'
import { adminQuery, overseerQuery, router } from '../../gate/procedure.ts'
import { opsPrefix } from '../../gate/throttling/address.ts'
import type { ThrottledKey, Throttles } from '../../ports/throttles.ts'
import { isUuid } from '../../schema/fields.ts'
import * as filters from '../../schema/filters.ts'
import { output } from '../../schema/output.ts'

const StoredUser = z.object({
  id: output.id(),
  kind: z.enum(userKinds),
  email: z.string(),
  given_name: z.string(),
  family_name: z.string(),
  role: z.enum(roles),
  is_active: z.boolean(),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  email_verified: z.boolean(),
  has_password: z.boolean(),
  /** When a temporary password expires; null for a lasting one. */
  password_expires_at: output.instant().nullable(),
  date_joined: output.instant(),
  last_login: output.instant().nullable(),
})

const UserRow = StoredUser.extend({
  /** Whether the user has left: they have employee records, and each of them is TERMINATED. */
  is_leaver: z.boolean(),
  /** Whether throttles refuse the user now: too many failed logins, or a block. */
  is_locked: z.boolean(),
})

const EmployeeOf = z.object({
  id: output.id(),
  name: z.string(),
  employee_number: z.string(),
  status: z.enum(employeeStatuses),
  termination_date: output.date().nullable(),
})

export const UserDetail = StoredUser.extend({
  /** Employees with the user's email. */
  employees: z.array(EmployeeOf),
  etag: etag(),
})

/** What operators change of a user, and see before they do. */
export const UserState = StoredUser.omit({ last_login: true })

export async function detail(em: Em, id: string) {
  const user = await showOne(em, userDetail, id)
  const employees = await readEmployeesOf<z.infer<typeof EmployeeOf>>(em, user.email)
  return { ...user, employees, etag: etagOfRow(UserState, user) }
}

/** At most this many blocks and this many accounts at their limit are read. */
const mostLocked = 1000

const isLocked = ({ scope, used, limit, block_ends_in }: ThrottledKey) =>
  block_ends_in !== null || (scope === 'account' && used >= limit)

/** Users with too many failed logins to sign in from a new address, and those whom an operator has blocked. */
async function lockedUsers(throttles: Throttles): Promise<string[]> {
  const scopes = ['account', 'user'] as const
  const read = await Promise.all(scopes.map((scope) => throttles.keys({ scope, most: mostLocked })))
  const locked = read.flatMap(({ found }) => found.filter(isLocked))
  return [...new Set(locked.map(({ key }) => key.replace(opsPrefix, '')))].filter(isUuid)
}

/** Users as operators see them; the list has people unless it is asked for machines. */
export const userQueriesRouter = router({
  list: overseerQuery
    .input(
      pageInput(userOrderings).extend({
        kind: filters.choice(userKinds),
        search: filters.freeText(),
        role: filters.choice(roles),
        is_active: filters.boolean(),
        is_staff: filters.boolean(),
        is_superuser: filters.boolean(),
        is_locked: filters.boolean(),
        is_leaver: filters.boolean(),
        last_login: filters.choice(lastLogins),
      }),
    )
    .output(pageOf(UserRow))
    .query(async ({ ctx, input }) => {
      const locked = await lockedUsers(ctx.services.throttles)
      const list = userList({ ...input, kind: input.kind ?? 'PERSON' }, { locked, now: ctx.now })
      return paginate(ctx, input, list)
    }),

  get: overseerQuery
    .input(ById)
    .output(UserDetail)
    .query(({ ctx, input }) => detail(ctx.em, input.id)),

  /** The user's open sessions, most recently used first; only for those who may end them. */
  sessions: adminQuery
    .input(ById)
    .output(z.object({ sessions: z.array(OwnSession) }))
    .query(async ({ ctx, input }) => {
      await showOne(ctx.em, userDetail, input.id)
      return { sessions: await openSessions(ctx, input.id) }
    }),
})
