import type { ActivityRange } from '../../../../src/accounts/activity.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { DataTable } from '../data-table.tsx'
import { useText } from '../language/text.ts'
import { Live } from '../live.tsx'
import { Note, Panel } from '../parts.tsx'
import { refusals } from './count-columns.tsx'
import { nameOfKey, pace, scopeNames } from './throttle-pace.ts'
import { KeyLink } from './throttle-state.tsx'

type Offender = OperatorAnswers['throttles']['offenders']['keys'][number]

/** The keys that were refused most in the period, whether or not their window is still open. */
export function Offenders({ range }: { range: ActivityRange }) {
  const t = useText()
  const title = t('Refused most')
  return (
    <Panel title={title}>
      <Live
        name="offenders"
        of={api.operator.throttles.offenders}
        input={{ range }}
        {...pace}
        keepsPrevious
        rows={2}
      >
        {(found) => (
          <DataTable
            label={title}
            csv="refused-most"
            rows={found.keys.slice(0, 20).map((row) => ({ id: `${row.scope} ${row.key}`, ...row }))}
            empty={t('No requests were refused in this period.')}
            columns={columns}
            note={
              found.others > 0 && (
                <Note>
                  {t('{count, plural, one {# more refusal} other {# more refusals}} of further keys', {
                    count: found.others,
                  })}
                </Note>
              )
            }
          />
        )}
      </Live>
    </Panel>
  )
}

const columns: Columns<Offender> = [
  {
    header: 'Scope',
    cell: ({ scope }, t) => <span title={scope}>{t(scopeNames[scope])}</span>,
    value: ({ scope }) => scope,
  },
  { header: 'Key', cell: (row) => <KeyLink of={row} />, value: nameOfKey },
  ...refusals,
]
