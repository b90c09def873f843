import { UnstyledButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { CoverageError } from '../../../../../client/src/contract/error.ts'
import { readStored } from '../../dialog/acts/act-dialog.tsx'
import { fieldOf } from '../../language/field-words.ts'
import { gone, isGone } from '../../language/reasons.tsx'
import { say } from '../../language/text.ts'
import { announce, tell } from '../../live/announce.tsx'
import { explain, isUnanswered, noAnswerYet } from '../../live/live.tsx'
import { FieldInput } from './field-input.tsx'
import styles from './master.module.css'
import { type Resource, type Row, revise } from './resources.ts'
import { changesOf, type Field, inputOf, problemsOf, textOf, valuesOf } from './schema-fields.ts'

type Stored = { row: Row; etag: string }
type Props = { resource: Resource; row: Row; field: Field; text: string }

/** A value that is changed in its place: a press opens its input, Enter saves, Escape leaves it as it was. */
export function InPlace(props: Props) {
  const { resource, row, field, text } = props
  const [stored, setStored] = useState<Stored>()
  const [wasOpen, setWasOpen] = useState(false)
  const open = useMutation({
    mutationFn: () => readStored(resource.calls, row.id),
    onSuccess: setStored,
    onError: (error) => tell(isGone(error) ? say(gone) : explain(error).title),
  })
  const close = () => {
    setStored(undefined)
    setWasOpen(true)
  }
  if (stored) return <OpenInput {...props} stored={stored} setStored={setStored} close={close} />
  const label = say('Change {field} of {name}: {value}', {
    field: fieldOf(field.name),
    name: resource.nameOf(row),
    value: text,
  })
  return (
    <UnstyledButton
      className={styles.inPlace}
      aria-label={label}
      ref={wasOpen ? focus : undefined}
      onClick={() => open.mutate()}
    >
      {text}
    </UnstyledButton>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()
const focusInput = (form: HTMLElement | null) => form?.querySelector<HTMLElement>('input, select')?.focus()

const outdated = 'Somebody else has changed this meanwhile: {was}, now {is}. Save again to replace it.'

/** Why a field was not saved, or that nobody knows. */
const refusalsOf = (error: CoverageError, name: string) =>
  error.fieldErrors[name] ?? [
    isUnanswered(error) ? say(noAnswerYet) : isGone(error) ? say(gone) : error.message,
  ]

type OpenProps = Props & { stored: Stored; setStored: (stored: Stored) => void; close: () => void }

function OpenInput({ resource, row, field, stored, setStored, close }: OpenProps) {
  const { name, kind } = field
  const before = valuesOf([field], stored.row)[name] ?? ''
  const [value, setValue] = useState(before)
  const [errors, setErrors] = useState<readonly string[]>([])
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (changes: object) =>
      revise(
        resource.calls,
        { id: row.id, changes, before: inputOf([field], { [name]: before }) },
        { context: { ifMatch: stored.etag } },
      ),
    async onSuccess(undo) {
      announce(say('{name} was saved.', { name: resource.nameOf(row) }), value === before ? undefined : undo)
      await queries.invalidateQueries()
      close()
    },
    async onError(error) {
      if (!error.outdated) return setErrors(refusalsOf(error, name))
      const now = await readStored(resource.calls, row.id)
      const was = textOf(kind, stored.row[name])
      const is = textOf(kind, now.row[name])
      setErrors([say(outdated, { was, is })])
      setStored(now)
    },
  })
  const submit = () => {
    if (value === before && !errors.length) return close()
    const input = changesOf([field], { [name]: value })
    const found = problemsOf(resource.schema.partial(), input)[name]
    if (found) setErrors(found)
    else save.mutate(input)
  }
  return (
    <form
      ref={useState(() => focusInput)[0]}
      aria-busy={save.isPending}
      className={styles.open}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && close()}
      onBlur={() => value === before && !save.isPending && close()}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) submit()
      }}
    >
      <FieldInput field={field} value={value} errors={errors} onChange={setValue} />
    </form>
  )
}
