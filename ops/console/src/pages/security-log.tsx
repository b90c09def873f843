import { type SecurityEvent, securityEventNames } from '../../../../src/operators/security-events.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines } from '../parts.tsx'
import { plural, sentence, words } from '../wording.ts'
import { blank, Log, when } from './log.tsx'

type Entry = OperatorAnswers['audit']['security']['results'][number]

export function SecurityLog() {
  const filter = { ...blank, event: '' as SecurityEvent | '', outcome: '' as Entry['outcome'] | '' }
  const { field, paged } = usePaged({ name: 'security', of: api.operator.audit.security, blank: filter })
  return (
    <Log title="Security events" csv="security" field={field} paged={paged} columns={columns}>
      <Choose
        label="Event"
        options={securityEventNames.map((event) => ({ value: event, label: sentence(event) }))}
        {...field('event')}
      />
      <Choose label="Outcome" options={['DONE', 'REFUSED']} {...field('outcome')} />
    </Log>
  )
}

const columns: Columns<Entry> = [
  ...when,
  { header: 'Event', cell: ({ event, target }) => <Lines main={sentence(event)} more={target} /> },
  {
    header: 'Outcome',
    cell: ({ outcome, times }) => (
      <Lines main={sentence(outcome)} more={times > 1 ? plural(times, 'time') : ''} />
    ),
  },
  {
    header: 'User',
    cell: ({ user, user_name, via }) => (
      <Lines to={user ? `/users/${user}` : undefined} main={user_name || '–'} more={`by ${words(via)}`} />
    ),
  },
  { header: 'From', cell: ({ address, user_agent }) => <Lines main={address || '–'} more={user_agent} /> },
]
