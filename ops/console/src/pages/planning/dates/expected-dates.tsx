import { Group, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { say } from '../../../language/text.ts'
import { dayOf, words } from '../../../language/wording.ts'
import { type Answers, api } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { useMay } from '../../../live/viewer.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { useAct } from '../act-button.tsx'
import { SaveButton } from './save-button.tsx'

type Dates = Answers['planning']['employee_dates']

const fields = { ON_LEAVE: 'expected_return_date', ONBOARDING: 'expected_start_date' } as const

type Person = Pick<Answers['employees']['get'], 'id' | 'status' | 'current_proposal'>

/** When the person is expected back from leave, which a proposal only interrupts, or to start. */
export const ExpectedDates = ({ of: { id, status, current_proposal: proposal } }: { of: Person }) => (
  <Live
    name="planning.employee_dates"
    of={api.planning.employee_dates}
    input={{ employee_id: id }}
    every={60_000}
    rows={1}
  >
    {(dates) => (
      <Expected key={JSON.stringify(dates)} of={{ ...dates, status: proposal?.previous_status ?? status }} />
    )}
  </Live>
)

/** Shows nothing for a person whom no date fits, and who has none. */
function Expected({ of }: { of: Dates }) {
  const { status, employee, expected_return_date, expected_start_date } = of
  const mayManage = useMay('manage')
  const save = useAct(api.planning.set_employee_dates.mutate, say('Saved.'))
  const field = status === 'ON_LEAVE' || status === 'ONBOARDING' ? fields[status] : undefined
  const stored = field ? of[field] : (expected_return_date ?? expected_start_date)
  const [day, setDay] = useInputState(stored ?? '')
  if (!field && !stored) return null
  const clear = { employee_id: employee, expected_return_date: null, expected_start_date: null }
  const label = field === 'expected_start_date' ? say('Expected to start') : say('Expected back')
  return (
    <Panel title={field ? label : say('Expected date')} gap="sm">
      <Text size="sm">
        {stored ? dayOf(stored) : say('No date is known, so planning counts without this person.')}
      </Text>
      <Ignored of={of} />
      {mayManage && (
        <Group align="end">
          {field && <TextInput label={label} type="date" value={day} onChange={setDay} />}
          {field && (
            <SaveButton
              disabled={!day}
              loading={save.isPending}
              onClick={() => save.mutate({ employee_id: employee, [field]: day })}
            >
              {say('Save the date')}
            </SaveButton>
          )}
          {stored && <SaveButton onClick={() => save.mutate(clear)}>{say('Clear the date')}</SaveButton>}
        </Group>
      )}
      {save.refusal}
    </Panel>
  )
}

function Ignored({ of: { status, ignored_because } }: { of: Dates }) {
  if (!ignored_because) return null
  return (
    <Note>
      {ignored_because === 'PAST'
        ? say('The date has passed, so planning no longer counts with it.')
        : say('Planning ignores the date, because the status is: {status}.', { status: words(status) })}
    </Note>
  )
}
