import { SimpleGrid, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { CoverageError } from '../../../../../client/src/contract/error.ts'
import { ActionDialog } from '../../dialog/action-dialog.tsx'
import { Stored } from '../../dialog/acts/act-dialog.tsx'
import { useUnits } from '../../fields/choices.tsx'
import { say } from '../../language/text.ts'
import { FieldInput } from './field-input.tsx'
import { type Resource, type Row, revise, turn } from './resources.ts'
import {
  changesOf,
  type Errors,
  type Field,
  fieldsOf,
  inputOf,
  problemsOf,
  shownFields,
  valuesOf,
} from './schema-fields.ts'

const forms = { edit: EditForm, duplicate: DuplicateForm, switch: SwitchForm }

type FormProps = { resource: Resource; row: Row; etag: string }
type RowProps = { resource: Resource; id: string; kind: keyof typeof forms }

/** A dialog about a row, which begins with what is stored now. */
export function RowDialog({ resource, id, kind }: RowProps) {
  const Form = forms[kind]
  return (
    <Stored name={resource.path} of={resource.calls} id={id}>
      {(row, etag) => <Form {...{ resource, row, etag }} />}
    </Stored>
  )
}

/** The names of the units that fields refer to. */
export function useUnitNames() {
  const units = useUnits()
  return useMemo(() => Object.fromEntries(units.map(({ value, name }) => [value, name])), [units])
}

/** What the fields of a form hold, and what is wrong with them by the API's own schema, or as the API says. */
function useForm(fields: readonly Field[], row: object) {
  const [start, setStart] = useState(() => valuesOf(fields, { ...row }))
  const [values, setValues] = useState(start)
  const [errors, setErrors] = useState<Errors>({})
  const set = (name: string, value: string | boolean) => {
    setValues((before) => ({ ...before, [name]: value }))
    setErrors(({ [name]: _, ...others }) => others)
  }
  /** Sends what the schema accepts, and puts refusals at their fields. */
  async function submit<T>(schema: Resource['schema'], input: object, send: () => Promise<T>): Promise<T> {
    try {
      const fieldErrors = problemsOf(schema, { ...input })
      if (Object.keys(fieldErrors).length) throw new CoverageError('', { status: 400, fieldErrors })
      return await send()
    } catch (error) {
      setErrors((error as CoverageError).fieldErrors)
      setTimeout(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus())
      throw error
    }
  }
  const changed = fields.filter(({ name }) => values[name] !== start[name])
  const takeOver = () => {
    const current = valuesOf(fields, { ...row })
    setStart(current)
    setValues(current)
  }
  return { values, changed, takeOver, errors, set, submit }
}

type FieldsProps = {
  fields: readonly Field[]
  form: ReturnType<typeof useForm>
  fixed?: readonly string[]
}

const Fields = ({ fields, form: { values, errors, set }, fixed = [] }: FieldsProps) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="sm">
    {fields.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        value={values[field.name] ?? ''}
        errors={errors[field.name]}
        isFixed={fixed.includes(field.name)}
        onChange={(value) => set(field.name, value)}
      />
    ))}
  </SimpleGrid>
)

type CreateProps = { resource: Resource; given?: object | undefined; original?: Row }

/** A form for a new row, or for a copy, which begins with the fields of its original. */
export function CreateDialog({ resource, given = {}, original }: CreateProps) {
  const { unique = [], calls } = resource
  const copy = original && resource.copy
  const schema = copy?.schema ?? resource.schema
  const fields = useMemo(() => fieldsOf(schema), [schema])
  const form = useForm(fields, {
    ...original,
    ...(original && Object.fromEntries(unique.map((name) => [name, '']))),
    ...(copy && { title: say('{title} (copy)', { title: `${original.title}` }) }),
  })
  const input = { ...given, ...inputOf(fields, form.values) }
  const send = () => (copy ? copy.send({ id: original.id, ...input }) : calls.create.mutate(input))
  return (
    <ActionDialog
      title={original ? say('Duplicate {name}', { name: resource.nameOf(original) }) : say(resource.create)}
      confirm={original ? say('Duplicate') : say('Create')}
      reasonFor="nobody"
      done={say('Created.')}
      act={() => form.submit(schema, input, send)}
      undo={undoOfCreation(resource)}
    >
      <Fields fields={fields} form={form} />
    </ActionDialog>
  )
}

function DuplicateForm({ resource, row }: FormProps) {
  return <CreateDialog resource={resource} original={row} />
}

/** Takes a new row out of use, or deletes it; an employee that is not yet active can only stay. */
const undoOfCreation =
  ({ calls }: Resource) =>
  ({ id, status }: Row) =>
    status ? undefined : () => calls.delete.mutate({ id })

/** What a dialog about a row needs: its fields, and how the row is shown if somebody else changes it. */
function useShown({ resource, row, etag }: FormProps) {
  const fields = useMemo(() => fieldsOf(resource.schema), [resource])
  const shown = shownFields(fields, row, useUnitNames())
  return { fields, name: resource.nameOf(row), of: { etag, fields: shown } }
}

function EditForm(props: FormProps) {
  const { schema, fixed = [], calls } = props.resource
  const { id } = props.row
  const { fields, name, ...shown } = useShown(props)
  const form = useForm(fields, props.row)
  const changes = changesOf(form.changed, form.values)
  // What the row has now, which is not what the form began with if somebody else was faster.
  const now = valuesOf(form.changed, props.row)
  const before = inputOf(form.changed, now)
  // An earlier attempt, whose answer was lost, may have saved it; there is then nothing to put back.
  const isSaved = form.changed.every(({ name }) => form.values[name] === now[name])
  return (
    <ActionDialog
      {...shown}
      reasonFor="nobody"
      title={say('Edit {name}', { name })}
      confirm={say('Save')}
      isReady={form.changed.length > 0}
      done={say('{name} was saved.', { name })}
      takeOver={form.takeOver}
      act={(_, condition) =>
        form.submit(schema.partial(), changes, () => revise(calls, { id, changes, before }, condition))
      }
      undo={(undo) => (isSaved ? undefined : undo)}
    >
      <Fields fields={fields} form={form} fixed={fixed} />
    </ActionDialog>
  )
}

/** Asks before a row is taken out of use or back. */
function SwitchForm(props: FormProps) {
  const { fields: _, name, ...shown } = useShown(props)
  const { resource, row } = props
  const [asked] = useState(() => resource.switchOf(row))
  if (!asked) return null
  const done = say(asked.done, { name })
  return (
    <ActionDialog
      {...shown}
      reasonFor={resource.maySwitch ? 'history' : 'nobody'}
      title={say(asked.title, { name })}
      confirm={say(asked.label)}
      isDangerous={asked.isEnd ?? false}
      done={done}
      act={(reason, condition) => turn(resource, { asked, row, reason }, condition)}
      undo={(undo) => undo && (() => undo(say('Undone: {what}', { what: done })))}
    >
      <Text size="sm">{say(asked.note)}</Text>
    </ActionDialog>
  )
}
