import { say } from '../../../language/text.ts'
import { momentOf, number } from '../../../language/wording.ts'
import { api, type OperatorAnswers } from '../../../live/api.ts'
import { PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { momentColumn } from '../../../table/columns.tsx'
import { PagedPanel, usePaged } from '../../../table/paged-list.tsx'

type OperatorEntry = OperatorAnswers['audit']['list']['results'][number]

/** What operators did to a key, from their log. */
export function KeyHistory({ target }: { target: string }) {
  const { paged } = usePaged({
    name: 'audit',
    of: api.operator.audit.list,
    also: { target },
    every: 5000,
    prefix: 'history-',
  })
  return (
    <PagedPanel
      title="What operators did"
      paged={paged}
      csv="key-history"
      columns={columns}
      counted="{count, plural, one {# entry} other {# entries}}"
      empty="No operator has changed this key."
    />
  )
}

/** What was done, with the limit and until when. */
function actOf({ action, details: { limit, until, only } }: OperatorEntry) {
  const moment = typeof until === 'string' ? momentOf(until) : '–'
  if (action === 'throttles.block') return say('Blocked until {moment}', { moment })
  if (action === 'throttles.set_limit')
    return say('Limit of {limit} until {moment}', { limit: number(Number(limit)), moment })
  if (action === 'throttles.reset_key') return say('Counter reset')
  return say(only === 'block' ? 'Block ended' : only === 'limit' ? 'Limit removed' : 'Block or limit ended')
}

const columns: Columns<OperatorEntry> = [
  momentColumn('When', 'created_at', { ordering: 'created_at' }),
  {
    header: 'Operator',
    cell: ({ actor, actor_name }) => <PageLink to={`/users/${actor}`}>{actor_name}</PageLink>,
    value: ({ actor_email }) => actor_email,
    ordering: 'actor',
  },
  { header: 'What', value: actOf },
  { header: 'Reason', value: ({ reason }) => reason },
]
