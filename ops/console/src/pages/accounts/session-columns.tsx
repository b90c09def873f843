import type { Answers } from '../../live/api.ts'
import { BrowserName, browserName } from '../../parts/browser-name.tsx'
import { Moment } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'

type Session = Answers['account']['sessions'][number]

/** What is said of a session, wherever sessions are listed. */
export const sessionColumns: Columns<Session> = [
  {
    header: 'Browser',
    cell: ({ user_agent }) => <BrowserName of={user_agent} />,
    value: ({ user_agent }) => browserName(user_agent),
  },
  { header: 'Address', value: ({ address }) => address },
  momentColumn('Started', 'started_at'),
  momentColumn('Last used', 'refreshed_at'),
  {
    header: 'Ends',
    cell: ({ expires_at }) => <Moment of={expires_at} exact />,
    value: ({ expires_at }) => expires_at,
  },
]
