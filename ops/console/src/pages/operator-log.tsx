import { useQuery } from '@tanstack/react-query'
import type { OperatorAction } from '../../../../src/operators/actions.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines } from '../parts.tsx'
import { words } from '../wording.ts'
import { blank, Log, when } from './log.tsx'

type Entry = OperatorAnswers['audit']['list']['results'][number]

export function OperatorLog() {
  const filter = { ...blank, action: '' as OperatorAction | '', actor: '' }
  const { field, paged } = usePaged({ name: 'audit', of: api.operator.audit.list, blank: filter })
  const choices = useQuery({
    queryKey: ['audit.choices'],
    queryFn: ({ signal }) => api.operator.audit.choices.query(undefined, { signal }),
  })
  const { actions = [], actors = [] } = choices.data ?? {}
  return (
    <Log title="Operator actions" csv="operator-actions" field={field} paged={paged} columns={columns}>
      <Choose label="Action" options={actions} {...field('action')} />
      <Choose
        label="Operator"
        options={actors.map(({ id, name, email }) => ({ value: id, label: name || email }))}
        {...field('actor')}
      />
    </Log>
  )
}

const columns: Columns<Entry> = [
  ...when,
  {
    header: 'Operator',
    cell: ({ actor, actor_name, actor_email }) => (
      <Lines to={`/users/${actor}`} main={actor_name || actor_email} more={actor_email} />
    ),
  },
  { header: 'Action', cell: ({ action, details }) => <Lines main={action} more={detailsText(details)} /> },
  { header: 'Target', value: ({ target }) => target },
  { header: 'Reason', value: ({ reason }) => reason },
]

const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${words(name)}: ${value === null ? 'none' : String(value)}`)
    .join(', ')
