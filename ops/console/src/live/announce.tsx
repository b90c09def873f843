import { Group, Kbd, Text } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CoverageError } from '../../../../client/src/contract/error.ts'
import { Reasons } from '../language/reasons.tsx'
import { say } from '../language/text.ts'
import { Button } from '../parts/button.tsx'
import { isUnanswered, noAnswerYet, passing } from './live.tsx'
import { troubleOf, useStores } from './readiness.ts'

/** Milliseconds to undo an act, anew when the pointer or the focus leaves the toast. The tests' browser lengthens them. */
const undoTime = 30_000

/** Milliseconds for which a toast says that an act was undone. */
const undoneTime = 5000

// The toasts of what can be undone, the oldest first. Further ones would wait unseen, so the oldest makes room.
const undoable: string[] = []
const mostOnPhone = 2
const most = 5

function makeRoom(id: string) {
  undoable.push(id)
  const room = matchMedia('(max-width: 48em)').matches ? mostOnPhone : most
  for (const old of undoable.splice(0, undoable.length - room)) notifications.hide(old)
}

const forget = (id: string) => undoable.splice(0, undoable.length, ...undoable.filter((each) => each !== id))

/** Some of several acts could not be taken back, the others were; the message says so in the page's language. */
export class PartlyUndone extends CoverageError {
  override readonly status = 409
}

/** Takes back all that can be, even after a refusal. What is left in the list can be tried again. */
export async function undoAll<T>(
  list: T[],
  undo: (one: T) => Promise<unknown>,
  textOf: (left: readonly T[], total: number) => string,
) {
  const total = list.length
  const refusals: CoverageError[] = []
  for (const one of list.splice(0))
    await undo(one).catch((refusal) => {
      refusals.push(refusal)
      list.push(one)
    })
  const whole =
    refusals.find(isUnanswered) ??
    refusals.find((each) => passing(each)) ??
    (list.length === total ? refusals[0] : undefined)
  if (whole) throw whole
  const partly = refusals.filter((each) => each instanceof PartlyUndone).map(({ message }) => message)
  if (list.length) throw new PartlyUndone([textOf(list, total), ...partly].join(' '))
}

const toastOf = (message: string) => ({
  id: randomId(),
  message,
  withCloseButton: true,
  closeButtonProps: { 'aria-label': say('Dismiss') },
})

/** Shows a notification that says something, such as why a change is not possible. */
export const tell = (message: string) =>
  notifications.show({ ...toastOf(message), id: message, color: 'gray' })

/** Shows a notification that something is done, with a button that takes it back if that is possible. */
export function announce(message: string, undo?: () => Promise<unknown>) {
  const toast = { ...toastOf(message), color: 'teal' }
  const { id } = toast
  if (!undo) return notifications.show(toast)
  const show = (changes: { color?: string; autoClose: number | false }) => ({
    ...toast,
    onClose: () => forget(id),
    message: content,
    ...changes,
  })
  const content = (
    <Undoable
      {...{ id, message, undo }}
      onUndone={() => notifications.update(show({ autoClose: undoneTime }))}
      onRefused={() => notifications.update(show({ color: 'red', autoClose: false }))}
    />
  )
  makeRoom(id)
  notifications.show(show({ autoClose: undoTime }))
}

/** Leaves nothing for the next user of this tab: neither names nor an undo. */
export function clearToasts() {
  undoable.length = 0
  notifications.clean()
}

/** Keys then belong to what is typed in the dialog. */
export const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

const buttonOf = (id: string | undefined) => `undo-${id}`

/** Presses the Undo of the newest toast that has one. */
export const undoNewest = () => document.getElementById(buttonOf(undoable.at(-1)))?.click()

type UndoableProps = {
  id: string
  message: string
  undo: () => Promise<unknown>
  onUndone: () => void
  onRefused: () => void
}

function Undoable({ id, message, undo, onUndone, onRefused }: UndoableProps) {
  const queries = useQueryClient()
  const trouble = troubleOf(useStores())
  const [isInDoubt, setInDoubt] = useState(false)
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: undo,
    onSettled: () => void queries.invalidateQueries(),
    onSuccess() {
      // The focus was on the button, which then is gone.
      document.getElementById('main')?.focus({ preventScroll: true })
      forget(id)
      onUndone()
    },
    onError(refusal) {
      if (isUnanswered(refusal)) setInDoubt(true)
      else if (!passing(refusal, trouble)) forget(id)
      onRefused()
    },
  })
  const why = error && (passing(error, trouble) ?? (isUnanswered(error) && say(noAnswerYet)))
  if (error instanceof PartlyUndone) return error.message
  if (error && !why)
    return (
      <>
        <Text size="sm" fw={600}>
          {isInDoubt ? say('It may have been undone already.') : say('This can no longer be undone.')}
        </Text>
        {error.outdated ? say('It has been changed since.') : <Reasons of={error} />}
      </>
    )
  if (isSuccess) return say('Undone: {what}', { what: message })
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>{why || message}</div>
      <Button
        id={buttonOf(id)}
        size="xs"
        flex="none"
        loading={isPending}
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={() => mutate()}
      >
        {say('Undo')}
        <Kbd ml={6} visibleFrom="sm" aria-hidden="true">
          Ctrl Z
        </Kbd>
      </Button>
    </Group>
  )
}
