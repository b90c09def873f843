import { defineEntity, p } from '@mikro-orm/core'
import { instant } from '../lists/columns.ts'

/** Ended sessions and used refresh tokens, kept here only when there is no Redis (D40). */
export const RevocationSchema = defineEntity({
  name: 'Revocation',
  tableName: 'revocations',
  properties: {
    key: p.string().columnType('varchar(100)').primary(),
    created_at: instant(),
    expires_at: instant(),
  },
  indexes: [{ name: 'revocations_expires_at', properties: ['expires_at'] }],
})
