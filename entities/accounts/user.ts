import { defineEntity, p } from '@mikro-orm/core'
import { type Role, roles, userKinds } from '../../src/accounts/permissions.ts'
import { invalid } from '../../src/errors.ts'
import { choice, instant, text, uuidKey } from '../lists/columns.ts'
import { bothNames, foldedText, searchIndex, searchText } from '../lists/orderings.ts'

export const userOrderings = {
  email: ['email'],
  family_name: ['family_name', 'given_name'],
  role: ['role', 'email'],
  is_active: ['is_active', 'email'],
  date_joined: ['date_joined'],
  last_login: ['last_login'],
  id: [],
} as const

export const userSearchText = searchText(...bothNames('given_name', 'family_name'))
/** Operators also search emails and ids. */
const account = [...bothNames('given_name', 'family_name'), 'email', 'id::text']
export const accountText = searchText(...account)
export const foldedAccountText = foldedText(...account)

export const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: uuidKey(),
    kind: choice(userKinds).default('PERSON'),
    /** A machine has no email: its name stands here, without `@`, so that no employee matches it. */
    email: text(254),
    password_hash: p.text().nullable(),
    /** When a temporary password expires; null for a lasting one (D46). */
    password_expires_at: instant().nullable(),
    given_name: text(150).default(''),
    family_name: text(150).default(''),
    role: choice(roles),
    email_verified: p.boolean().default(false),
    is_staff: p.boolean().default(false),
    is_superuser: p.boolean().default(false),
    is_active: p.boolean().default(true),
    session_epoch: p.integer().default(0),
    /** Who the user is at the identity provider, once bound (D22). */
    issuer: p.text().nullable(),
    subject: p.text().nullable(),
    /** The client at the identity provider whose own tokens the machine may use. */
    client_id: text(200).nullable().unique('users_client_id_unique'),
    date_joined: instant(),
    last_login: instant().nullable(),
  },
  indexes: [searchIndex('users', userSearchText)],
  uniques: [
    {
      name: 'users_email_unique',
      expression: 'create unique index "users_email_unique" on "users" (lower(email))',
    },
    { name: 'users_identity_unique', properties: ['issuer', 'subject'] },
  ],
  checks: [
    { name: 'users_whole_identity', expression: '(issuer is null) = (subject is null)' },
    {
      name: 'users_machines',
      expression: `case kind when 'PERSON' then client_id is null
        else role <> 'EMPLOYEE' and not is_staff and not is_superuser and password_hash is null
          and issuer is null and strpos(email, '@') = 0 end`,
    },
  ],
})

export class User extends UserSchema.class {
  /** Ends every session of the user; the record and everything that belongs to it stay (D20). */
  deactivate() {
    this.is_active = false
    this.endSessions()
  }

  activate() {
    this.is_active = true
  }

  setRole(role: Role) {
    if (this.kind === 'MACHINE' && role === 'EMPLOYEE')
      throw invalid('role', 'A machine cannot have the role EMPLOYEE.')
    this.role = role
  }

  /** A lasting password; ends every session of the user. */
  setPassword(hash: string) {
    this.password_hash = hash
    this.password_expires_at = null
    this.endSessions()
  }

  /** Sets a temporary password, and ends every session of the user (D46). */
  setTemporaryPassword(hash: string, expires: Date) {
    this.setPassword(hash)
    this.password_expires_at = expires
  }

  /** The hash to verify a password against; null if there is none or it has expired. */
  validPasswordHash(now: Date): string | null {
    const { password_hash, password_expires_at } = this
    return password_expires_at && password_expires_at <= now ? null : (password_hash ?? null)
  }

  /** Binds the record to an identity for good; false when it is bound to another (D22). */
  bindTo(issuer: string, subject: string): boolean {
    this.issuer ??= issuer
    this.subject ??= subject
    return this.issuer === issuer && this.subject === subject
  }

  /** Unbinds the record from its identity at the provider; false if it was not bound. */
  unbind(): boolean {
    if (this.issuer === null) return false
    this.issuer = null
    this.subject = null
    this.endSessions()
    return true
  }

  /** Invalidates every token issued so far. */
  endSessions() {
    this.session_epoch += 1
  }
}

UserSchema.setClass(User)
