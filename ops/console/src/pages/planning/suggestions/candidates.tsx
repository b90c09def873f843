import { Group, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useActs } from '../../../dialog/acts/act-dialog.tsx'
import { useTagNames } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { words } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Empty } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Lines, Note, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { PagedTable, usePaged } from '../../../table/paged-list.tsx'
import type { Candidate } from '../answers.ts'
import { identified, PlanningPart, sometimes } from '../planning-parts.tsx'
import { AssignButton } from './assign-button.tsx'
import { suggestedColumns } from './suggested-columns.tsx'

type Position = { id: string; title: string; lacking: string }

/** Who can cover a position, the best first. */
export function Candidates({ position }: { position: Position }) {
  const { at, field } = useAddress()
  const typed = at('hours').trim().replace(',', '.')
  const [asked] = useDebouncedValue(typed, 250)
  const isNumber = /^(\d+(\.\d{1,2})?)?$/.test(typed)
  return (
    <PlanningPart>
      <Panel title={say('Who can cover this?')} gap="md">
        <Group align="end">
          <TextInput
            label={say('Hours per week')}
            description={say('Leave empty for as many as each person can take.')}
            inputMode="decimal"
            error={isNumber ? undefined : say('Enter a number, such as 8 or 7.5.')}
            {...field('hours')}
          />
        </Group>
        {Number(position.lacking) <= 0 && !asked ? (
          <Empty>{say('This position lacks no hours. Enter hours to see who could take them.')}</Empty>
        ) : (
          isNumber && <RankedCandidates position={position} effective_hours={asked || undefined} />
        )}
        <Note>
          {say(
            'Best first. “Cost elsewhere” is what other positions could then no longer get, because this person is needed there. People without a required tag are not listed.',
          )}
        </Note>
      </Panel>
    </PlanningPart>
  )
}

const rows = identified(api.planning.candidates, ({ employee }) => employee)

type RankedProps = { position: Position; effective_hours: string | undefined }

function RankedCandidates({ position, effective_hours }: RankedProps) {
  const { paged } = usePaged({
    name: 'planning.candidates',
    of: rows,
    also: { position_id: position.id, effective_hours, allow_partial: !effective_hours },
    every: sometimes,
  })
  const facts: Columns<Candidate> = [
    {
      header: 'Person',
      cell: ({ rank, employee, employee_name, employee_number, status }) => (
        <Lines
          to={`/people/${employee}`}
          main={`${rank}. ${employee_name}`}
          more={status === 'ON_LEAVE' ? `${employee_number}, ${words(status)}` : employee_number}
        />
      ),
      value: ({ employee_name }) => employee_name,
      also: { header: 'Number', value: ({ employee_number }) => employee_number },
    },
    ...suggestedColumns<Candidate>(({ employee }) => employee, useTagNames()),
  ]
  const columns = useActs(facts, 'manage_assignments', (candidate) => (
    <AssignButton
      suggested={candidate}
      employee={{ id: candidate.employee, name: candidate.employee_name }}
      position={position}
    />
  ))
  return (
    <PagedTable
      paged={paged}
      label={say('Candidates')}
      csv="candidates"
      personal="candidates"
      counted="{count, plural, one {# person} other {# people}}"
      empty={say('No one who may be assigned holds the required tags.')}
      columns={columns}
    />
  )
}
