import { outcomes, securityEventNames } from '../../../../../src/logs/events.ts'
import { say } from '../../language/text.ts'
import { sentence, words } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { BrowserName, browserName } from '../../parts/browser-name.tsx'
import { Lines, Note, PageLink, State } from '../../parts/parts.tsx'
import { viaWords } from './change-log.tsx'
import { type LogKind, when } from './log.tsx'
import { Subjects, subjectsText } from './subjects.tsx'

type SecurityEntry = OperatorAnswers['audit']['security']['results'][number]

export const securityLog: LogKind<SecurityEntry> = {
  title: 'Security events',
  searches: 'Name, email or id of a user, or address',
  csv: 'security',
  log: 'security',
  choices: [
    { name: 'event', label: 'Event', options: securityEventNames },
    { name: 'outcome', label: 'Outcome', options: outcomes },
  ],
  about: 'user',
  columns: [
    ...when,
    {
      header: 'Event',
      cell: ({ event }) => sentence(event),
      value: ({ event }) => words(event),
      ordering: 'event',
    },
    {
      header: 'Outcome',
      cell: ({ outcome, times }) => {
        const said =
          times > 1
            ? `${sentence(outcome)} ${say('{count, number} times', { count: times })}`
            : sentence(outcome)
        return outcome === 'REFUSED' ? <State tone="low">{said}</State> : said
      },
      value: ({ outcome, times }) => (times > 1 ? `${words(outcome)} × ${times}` : words(outcome)),
    },
    {
      header: 'User',
      cell: ({ user, user_name, via }) => (
        <Lines
          main={user ? <PageLink to={`/users/${user}`}>{user_name}</PageLink> : user_name || '–'}
          more={say(viaWords[via])}
        />
      ),
      value: ({ user_name }) => user_name,
      ordering: 'user',
    },
    {
      header: 'Target',
      cell: ({ target, subjects }) => (subjects.length ? <Subjects of={subjects} /> : <Note>{target}</Note>),
      value: ({ target, subjects }) => (subjects.length ? subjectsText(subjects) : target),
    },
    {
      header: 'From address',
      cell: ({ address, user_agent }) => (
        <Lines main={address || '–'} more={<BrowserName of={user_agent} />} />
      ),
      value: ({ address, user_agent }) => `${address} ${browserName(user_agent)}`.trim(),
      ordering: 'address',
    },
  ],
}
