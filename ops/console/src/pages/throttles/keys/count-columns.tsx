import { say } from '../../../language/text.ts'
import { timesOf } from '../../../language/wording.ts'
import type { OperatorAnswers } from '../../../live/api.ts'
import { Moment } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { countColumn } from '../../../table/columns.tsx'
import { KeyLink } from './key-state.tsx'
import { type Key, nameOfKey, scopeWords } from './scopes.ts'

type Last = { last_at: string; last_before?: string }

const minute = 60_000

/** When it last happened, or the span of its bucket if no exact time is kept. */
function LastTime({ last_at, last_before = last_at }: Last) {
  const [from, before] = [Date.parse(last_at), Date.parse(last_before)]
  if (before - from <= minute) return <Moment of={last_at} />
  return <time dateTime={last_at}>{timesOf(from, Math.min(before, Date.now()), 'day')}</time>
}

export const lastAt = [
  {
    header: 'Last',
    cell: (row) => <LastTime {...row} />,
    value: ({ last_at }) => last_at,
    kind: 'moment',
    numeric: true,
  },
] as const satisfies Columns<Last>

/** How many requests were refused or near the limit, and the last of them. */
export const refusals = [
  countColumn('Refused (429)', 'refused'),
  countColumn('Near', 'near'),
  ...lastAt,
] as const satisfies Columns<{ refused: number; near: number } & Last>

/** What a key called when it was refused or near its limit. */
export const calledColumns: Columns<OperatorAnswers['throttles']['key']['endpoints'][number]> = [
  { header: 'Procedure', value: ({ procedure }) => procedure },
  ...refusals,
]

/** The scope of a key, and what the key stands for. */
export const named = [
  {
    header: 'Scope',
    cell: ({ scope }) => <span title={scope}>{say(scopeWords[scope].name)}</span>,
    value: ({ scope }) => say(scopeWords[scope].name),
  },
  { header: 'Key', cell: (row) => <KeyLink of={row} />, value: nameOfKey },
] as const satisfies Columns<Pick<Key, 'scope' | 'key' | 'user'>>
