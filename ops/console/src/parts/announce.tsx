import { Group, Kbd, Text } from '@mantine/core'
import { randomId, useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CoverageError } from '../../../../client/src/contract/error.ts'
import { Reasons } from '../language/reasons.tsx'
import { say } from '../language/text.ts'
import { Button } from './button.tsx'

/** Milliseconds in which an act can be undone. They begin anew when the pointer or the focus leaves the toast. */
const undoTime = 30_000

let latest: string | undefined

/** Some of several acts could not be taken back, the others were; the message says so in the page's language. */
export class PartlyUndone extends CoverageError {}

/** Shows a notification that something is done, with a button that takes it back if that is possible. */
export function announce(message: string, undo?: () => Promise<unknown>) {
  const id = randomId()
  const toast = {
    id,
    color: 'teal',
    withCloseButton: true,
    closeButtonProps: { 'aria-label': say('Dismiss') },
  }
  if (!undo) return notifications.show({ ...toast, message })
  latest = id
  const undoable = <Undoable id={id} message={message} undo={undo} stay={stay} />
  function stay() {
    notifications.update({ ...toast, color: 'red', autoClose: false, message: undoable })
  }
  notifications.show({ ...toast, autoClose: undoTime, message: undoable })
}

type UndoableProps = { id: string; message: string; undo: () => Promise<unknown>; stay: () => void }

function Undoable({ id, message, undo, stay }: UndoableProps) {
  const queries = useQueryClient()
  const { mutate, error, isIdle, isPending, isSuccess } = useMutation({
    mutationFn: undo,
    onSettled: () => queries.invalidateQueries(),
    // The focus was on the button, which then is gone.
    onSuccess: () => document.getElementById('main')?.focus(),
    onError: stay,
  })
  useHotkeys([['mod+Z', () => isIdle && latest === id && mutate()]])
  if (error instanceof PartlyUndone) return error.message
  if (error)
    return (
      <>
        <Text size="sm" fw={600}>
          {say('This can no longer be undone.')}
        </Text>
        {error.outdated ? say('Somebody else has changed it since.') : <Reasons of={error} />}
      </>
    )
  if (isSuccess) return say('Undone: {what}', { what: message })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>{message}</div>
      <Button size="xs" loading={isPending} aria-keyshortcuts="Control+Z Meta+Z" onClick={() => mutate()}>
        {say('Undo')}
        <Kbd ml={6} aria-hidden="true">
          Ctrl Z
        </Kbd>
      </Button>
    </Group>
  )
}
