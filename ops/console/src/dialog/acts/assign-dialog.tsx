import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePersonName, usePositionName } from '../../fields/choices.tsx'
import { useDecimal } from '../../fields/decimal-field.ts'
import { PersonPicker, PositionPicker } from '../../fields/pickers.tsx'
import { say } from '../../language/text.ts'
import { dayOf, hours, spokenName } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { useToday } from '../../live/viewer.tsx'
import { Refusal } from '../action-dialog.tsx'
import { ActDialog } from './act-dialog.tsx'
import { assign } from './acts.ts'
import { ViolationList } from './violations.tsx'
import { WeekHours } from './week-hours.tsx'

type Props = {
  /** Who is assigned, and where; what is left open is chosen in the dialog. */
  employee?: string
  position?: string
  /** The hours to begin with. */
  start?: string | null
  /** The day that is suggested; empty for today. */
  from?: string
}

/** Assigns a person, after showing the week and what the rules say. */
export function AssignDialog({ start = null, from = '', ...given }: Props) {
  const [employee, setEmployee] = useState(given.employee ?? '')
  const [position_id, setPosition] = useState(given.position ?? '')
  const [date, setDate] = useInputState(from)
  const today = useToday()
  const { decimal, isValid, field } = useDecimal(start)
  const person = usePersonName(employee)
  const position = usePositionName(position_id)
  const effective_hours = (isValid && decimal) || ''
  const terms = { employee, position_id, effective_hours }
  const words = { person: spokenName(person), position, hours: hours(effective_hours), day: dayOf(date) }
  const isComplete = !Object.values(terms).includes('')
  return (
    <ActDialog
      act={assign}
      input={(notes) => ({ ...terms, notes, effective_date: date || null })}
      title={say('Assign')}
      subject={[given.employee && person, given.position && position].filter(Boolean).join(' · ')}
      isReady={isComplete}
      reasonFor="notes"
      done={
        date > today
          ? say('{person} has {hours} per week as {position} from {day} on.', words)
          : say('{person} now has {hours} per week as {position}.', words)
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Stack gap="xs">
          {!given.employee && <PersonPicker label={say('Person')} value={employee} onChange={setEmployee} />}
          {!given.position && (
            <PositionPicker label={say('Position')} value={position_id} onChange={setPosition} />
          )}
          <TextInput label={say('Hours per week')} {...field} />
          <TextInput
            label={say('From')}
            description={say('Leave empty for today.')}
            type="date"
            value={date}
            onChange={setDate}
          />
        </Stack>
        <WeekHours employee={employee} position={position_id} change={Number(effective_hours)} date={date} />
      </SimpleGrid>
      {isComplete && <Preview terms={terms} from={date > today ? date : ''} />}
    </ActDialog>
  )
}

type Terms = { employee: string; position_id: string; effective_hours: string }

/** What the rules would say if the person were assigned today, even where they begin on a later day. */
function Preview({ terms, from }: { terms: Terms; from: string }) {
  const { data, error } = useQuery({
    queryKey: ['assignments.preview', terms],
    queryFn: ({ signal }) => api.assignments.preview.mutate(terms, { signal }),
  })
  if (error) return <Refusal title={say('No preview')} error={error} />
  if (!data) return <Text size="sm">{say('Checking the rules…')}</Text>
  const isViolated = Object.values(data.violations).some(({ length }) => length)
  return (
    <>
      {from && (
        <Text size="sm" fw={600}>
          {say(
            'The rules are shown as of today. When you assign, the tags that the person holds on {day} count.',
            {
              day: dayOf(from),
            },
          )}
        </Text>
      )}
      {isViolated ? (
        <ViolationList violations={data.violations} />
      ) : (
        <Text size="sm">{say('No business rule is violated.')}</Text>
      )}
    </>
  )
}
