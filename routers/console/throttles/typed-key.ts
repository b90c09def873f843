import { isIP } from 'node:net'
import { findCaller, findUserByEmail } from '../../../entities/accounts/users.ts'
import type { Em } from '../../../entities/connection/em.ts'
import type { Scope } from '../../../src/accounts/limits.ts'
import { invalid } from '../../../src/errors.ts'
import { opsPrefix, throttleKey } from '../../gate/throttling/address.ts'
import type { Key, Throttles } from '../../ports/throttles.ts'
import { isUuid } from '../../schema/fields.ts'

/** Whether the keys of the scope name users. */
export const namesUsers = (scope: Scope) => ['user', 'machine', 'planning', 'account'].includes(scope)

/** The user that a key names; undefined for any other key, whatever Redis has stored. */
export function userIdOf({ scope, key }: Key): string | undefined {
  const id = key.replace(opsPrefix, '')
  return namesUsers(scope) && isUuid(id) ? id : undefined
}

const hasSessions = (scope: Scope) => ['login', 'token_refresh', 'logout'].includes(scope)

const isSession = (key: string) => isUuid(key.replace(/^user:/, ''))

/** How the service names an email without an account. */
const isUnknownAccount = (key: string) => /^(ops:)?unknown:[\w-]{22}$/.test(key)

/** Whether the key is an address, or the network of one. */
export const isAddress = (key: string) => isIP(key.replace(opsPrefix, '').replace(/\/64$/, '')) !== 0

/**
 * The key that the throttle counts under for what an operator typed: the id or email of a user, or an address in any
 * form. 400 for what the scope cannot count.
 */
export async function countedKey(em: Em, { scope, key: typed }: Key): Promise<string> {
  if (namesUsers(scope)) return userKeyOf(em, { scope, key: typed })
  const key = throttleKey(typed)
  if (isAddress(key)) return key
  if (hasSessions(scope) && isSession(key)) return key
  const or = hasSessions(scope) ? ', or the ID of a session' : ''
  throw invalid('key', `Enter an IP address, such as 203.0.113.7 or 2001:db8::1${or}.`)
}

async function userKeyOf(em: Em, { scope, key }: Key): Promise<string> {
  if (scope === 'account' && isUnknownAccount(key)) return key
  const prefix = scope === 'account' && key.startsWith(opsPrefix) ? opsPrefix : ''
  const named = key.slice(prefix.length)
  if (!isUuid(named) && !named.includes('@') && scope !== 'machine') throw invalid('key', 'Choose a user.')
  const found = isUuid(named) ? await findCaller(em, named.toLowerCase()) : await findUserByEmail(em, named)
  if (!found) throw invalid('key', 'There is no such user.')
  return prefix + found.id
}

/** Whether a window of the key is open, or operators have limited or blocked it. */
export async function isInUse(throttles: Throttles, of: Key): Promise<boolean> {
  const { found } = await throttles.find(of)
  return (found?.window_ends_in ?? found?.limit_ends_in ?? found?.block_ends_in ?? null) !== null
}

/** The key as given if it is in use, else the address that is meant. */
export const storedKey = async <Of extends Key>(throttles: Throttles, of: Of): Promise<Of> => ({
  ...of,
  key: (await isInUse(throttles, of)) ? of.key : throttleKey(of.key),
})

/** Every key that an operator may mean by what they typed, in any scope, even one that nothing should count under. */
export async function meantKeys(em: Em, typed: string): Promise<string[]> {
  const user = await findUserByEmail(em, typed.replace(opsPrefix, ''))
  const ofUser = user ? [user.id, opsPrefix + user.id] : []
  return [...new Set([typed, throttleKey(typed), typed.toLowerCase(), ...ofUser])]
}
