import { Card, Checkbox, Group, NativeSelect, SimpleGrid, Text, TextInput, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { UnitSelect } from '../../../fields/choices.tsx'
import {
  AssignmentPicker,
  HeldTagPicker,
  type Option,
  PersonPicker,
  type PickerProps,
  PositionPicker,
  TagPicker,
  TagsPicker,
} from '../../../fields/pickers.tsx'
import { saidText } from '../../../language/said.tsx'
import { type Message, say } from '../../../language/text.ts'
import { sentence } from '../../../language/wording.ts'
import { Button } from '../../../parts/button.tsx'
import { installedName } from '../../work/rules/rule-words.ts'
import { type Field, kinds, type SandboxChange } from '../change-kinds.ts'

type Props = {
  change: SandboxChange
  number: number
  /** What the service says about the fields. */
  errors: Record<string, string[]>
  added: Added
  onField: (name: string, value: unknown) => void
  onRemove: () => void
}

/** One change, with a form for its fields. */
export function ChangeForm({ change, number, errors, added, onField, onRemove }: Props) {
  const kind = kinds[change.kind]
  const heading = useId()
  const general = Object.entries(errors).filter(([name]) => !kind?.fields[name])
  return (
    <Card withBorder component="li" padding="sm" aria-labelledby={heading} style={{ overflow: 'visible' }}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3} size="h5" id={heading}>{`${number}. ${kind && say(kind.label)}`}</Title>
        <Button size="xs" onClick={onRemove} aria-label={say('Remove change {number}', { number })}>
          {say('Remove')}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {Object.entries(kind?.fields ?? {}).map(([name, field]) => (
          <FieldInput
            key={name}
            field={field}
            value={change[name]}
            error={errors[name]?.map(saidText).join(' ')}
            added={added}
            onChange={(value) => onField(name, value)}
          />
        ))}
      </SimpleGrid>
      {general.map(([name, messages]) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)">
          {messages.map(saidText).join(' ')}
        </Text>
      ))}
    </Card>
  )
}

/** How many people and positions earlier changes add. */
type Added = { people: number; positions: number }

type FieldProps = {
  field: Field
  value: unknown
  error: string | undefined
  added: Added
  onChange: (value: unknown) => void
}

const news = (count: number, what: Message) =>
  Array.from({ length: count }, (_, index) => ({
    value: `NEW-${index + 1}`,
    label: say(what, { number: index + 1 }),
  }))

/** The input for a field of a change. */
function FieldInput(props: FieldProps) {
  const Input = inputs[props.field.type]
  return <Input {...props} />
}

const labelled = ({ label, description }: Field) => ({
  label: say(label),
  description: description && say(description),
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const typing = { date: { type: 'date' }, hours: { inputMode: 'decimal' }, text: { maxLength: 200 } } as const

const typed =
  (kind: keyof typeof typing) =>
  ({ field, value, error, onChange }: FieldProps) => (
    <TextInput
      {...labelled(field)}
      error={error}
      {...typing[kind]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )

const picked =
  (Picker: (props: PickerProps) => ReactNode, rows: (added: Added) => Option[] = () => []) =>
  ({ field, value, error, added, onChange }: FieldProps) => (
    <Picker {...{ label: say(field.label), error, onChange }} value={textOf(value)} added={rows(added)} />
  )

const inputs = {
  person: picked(PersonPicker, ({ people }) => news(people, 'New person {number}')),
  position: picked(PositionPicker, ({ positions }) => news(positions, 'New position {number}')),
  tag: picked(TagPicker),
  employee_tag: picked(HeldTagPicker),
  assignment: picked(AssignmentPicker),
  date: typed('date'),
  hours: typed('hours'),
  text: typed('text'),

  tags: ({ field, value, error, onChange }: FieldProps) => (
    <TagsPicker {...labelled(field)} {...{ error, onChange }} value={Array.isArray(value) ? value : []} />
  ),

  unit: ({ field: { label, optional }, value, error, onChange }: FieldProps) => (
    <UnitSelect
      {...{ label: say(label), error }}
      isForPosition
      none={optional ? say('Unchanged') : say('Choose a unit')}
      value={textOf(value)}
      onChange={onChange}
    />
  ),

  boolean: ({ field: { label }, value, onChange }: FieldProps) => (
    <Checkbox
      label={say(label)}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ),

  choice: ({ field: { label, optional, options = [] }, value, error, onChange }: FieldProps) => (
    <NativeSelect
      {...{ label: say(label), error }}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: optional ? say('Unchanged') : say('Choose') },
        ...options.map((value) => ({ value, label: installedName(value) ?? sentence(value) })),
      ]}
    />
  ),
}
