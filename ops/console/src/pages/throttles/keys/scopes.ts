import { type Scope, scopes } from '../../../../../../src/accounts/limits.ts'
import { type Message, say } from '../../../language/text.ts'
import type { OperatorAnswers } from '../../../live/api.ts'

export type Key = OperatorAnswers['throttles']['keys']['keys'][number]
export type ScopeCounts = OperatorAnswers['throttles']['overview']['scopes'][number]
export type CountsSource = Pick<OperatorAnswers['throttles']['overview'], 'source' | 'redis'>

/** Refreshes often enough to show a flood of requests within five seconds. */
export const pace = { every: 2000 }

/** What each scope is called, what it counts, and what its keys are. */
export const scopeWords = {
  anon: { name: 'Anonymous', counts: 'Requests without a session, by address', key: 'Address' },
  user: { name: 'Users', counts: 'Requests by signed-in users, by user', key: 'User ID' },
  machine: { name: 'Machines', counts: 'Requests with machines’ tokens, by machine', key: 'Machine ID' },
  planning: { name: 'Planning', counts: 'Plans, plans applied and scenarios, by user', key: 'User ID' },
  login: { name: 'Logins', counts: 'Login attempts, by address', key: 'Address' },
  account: {
    name: 'Failures by account',
    counts: 'Failed logins from new addresses, by account',
    key: 'User ID',
  },
  token_refresh: { name: 'Refreshes', counts: 'Token refreshes, by session', key: 'Session or address' },
  logout: { name: 'Sign-outs', counts: 'Sign-outs, by session', key: 'Session or address' },
} as const satisfies Record<Scope, Record<'name' | 'counts' | 'key', Message>>

export const scopeOf = (text: string) => scopes.find((scope) => scope === text)

/** Whether the keys of the scope are users. */
export const namesUsers = (scope: Scope) => ['user', 'machine', 'planning', 'account'].includes(scope)

/** Whether the key counts requests of the console, apart from those of the API. */
export const isOfConsole = ({ key }: Pick<Key, 'key'>) => key.startsWith('ops:')

/** The scope in words; the requests of the console count apart. */
export const scopeText = (key: Pick<Key, 'scope' | 'key'>) =>
  `${say(scopeWords[key.scope].name)}${isOfConsole(key) ? ` (${say('console')})` : ''}`

type Named = Pick<Key, 'scope' | 'key'> & { user: { email: string } | null }

/** What operators call the key: a user's email, or the key itself. */
export const nameOfKey = ({ user, key }: Named) => user?.email ?? key

/** The page of a key. */
export const pathOfKey = ({ scope, key }: Pick<Key, 'scope' | 'key'>) =>
  `/throttles/${scope}/${encodeURIComponent(key)}`
