import { api, type OperatorAnswers } from '../api.ts'

export type Key = OperatorAnswers['throttles']['keys']['keys'][number]
export type ScopeCounts = OperatorAnswers['throttles']['overview']['scopes'][number]

/** Often enough that a flood of requests is seen within five seconds. */
export const pace = { every: 2000 }

export const keys = { name: 'throttles.keys', of: api.operator.throttles.keys, ...pace }
