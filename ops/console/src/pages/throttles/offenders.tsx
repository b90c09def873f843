import type { ActivityRange } from '../../../../../src/accounts/limits.ts'
import { say } from '../../language/text.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Live } from '../../live/live.tsx'
import { Note, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { DataTable } from '../../table/data-table.tsx'
import { named, refusals } from './keys/count-columns.tsx'
import { pace } from './keys/scopes.ts'

type Offender = OperatorAnswers['throttles']['offenders']['keys'][number]

/** The keys that were refused most in the period, whether or not their window is still open. */
export function Offenders({ range }: { range: ActivityRange }) {
  const title = say('Refused most')
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
            empty={say('No requests were refused in this period.')}
            columns={columns}
            note={
              found.others > 0 && (
                <Note>
                  {say('{count, plural, one {# more refusal} other {# more refusals}} of other keys', {
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

const columns: Columns<Offender> = [...named, ...refusals]
