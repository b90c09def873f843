import { defineEntity, p } from '@mikro-orm/core'
import { type Em, readRow } from '../connection/em.ts'
import { instant } from '../lists/columns.ts'
import { sameEmail } from '../lists/orderings.ts'
import { changeRows } from '../lists/rows.ts'
import { User } from './user.ts'

/** Where users have logged in from, so that guesses made elsewhere do not lock them out there (D24). */
export const LoginAddress = defineEntity({
  name: 'LoginAddress',
  tableName: 'login_addresses',
  properties: {
    user: () => p.manyToOne(User).mapToPk().primary(),
    address: p.string().columnType('varchar(100)').primary(),
    last_at: instant(),
  },
  indexes: [{ name: 'login_addresses_last_at', properties: ['last_at'] }],
})

/** For how many milliseconds an account knows an address after a login from it (D24). */
const lifetime = 30 * 86_400_000

const oldest = (now: Date) => new Date(now.getTime() - lifetime)

type At = { address: string; now: Date }

/** The account with the email, and whether it knows the address; undefined if there is no such account. */
export const findAccount = (em: Em, email: string, { address, now }: At) =>
  readRow<{ id: string; email: string; is_known: boolean }>(em)`
    select id, email, exists(
      select from login_addresses a
      where a.user_id = users.id and a.address = ${address} and a.last_at > ${oldest(now)}) as is_known
    from users where ${sameEmail('email', email)}`

/** Remembers that the user has logged in from the address. */
export const keepLoginAddress = (em: Em, userId: string, { address, now }: At) =>
  changeRows(em)`
    insert into login_addresses (user_id, address, last_at) values (${userId}, ${address}, ${now})
    on conflict (user_id, address) do update set last_at = excluded.last_at`

/** Forgets addresses from which the user has not logged in for 30 days. */
export const forgetLoginAddresses = (em: Em, now: Date) =>
  changeRows(em)`delete from login_addresses where last_at <= ${oldest(now)}`
