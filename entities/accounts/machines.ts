import { sql } from 'kysely'
import type { MachineRole } from '../../src/accounts/permissions.ts'
import { alreadyExists } from '../../src/errors.ts'
import { type Em, prepared, readRow } from '../connection/em.ts'
import { columnsOf, equals, isGiven, type RowOf } from '../lists/fragments.ts'
import type { List } from '../lists/page.ts'
import { jsonInstant, type RowValues } from '../lists/row-values.ts'
import { changeRows, exists } from '../lists/rows.ts'
import type { MachineToken } from './machine-token.ts'
import { User } from './user.ts'
import { type Caller, caller, findUserByEmail, matchesUser } from './users.ts'

export const machineOrderings = {
  name: ['email'],
  role: ['role', 'email'],
  is_active: ['is_active', 'email'],
  date_joined: ['date_joined'],
  id: [],
} as const

/** A token that has not been revoked; it may have expired. */
type ShownToken = RowValues<
  Pick<MachineToken, 'id' | 'created_at' | 'expires_at' | 'last_used_at' | 'last_used_from'>
>

const tokens = sql<ShownToken[]>`coalesce((select json_agg(json_build_object('id', t.id,
    'created_at', ${jsonInstant('t.created_at')}, 'expires_at', ${jsonInstant('t.expires_at')},
    'last_used_at', ${jsonInstant('t.last_used_at')}, 'last_used_from', t.last_used_from) order by t.created_at, t.id)
  from machine_tokens t where t.user_id = page.id and t.revoked_at is null), '[]')`

const stored = columnsOf(User, 'id, role, is_active, client_id, date_joined')
type Machine = RowOf<typeof stored> & { role: MachineRole; name: string; tokens: ShownToken[] }

type MachineFilter = { search?: string; role?: string; is_active?: boolean; name?: string }

/** The list of machines, each with its tokens. */
export const machineList = (filter: MachineFilter = {}): List<Machine> => ({
  table: 'users',
  columns: sql`${stored}, page.email as name, ${tokens} as tokens`,
  orderings: machineOrderings,
  defaultOrdering: 'name',
  isUnprepared: isGiven(filter.search),
  where: [
    sql`kind = 'MACHINE'`,
    equals('role', filter.role),
    equals('is_active', filter.is_active),
    equals('lower(email)', filter.name?.toLowerCase()),
    filter.search !== undefined && matchesUser(filter.search),
  ],
})

/** The machine of a token, or of a client at the identity provider. */
export type MachineKey = { id: string; secretHash: string } | { clientId: string }

export type FoundMachine = Caller & { token: string; expires_at: string | null; last_used_at: string | null }

/** The active machine with the valid token, in one statement. */
export function findMachine(em: Em, key: MachineKey, now: Date) {
  if ('clientId' in key)
    return readRow<FoundMachine>(em, prepared)`select ${caller}, 'client ' || id as token, null as expires_at,
        null as last_used_at
      from users page where client_id = ${key.clientId} and is_active`
  return readRow<FoundMachine>(em, prepared)`select ${caller}, t.id as token, t.expires_at, t.last_used_at
    from machine_tokens t join users page on page.id = t.user_id
    where t.id = ${key.id} and t.secret_hash = ${key.secretHash} and t.revoked_at is null
      and t.expires_at > ${now} and page.is_active`
}

/** Whether the token has been revoked. A client's own token cannot be. */
export const isRevoked = (em: Em, token: string) =>
  exists(em, 'machine_tokens', sql`id::text = ${token} and revoked_at is not null`)

/** Stores the last use of a token. */
export const keepUse = (em: Em, { token, at, from }: { token: string; at: Date; from: string }) =>
  changeRows(em)`update machine_tokens set last_used_at = ${at}, last_used_from = ${from} where id = ${token}`

type NewMachine = { name: string; role: MachineRole; client_id?: string | undefined }

/** A new machine without a token; 400 if the name is taken. */
export async function newMachine(em: Em, { name, ...fields }: NewMachine, at: Date): Promise<User> {
  if (await findUserByEmail(em, name)) throw alreadyExists('name', 'machine with this name already exists.')
  const machine = em.create(User, {
    kind: 'MACHINE',
    email: name,
    given_name: name,
    ...fields,
    date_joined: at,
  })
  await em.flush()
  return machine
}
