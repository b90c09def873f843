import { type Scope, scopes } from '../../../../src/limits.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Message } from '../language/text.ts'

export type Key = OperatorAnswers['throttles']['keys']['keys'][number]
export type ScopeCounts = OperatorAnswers['throttles']['overview']['scopes'][number]
export type Source = Pick<OperatorAnswers['throttles']['overview'], 'source' | 'redis'>

/** Often enough that a flood of requests is seen within five seconds. */
export const pace = { every: 2000 }

export const keys = { name: 'throttles.keys', of: api.operator.throttles.keys, ...pace }

/** What each scope counts, in a word or two. */
export const scopeNames = {
  anon: 'Anonymous requests',
  user: 'Signed-in users',
  planning: 'Plans and scenarios',
  login: 'Login attempts',
  account: 'Failed logins by account',
  token_refresh: 'Token refreshes',
  logout: 'Sign-outs',
} as const satisfies Record<Scope, Message>

export const scopeOf = (text: string) => scopes.find((scope) => scope === text)

/** Whether the keys of the scope are users. */
export const namesUsers = (scope: Scope) => ['user', 'planning', 'account'].includes(scope)

type Named = Pick<Key, 'scope' | 'key'> & { user: { email: string } | null }

/** Whom or what a key stands for, as operators know it. */
export const nameOfKey = ({ user, key }: Named) => user?.email ?? key

/** The page of a key. */
export const pathOfKey = ({ scope, key }: Pick<Key, 'scope' | 'key'>) =>
  `/throttles/${scope}/${encodeURIComponent(key)}`
