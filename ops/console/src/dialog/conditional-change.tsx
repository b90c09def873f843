import { Alert, Group, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { say } from '../language/text.ts'
import type { Condition } from '../live/api.ts'
import { Button } from '../parts/button.tsx'

/** What a dialog changes, as the page shows it now: its `ETag`, and its fields in words. */
export type Shown = { etag: string; fields: Record<string, string | undefined> }

/** A change, what it changes, and how its dialog takes over the current values, if it has fields for them. */
type Conditional<T> = {
  act: (condition: Condition) => Promise<T>
  of: Shown | undefined
  takeOver: (() => void) | undefined
  onSuccess: (answer: T) => Promise<void>
}

/** Changes what the dialog was opened with, unless somebody was faster: then `outdated` shows what has changed. */
export function useConditionalChange<T>({ act, of: now, takeOver, onSuccess }: Conditional<T>) {
  const [seen, setSeen] = useState(now)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (ifMatch: string | undefined) => act({ context: { ifMatch } }),
    // The page then has the current values before the refusal is shown.
    onError: (error) => (error.outdated ? queries.invalidateQueries() : undefined),
    onSuccess,
  })
  const accept = (then: () => void) => {
    setSeen(now)
    change.reset()
    then()
  }
  const outdated = change.error?.outdated && seen && now && seen.etag !== now.etag && (
    <Outdated
      seen={seen.fields}
      now={now.fields}
      takeOver={takeOver && (() => accept(takeOver))}
      goOn={() => accept(() => change.mutate(now.etag))}
    />
  )
  return { change, outdated, submit: () => change.mutate(seen?.etag) }
}

type OutdatedProps = {
  seen: Shown['fields']
  now: Shown['fields']
  takeOver: (() => void) | undefined
  goOn: () => void
}

const focusFirst = (group: HTMLElement | null) => group?.querySelector('button')?.focus()

/** The button vanishes with the alert, so the focus goes back to the first field. */
const thenFocusField = (then: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
  event.currentTarget.form?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  then()
}

/** What somebody else has changed since the dialog was opened, to take over or to overwrite. */
function Outdated({ seen, now, takeOver, goOn }: OutdatedProps) {
  const changed = Object.keys(now).filter((field) => seen[field] !== now[field])
  return (
    <Alert color="yellow" role="alert" title={say('Somebody else has changed this meanwhile')}>
      <Text size="sm">{say('Nothing of yours was saved.')}</Text>
      {changed.length ? (
        <Table
          data={{
            head: [say('Field'), say('You saw'), say('Now')],
            body: changed.map((field) => [field, seen[field] ?? '–', now[field] ?? '–']),
          }}
        />
      ) : (
        <Text size="sm">{say('It shows the same values again.')}</Text>
      )}
      <Group ref={focusFirst} mt="sm">
        {takeOver && <Button onClick={thenFocusField(takeOver)}>{say('Use the current values')}</Button>}
        <Button look="danger" onClick={thenFocusField(goOn)}>
          {takeOver ? say('Save mine anyway') : say('Continue anyway')}
        </Button>
      </Group>
    </Alert>
  )
}
