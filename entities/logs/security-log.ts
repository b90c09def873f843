import { defineEntity, p } from '@mikro-orm/core'
import { vias } from '../../src/logs/audit.ts'
import { outcomes } from '../../src/logs/security-events.ts'
import { choice, instant, text } from '../lists/columns.ts'
import { orderingIndexes } from '../lists/orderings.ts'

export const securityLogOrderings = {
  created_at: ['created_at'],
  event: ['event', 'created_at'],
  user: ['user_id', 'created_at'],
  address: ['address', 'created_at'],
  id: [],
} as const

/** The events that somebody else can bring about; their target is then the user's id. */
export const isDoneToUser = "(event = 'session_end' or event = 'password_change')"

/** Logins, refusals and other security events. Append-only, enforced by a trigger. */
export const SecurityLogSchema = defineEntity({
  name: 'SecurityLog',
  tableName: 'security_log',
  properties: {
    id: p.integer().primary().generated('identity'),
    event: text(40),
    outcome: choice(outcomes),
    /** How often it happened; refusals that repeat an earlier one are counted in one entry. */
    times: p.integer(),
    user_id: p.uuid().nullable(),
    /** The system user on the command line. */
    name: text(100),
    address: text(100),
    user_agent: text(300),
    via: choice(vias),
    request_id: text(100),
    /** The procedure, or the command with its arguments. */
    target: text(400),
    created_at: instant(),
  },
  indexes: [
    ...orderingIndexes('security_log', securityLogOrderings),
    {
      name: 'security_log_done_to',
      expression: `create index "security_log_done_to" on "security_log" (target, created_at, id) where ${isDoneToUser}`,
    },
  ],
})

export class SecurityLog extends SecurityLogSchema.class {}

SecurityLogSchema.setClass(SecurityLog)
