import { Alert, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useState } from 'react'
import { say } from '../language/text.ts'
import { fromNow } from '../language/wording.ts'
import { api, type Condition } from '../live/api.ts'
import { isUnanswered } from '../live/live.tsx'
import { useMayOversee } from '../live/viewer.tsx'
import { Button } from '../parts/button.tsx'

/** What a dialog changes, as the page shows it now: its `ETag`, its fields in words, and its id in the change log. */
export type Shown = { etag: string; fields: Record<string, string | undefined>; id?: string }

/** A change, what it changes, and how its dialog takes over the current values, if it has fields for them. */
type Conditional<T> = {
  act: (condition: Condition) => Promise<T>
  of: Shown | undefined
  takeOver: (() => void) | undefined
  onSuccess: (answer: T) => void
}

/** Changes what the dialog was opened with, unless somebody was faster: then `outdated` shows what has changed. */
export function useConditionalChange<T>({ act, of: now, takeOver, onSuccess }: Conditional<T>) {
  const [seen, setSeen] = useState(now)
  /** Whether an attempt got no answer, so that what has changed may be its work. */
  const [isInDoubt, setInDoubt] = useState(false)
  /** What was shown when somebody was faster; the alert waits for anything newer, not for the rest of the page. */
  const [refusedAt, setRefusedAt] = useState<string>()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (ifMatch: string | undefined) => act({ context: { ifMatch } }),
    onMutate: () => setRefusedAt(undefined),
    onError(error) {
      if (isUnanswered(error)) setInDoubt(true)
      else if (error.outdated) setRefusedAt(now?.etag)
      else return
      const refreshed = queries.invalidateQueries()
      // If nothing else turns out to be stored, the refusal is shown then.
      if (error.outdated) return refreshed
    },
    onSuccess,
  })
  const accept = (then: () => void) => {
    setSeen(now)
    setInDoubt(false)
    change.reset()
    then()
  }
  const isNewer = refusedAt !== undefined && refusedAt !== now?.etag
  const isConflict = change.error?.outdated || (change.isPending && isNewer)
  const outdated = isConflict && seen && now && seen.etag !== now.etag && (
    <Outdated
      seen={seen.fields}
      now={now.fields}
      {...{ id: now.id, isInDoubt }}
      takeOver={takeOver && (() => accept(takeOver))}
      goOn={() => accept(() => change.mutate(now.etag))}
    />
  )
  return {
    change,
    outdated,
    isPending: change.isPending && !outdated,
    submit: () => change.mutate(seen?.etag),
  }
}

type OutdatedProps = {
  seen: Shown['fields']
  now: Shown['fields']
  id: string | undefined
  isInDoubt: boolean
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
function Outdated({ seen, now, id, isInDoubt, takeOver, goOn }: OutdatedProps) {
  const changed = Object.keys(now).filter((field) => seen[field] !== now[field])
  return (
    <Alert
      color="yellow"
      role="alert"
      title={
        useChangedBy(id) ??
        (isInDoubt ? say('This has changed meanwhile') : say('Somebody else has changed this meanwhile'))
      }
    >
      <Text size="sm">
        {isInDoubt
          ? say('It may be your own change, whose answer did not arrive.')
          : say('Nothing of yours was saved.')}
      </Text>
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

/** Who made the latest change of the row, and when; undefined if the viewer may not know. */
function useChangedBy(id: string | undefined) {
  const isWanted = useMayOversee() && id !== undefined
  const { data } = useQuery({
    queryKey: ['audit.changes', id],
    queryFn: ({ signal }) => api.operator.audit.changes.query({ subject_id: id, page_size: 1 }, { signal }),
    enabled: isWanted,
  })
  const [last] = data?.results ?? []
  return (
    last?.actor_name &&
    say('{name} changed this {ago}', { name: last.actor_name, ago: fromNow(last.created_at) })
  )
}
