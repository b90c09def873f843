import { useText } from '../../../language/text.ts'
import type { OperatorAnswers } from '../../../live/api.ts'
import { Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { DataTable } from '../../../table/data-table.tsx'
import { refusals } from './count-columns.tsx'

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

export const columns: Columns<Called> = [
  { header: 'Procedure', value: ({ procedure }) => procedure },
  ...refusals,
]
