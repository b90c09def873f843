import { Modal, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import { CoverageError } from '../../../../../client/src/contract/error.ts'
import { ActionDialog, Refusal } from '../../dialog/action-dialog.tsx'
import { CloseContext } from '../../dialog/dialogs.tsx'
import { useUnits } from '../../fields/choices.tsx'
import { say } from '../../language/text.ts'
import { FieldInput } from './field-input.tsx'
import type { Resource, Row } from './resources.ts'
import {
  type Errors,
  type Field,
  fieldsOf,
  inputOf,
  problemsOf,
  shownFields,
  valuesOf,
} from './schema-fields.ts'

export type Stored = { row: Row; etag: string }

/** A row as it is stored now, with its `ETag`. */
export async function readStored({ calls }: Pick<Resource, 'calls'>, id: string): Promise<Stored> {
  let etag = ''
  const onETag = (given: string) => {
    etag = given
  }
  const row = await calls.get.query({ id }, { context: { onETag } })
  return { row, etag }
}

const forms = { edit: EditForm, duplicate: DuplicateForm, switch: SwitchForm }

type FormProps = { resource: Resource; stored: Stored }

/** A dialog about a row, which begins with what is stored now. */
export function RowDialog({
  resource,
  id,
  kind,
}: {
  resource: Resource
  id: string
  kind: keyof typeof forms
}) {
  const close = useContext(CloseContext)
  const { data, error } = useQuery({
    queryKey: ['master', resource.path, id],
    queryFn: () => readStored(resource, id),
    gcTime: 0,
  })
  const Form = forms[kind]
  if (data) return <Form resource={resource} stored={data} />
  if (!error) return null
  return (
    <Modal opened onClose={close} title={say(resource.title)}>
      <Refusal title={say('Something went wrong')} error={error} />
    </Modal>
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
    >
      <Fields fields={fields} form={form} />
    </ActionDialog>
  )
}

function DuplicateForm({ resource, stored }: FormProps) {
  return <CreateDialog resource={resource} original={stored.row} />
}

/** What a dialog about a row needs: its fields, and how the row is shown if somebody else changes it. */
function useShown({ resource, stored: { row, etag } }: FormProps) {
  const fields = useMemo(() => fieldsOf(resource.schema), [resource])
  const shown = shownFields(fields, row, useUnitNames())
  return { fields, name: resource.nameOf(row), of: { etag, fields: shown } }
}

function EditForm(props: FormProps) {
  const { schema, fixed = [], calls } = props.resource
  const { row } = props.stored
  const { fields, name, ...shown } = useShown(props)
  const form = useForm(fields, row)
  const changes = { id: row.id, ...inputOf(form.changed, form.values) }
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
        form.submit(schema.partial(), changes, () => calls.update.mutate(changes, condition))
      }
    >
      <Fields fields={fields} form={form} fixed={fixed} />
    </ActionDialog>
  )
}

/** Asks before a row is taken out of use or back. */
function SwitchForm(props: FormProps) {
  const { fields: _, name, ...shown } = useShown(props)
  const [asked] = useState(() => props.resource.switchOf(props.stored.row))
  if (!asked) return null
  return (
    <ActionDialog
      {...shown}
      reasonFor={props.resource.maySwitch ? 'history' : 'nobody'}
      title={say(asked.title, { name })}
      confirm={say(asked.label)}
      isDangerous={asked.isEnd ?? false}
      done={say(asked.done, { name })}
      act={(reason, condition) => asked.act(condition, reason)}
    >
      <Text size="sm">{say(asked.note)}</Text>
    </ActionDialog>
  )
}
