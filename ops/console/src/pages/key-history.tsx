import type { OperatorAction } from '../../../../src/operators/actions.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { type Message, type Text, useText } from '../language/text.ts'
import { PagedTable, usePaged } from '../paged-list.tsx'
import { Moment, PageLink, Panel } from '../parts.tsx'
import { momentOf, number } from '../wording.ts'

type Entry = OperatorAnswers['audit']['list']['results'][number]

/** What operators did to a key, from their log. */
export function KeyHistory({ target }: { target: string }) {
  const t = useText()
  const title = t('What operators did')
  const { paged } = usePaged({
    name: 'audit',
    of: api.operator.audit.list,
    also: { target },
    every: 5000,
    prefix: 'history-',
  })
  return (
    <Panel title={title}>
      <PagedTable
        paged={paged}
        label={title}
        csv="key-history"
        columns={columns}
        counted="{count, plural, one {# entry} other {# entries}}"
        empty={t('No operator has changed this key.')}
      />
    </Panel>
  )
}

const acts: Partial<Record<OperatorAction, Message>> = {
  'throttles.reset_key': 'Counter reset',
  'throttles.set_limit': 'Limit set',
  'throttles.block': 'Blocked by an operator',
  'throttles.lift': 'Block or limit ended',
}

const lifted = { block: 'Block ended', limit: 'Limit removed' } as const

/** What was done, with the limit and until when. */
function actOf({ action, details: { limit, until, only } }: Entry, t: Text) {
  const act = only === 'block' || only === 'limit' ? lifted[only] : acts[action]
  const set = typeof limit === 'number' && t('Limit {limit}', { limit: number(limit) })
  const end = typeof until === 'string' && t('Until {moment}', { moment: momentOf(until) })
  return [act ? t(act) : action, set, end].filter(Boolean).join(', ')
}

const columns: Columns<Entry> = [
  {
    header: 'When',
    cell: ({ created_at }) => <Moment of={created_at} />,
    value: ({ created_at }) => created_at,
    ordering: 'created_at',
  },
  {
    header: 'Operator',
    cell: ({ actor, actor_name }) => <PageLink to={`/users/${actor}`}>{actor_name}</PageLink>,
    value: ({ actor_email }) => actor_email,
    ordering: 'actor',
  },
  { header: 'What', value: actOf },
  { header: 'Reason', value: ({ reason }) => reason },
]
