import { defineEntity, p } from '@mikro-orm/core'
import { instant } from '../lists/columns.ts'
import { User } from './user.ts'

/** Where users have logged in from, so that guesses made elsewhere do not lock them out there (D24). */
export const LoginAddressSchema = defineEntity({
  name: 'LoginAddress',
  tableName: 'login_addresses',
  properties: {
    user: () => p.manyToOne(User).mapToPk().primary(),
    address: p.string().columnType('varchar(100)').primary(),
    last_at: instant(),
  },
  indexes: [{ name: 'login_addresses_last_at', properties: ['last_at'] }],
})
