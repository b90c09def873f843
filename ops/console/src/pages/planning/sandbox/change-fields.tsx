import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
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
import { type Message, text } from '../../../language/text.ts'
import type { Field } from '../change-kinds.ts'

/** How many people and positions earlier changes add. */
export type Added = { people: number; positions: number }

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
    label: text(what, { number: index + 1 }),
  }))

/** The input for a field of a change. */
export function FieldInput(props: FieldProps) {
  const Input = inputs[props.field.type]
  return <Input {...props} />
}

const labelled = ({ label, description }: Field) => ({
  label: text(label),
  description: description && text(description),
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
    <Picker {...{ label: text(field.label), error, onChange }} value={textOf(value)} added={rows(added)} />
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

  unit: ({ field: { label, optional }, value, onChange }: FieldProps) => (
    <UnitSelect
      label={text(label)}
      none={optional ? text('Unchanged') : text('Choose a unit')}
      value={textOf(value)}
      onChange={onChange}
    />
  ),

  boolean: ({ field: { label }, value, onChange }: FieldProps) => (
    <Checkbox
      label={text(label)}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ),

  choice: ({ field: { label, optional, options = [] }, value, error, onChange }: FieldProps) => (
    <NativeSelect
      {...{ label: text(label), error }}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: optional ? text('Unchanged') : text('Choose') }, ...options]}
    />
  ),
}
