import { useText } from '../../../language/text.ts'
import { timesOf } from '../../../language/wording.ts'
import type { OperatorAnswers } from '../../../live/api.ts'
import { Moment, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { DataTable } from '../../../table/data-table.tsx'

type Called = OperatorAnswers['throttles']['key']['endpoints'][number]

/** What a key called when it was refused or near its limit. */
export function CalledEndpoints({ csv, rows }: { csv: string; rows: readonly Called[] }) {
  const t = useText()
  const title = t('Endpoints called')
  return (
    <Panel title={title}>
      <DataTable
        label={title}
        csv={csv}
        rows={rows.map((row) => ({ id: `${row.scope} ${row.procedure}`, ...row }))}
        empty={t('No request was refused or near the limit.')}
        columns={columns}
      />
    </Panel>
  )
}

type Last = { last_at: string; last_before?: string }

const minute = 60_000

/** When something counted last happened; where only the span of a bucket is kept, that span. */
function LastTime({ last_at, last_before = last_at }: Last) {
  const [from, before] = [Date.parse(last_at), Date.parse(last_before)]
  if (before - from <= minute) return <Moment of={last_at} />
  return <time dateTime={last_at}>{timesOf(from, Math.min(before, Date.now()), 'day')}</time>
}

export const lastAt = [
  {
    header: 'Last',
    cell: (row) => <LastTime {...row} />,
    value: ({ last_at, last_before }) => (last_before ? `${last_at}/${last_before}` : last_at),
    numeric: true,
  },
] as const satisfies Columns<Last>

/** How many requests were refused or near the limit, and the last of them. */
export const refusals = [
  { header: 'Refused (429)', value: ({ refused }) => refused, numeric: true },
  { header: 'Near', value: ({ near }) => near, numeric: true },
  ...lastAt,
] as const satisfies Columns<{ refused: number; near: number } & Last>

export const columns: Columns<Called> = [
  { header: 'Procedure', value: ({ procedure }) => procedure },
  ...refusals,
]
