import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { UnitSelect } from '../../fields/choices.tsx'
import { TagPicker } from '../../fields/pickers.tsx'
import { fieldOf } from '../../language/field-words.ts'
import { Said } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import { sentence } from '../../language/wording.ts'
import type { Field } from './schema-fields.ts'

/** How a field is typed. */
const typing: Partial<Record<Field['kind'], object>> = {
  date: { type: 'date' },
  decimal: { inputMode: 'decimal' },
  integer: { inputMode: 'numeric' },
}

type Props = {
  field: Field
  value: string | boolean
  errors?: readonly string[] | undefined
  isFixed?: boolean
  onChange: (value: string | boolean) => void
}

/** The input for a field of a form. */
export function FieldInput({ field: { name, kind, isRequired, ...field }, ...props }: Props) {
  const { value, errors = [], isFixed = false, onChange } = props
  const label = fieldOf(name)
  const error = errors.length > 0 && errors.map((each) => <Said key={each}>{each}</Said>)
  if (typeof value === 'boolean')
    return (
      <Checkbox
        {...{ name, label, error }}
        checked={value}
        disabled={isFixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  const input = { name, label, value, error, disabled: isFixed, withAsterisk: isRequired }
  const onText = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value)
  if (kind === 'choice') {
    const options = field.options.map((each) => ({ value: each, label: sentence(each) }))
    return (
      <NativeSelect {...input} onChange={onText} data={[{ value: '', label: say('Choose') }, ...options]} />
    )
  }
  if (kind === 'reference')
    return name === 'tag' ? (
      <TagPicker {...input} onChange={onChange} />
    ) : (
      <UnitSelect
        {...input}
        isForPosition={name === 'org_unit_id'}
        onChange={onChange}
        none={isRequired ? say('Choose') : say('None')}
      />
    )
  if (kind === 'notes')
    return <Textarea {...input} autosize minRows={2} maxLength={field.maxLength} onChange={onText} />
  return <TextInput {...input} {...typing[kind]} autoComplete="off" onChange={onText} />
}
