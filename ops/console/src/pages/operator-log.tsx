import { useQuery } from '@tanstack/react-query'
import type { OperatorAction } from '../../../../src/operators/actions.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Column } from '../data-table.tsx'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines, PageLink } from '../parts.tsx'
import { words } from '../wording.ts'
import { blank, Log, when } from './log.tsx'

type Entry = OperatorAnswers['audit']['list']['results'][number]

export function OperatorLog() {
  const { field, paged } = usePaged(
    ['audit', 'operators'],
    { ...blank, action: '' as OperatorAction | '', actor: '' },
    (asked, signal) => api.operator.audit.list.query(asked, { signal }),
  )
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: ({ signal }) => api.operator.audit.choices.query(undefined, { signal }),
  })
  const { actions = [], actors = [] } = choices.data ?? {}
  return (
    <Log title="Operator actions" field={field} paged={paged} columns={columns}>
      <Choose label="Action" options={actions} {...field('action')} />
      <Choose
        label="Operator"
        options={actors.map(({ id, name, email }) => ({ value: id, label: name || email }))}
        {...field('actor')}
      />
    </Log>
  )
}

const columns: Column<Entry>[] = [
  when,
  {
    header: 'Operator',
    cell: ({ actor, actor_name, actor_email }) => (
      <Lines
        main={<PageLink to={`/users/${actor}`}>{actor_name || actor_email}</PageLink>}
        more={actor_email}
      />
    ),
  },
  { header: 'Action', cell: ({ action, details }) => <Lines main={action} more={detailsText(details)} /> },
  { header: 'Target', cell: ({ target }) => target },
  { header: 'Reason', cell: ({ reason }) => reason },
]

const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${words(name)}: ${value === null ? 'none' : String(value)}`)
    .join(', ')
