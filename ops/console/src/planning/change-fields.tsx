import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Field } from './change-kinds.ts'
import {
  AssignmentPicker,
  HeldTagPicker,
  type Option,
  PersonPicker,
  type PickerProps,
  PositionPicker,
  TagPicker,
  TagsPicker,
} from './pickers.tsx'
import { UnitSelect } from './units.tsx'

/** How many people and positions earlier changes add. */
export type Added = { people: number; positions: number }

type FieldProps = {
  field: Field
  value: unknown
  error: string | undefined
  added: Added
  onChange: (value: unknown) => void
}

const news = (count: number, what: string) =>
  Array.from({ length: count }, (_, index) => ({ value: `NEW-${index + 1}`, label: `${what} ${index + 1}` }))

/** The input for a field of a change. */
export function FieldInput(props: FieldProps) {
  const Input = inputs[props.field.type]
  return <Input {...props} />
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const typing = { date: { type: 'date' }, hours: { inputMode: 'decimal' }, text: { maxLength: 200 } } as const

const typed =
  (kind: keyof typeof typing) =>
  ({ field: { label, description }, value, error, onChange }: FieldProps) => (
    <TextInput
      {...{ label, description, error }}
      {...typing[kind]}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )

const picked =
  (Picker: (props: PickerProps) => ReactNode, rows: (added: Added) => Option[] = () => []) =>
  ({ field: { label }, value, error, added, onChange }: FieldProps) => (
    <Picker {...{ label, error, onChange }} value={textOf(value)} added={rows(added)} />
  )

const inputs = {
  person: picked(PersonPicker, ({ people }) => news(people, 'New person')),
  position: picked(PositionPicker, ({ positions }) => news(positions, 'New position')),
  tag: picked(TagPicker),
  employee_tag: picked(HeldTagPicker),
  assignment: picked(AssignmentPicker),
  date: typed('date'),
  hours: typed('hours'),
  text: typed('text'),

  tags: ({ field: { label, description }, value, error, onChange }: FieldProps) => (
    <TagsPicker {...{ label, description, error, onChange }} value={Array.isArray(value) ? value : []} />
  ),

  unit: ({ field: { label, optional }, value, onChange }: FieldProps) => (
    <UnitSelect
      label={label}
      none={optional ? 'Unchanged' : 'Choose a unit'}
      value={textOf(value)}
      onChange={onChange}
    />
  ),

  boolean: ({ field: { label }, value, onChange }: FieldProps) => (
    <Checkbox
      label={label}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  ),

  choice: ({ field: { label, optional, options = [] }, value, error, onChange }: FieldProps) => (
    <NativeSelect
      {...{ label, error }}
      value={textOf(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[{ value: '', label: optional ? 'Unchanged' : 'Choose' }, ...options]}
    />
  ),
}
