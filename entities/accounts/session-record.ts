import { defineEntity, p } from '@mikro-orm/core'
import { instant } from '../lists/columns.ts'
import { User } from './user.ts'

/** The sessions of users, for operators to see and end. An ended one stays ended even if Redis loses its data. */
export const SessionRecord = defineEntity({
  name: 'SessionRecord',
  tableName: 'session_records',
  properties: {
    id: p.string().columnType('varchar(100)').primary(),
    user: () => p.manyToOne(User).mapToPk(),
    session_epoch: p.integer(),
    address: p.string().columnType('varchar(100)'),
    user_agent: p.string().columnType('varchar(300)'),
    started_at: instant(),
    refreshed_at: instant(),
    expires_at: instant(),
    /** When the user last confirmed their password in this session. */
    confirmed_at: instant().nullable(),
    ended_at: instant().nullable(),
    /** The id of the refresh token that is in use, and when it was issued. */
    refresh_token: p.string().columnType('varchar(100)').nullable(),
    token_issued_at: instant().nullable(),
  },
  indexes: [
    { name: 'session_records_of_user', properties: ['user', 'refreshed_at'] },
    { name: 'session_records_expires_at', properties: ['expires_at'] },
  ],
})

/** Ended sessions and used refresh tokens, for a service without Redis (D40). */
export const Revocation = defineEntity({
  name: 'Revocation',
  tableName: 'revocations',
  properties: {
    key: p.string().columnType('varchar(100)').primary(),
    created_at: instant(),
    expires_at: instant(),
  },
  indexes: [{ name: 'revocations_expires_at', properties: ['expires_at'] }],
})
