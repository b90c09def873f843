import { Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { endReasons } from '../../../../../src/work/assignment-lifecycle.ts'
import { usePositionName } from '../../fields/choices.tsx'
import { useDecimal } from '../../fields/decimal-field.ts'
import { type Message, say } from '../../language/text.ts'
import { dayOf, hours, sentence, spokenName, words } from '../../language/wording.ts'
import type { Answers } from '../../live/api.ts'
import { ActButton, ActDialog, Opened, opened } from './act-dialog.tsx'
import * as acts from './acts.ts'
import { WeekHours } from './week-hours.tsx'

type Assignment = Answers['assignments']['get']
type Props = { of: Pick<Assignment, 'id' | 'status'>; label: string }

/** What can be done with an assignment; the label says whose it is, or where. */
export function AssignmentActs({ of: { id, status }, label }: Props) {
  if (status === 'ENDED') return null
  return (
    <Group gap={4}>
      <ActButton act={acts.changeHours} of={label} dialog={<HoursDialog id={id} />}>
        {say('Change hours')}
      </ActButton>
      {status === 'ACTIVE' ? (
        <ActButton act={acts.suspend} of={label} dialog={<SuspendDialog id={id} />}>
          {say('Suspend')}
        </ActButton>
      ) : (
        <ActButton act={acts.resume} of={label} dialog={<ResumeDialog id={id} />}>
          {say('Resume')}
        </ActButton>
      )}
      <ActButton act={acts.endAssignment} of={label} look="secondary" dialog={<EndDialog id={id} />}>
        {say('End')}
      </ActButton>
    </Group>
  )
}

/** An assignment as its dialogs compare it. */
const shown = ({ id, status, effective_hours, effective_date, notes }: Assignment, etag: string) => ({
  id,
  etag,
  fields: {
    [say('Hours per week')]: hours(effective_hours),
    [say('Status')]: words(status),
    [say('Since')]: effective_date ? dayOf(effective_date) : undefined,
    [say('Notes')]: notes,
  },
})

/** Who works where. */
const useSubject = ({ employee_name, position_id }: Assignment) =>
  `${employee_name} · ${usePositionName(position_id)}`

type IdProps = { id: string }
type RowProps = { row: Assignment; etag: string }

type HoursProps = IdProps & {
  /** The hours to begin with; the assignment's own by default. */
  start?: string
}

/** Changes the hours of an assignment. */
export const HoursDialog = ({ id, start }: HoursProps) => (
  <Opened kind="assignments" id={id}>
    {(row, etag) => <NewHours {...{ row, etag, start }} />}
  </Opened>
)

function NewHours({ row, etag, start }: RowProps & { start: string | undefined }) {
  const { id, effective_hours, employee_name } = row
  const { decimal, isValid, setDecimal, field } = useDecimal(start ?? effective_hours)
  const change = isValid ? Number(decimal) - Number(effective_hours) : 0
  return (
    <ActDialog
      act={acts.changeHours}
      input={() => ({ id, effective_hours: decimal ?? '', before: effective_hours })}
      title={say('Change hours')}
      confirm={say('Save')}
      subject={useSubject(row)}
      of={shown(row, etag)}
      takeOver={() => setDecimal(effective_hours)}
      reasonFor="nobody"
      isReady={isValid && decimal !== null && change !== 0}
      done={say('{person} now has {hours} per week.', {
        person: spokenName(employee_name),
        hours: hours(decimal ?? 0),
      })}
    >
      <TextInput label={say('Hours per week')} {...field} />
      <WeekHours
        employee={row.employee}
        position={row.position_id}
        change={row.status === 'SUSPENDED' ? 0 : change}
      />
    </ActDialog>
  )
}

const BeginsAnew = ({ since }: { since: string | null }) =>
  since && (
    <Text size="sm">
      {acts.suspendedSince(since)} {say('Undo starts a new suspension today.')}
    </Text>
  )

type Pausing = { act: typeof acts.suspend; title: Message; done: Message; sign: 1 | -1 }

const pausing = ({ act, title, done, sign }: Pausing) =>
  opened('assignments', ({ row, etag }) => (
    <ActDialog
      act={act}
      input={(reason) => ({ id: row.id, reason, since: row.suspended_at })}
      title={say(title)}
      subject={useSubject(row)}
      of={shown(row, etag)}
      done={say(done, { person: spokenName(row.employee_name) })}
    >
      {act === acts.resume && <BeginsAnew since={row.suspended_at} />}
      <WeekHours
        employee={row.employee}
        position={row.position_id}
        change={sign * Number(row.effective_hours)}
      />
    </ActDialog>
  ))

const SuspendDialog = pausing({
  act: acts.suspend,
  title: 'Suspend',
  done: 'The assignment of {person} is suspended.',
  sign: -1,
})
const ResumeDialog = pausing({
  act: acts.resume,
  title: 'Resume',
  done: 'The assignment of {person} is active again.',
  sign: 1,
})

const EndDialog = opened('assignments', End)

function End({ row, etag }: RowProps) {
  const [end_reason, setEndReason] = useInputState<(typeof endReasons)[number]>('OTHER')
  const isSuspended = row.status === 'SUSPENDED'
  return (
    <ActDialog
      act={acts.endAssignment}
      input={(notes) => ({ id: row.id, end_reason, notes, isSuspended, since: row.suspended_at })}
      title={say('End')}
      isDangerous
      subject={useSubject(row)}
      of={shown(row, etag)}
      reasonFor="notes"
      done={say('The assignment of {person} has ended.', { person: spokenName(row.employee_name) })}
    >
      <NativeSelect
        label={say('Why')}
        value={end_reason}
        onChange={setEndReason}
        data={endReasons.map((value) => ({ value, label: sentence(value) }))}
      />
      {isSuspended && <BeginsAnew since={row.suspended_at} />}
      <WeekHours
        employee={row.employee}
        position={row.position_id}
        change={isSuspended ? 0 : -Number(row.effective_hours)}
      />
    </ActDialog>
  )
}
