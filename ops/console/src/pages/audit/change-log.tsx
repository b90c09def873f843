import { changeActions, changeSubjects } from '../../../../../src/logs/events.ts'
import { differences, differencesText } from '../../language/field-words.ts'
import { type Message, say } from '../../language/text.ts'
import { sentence, words } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Lines } from '../../parts/parts.tsx'
import { Change } from './differences.tsx'
import { Actor, actorText, type LogKind, when } from './log.tsx'
import { Subjects, subjectsText } from './subjects.tsx'

type ChangeEntry = OperatorAnswers['audit']['changes']['results'][number]

export const viaWords = {
  rest: 'over REST',
  trpc: 'over tRPC',
  token: 'with a machine’s token',
  operator: 'in this console',
  'command line': 'on the command line',
  service: 'by the service',
  database: 'directly in the database',
} as const satisfies Record<ChangeEntry['via'], Message>

/** The service's own database user has a name that means nothing to readers. */
const authorOf = ({ actor, actor_name, via }: ChangeEntry) => ({
  actor,
  actor_name: via === 'service' && actor === null ? '' : actor_name,
})

export const changeLog: LogKind<ChangeEntry> = {
  title: 'Changes of master data',
  searches: 'Name of a person, or name, email or id of a user',
  csv: 'changes',
  log: 'changes',
  choices: [
    { name: 'subject', label: 'What', options: changeSubjects },
    { name: 'action', label: 'Change', options: changeActions },
  ],
  about: 'person',
  columns: [
    ...when,
    {
      header: 'By',
      cell: (entry) => <Lines main={<Actor of={authorOf(entry)} />} more={say(viaWords[entry.via])} />,
      value: (entry) => actorText(authorOf(entry)),
      ordering: 'actor',
    },
    {
      header: 'What',
      cell: ({ subject, subject_id, subjects }) => (
        <Lines main={subjects.length ? <Subjects of={subjects} /> : subject_id} more={sentence(subject)} />
      ),
      value: ({ subject, subject_id, subjects }) =>
        `${words(subject)}: ${subjects.length ? subjectsText(subjects) : subject_id}`,
      ordering: 'subject',
    },
    {
      header: 'What changed',
      cell: (entry) => <Change of={entry.action} fields={differences(entry)} />,
      value: (entry) => `${words(entry.action)}: ${differencesText(differences(entry))}`,
    },
    {
      header: 'From address',
      cell: ({ address, request_id }) => <Lines main={address || '–'} more={request_id} />,
      value: ({ address }) => address,
    },
  ],
}
