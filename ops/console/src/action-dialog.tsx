import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure, useInputState } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { CoverageError } from '../../../client/src/error.ts'
import { ChangeButton, type ChangeProps } from './viewer.tsx'

type Dialog = {
  title: string
  /** The label of the button that confirms, if other than the title. */
  confirm?: string
  isDangerous?: boolean
  /** Whether the fields above the reason are complete. */
  isReady?: boolean
  /** Whom it concerns. */
  subject?: string
  /** What will happen, and the fields. */
  children: ReactNode
  act: (reason: string) => Promise<unknown>
  /** Shown once it is done. */
  done: string
}

/** Closes the dialog inside. */
export const CloseContext = createContext(() => {})

/** A {@link ChangeButton} that opens a dialog. */
export function DialogButton({ dialog, ...button }: ChangeProps & { dialog: ReactNode }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ChangeButton {...button} onClick={open} />
      {isOpen && <CloseContext value={close}>{dialog}</CloseContext>}
    </>
  )
}

/** A button for a change that takes only a reason. */
export const ActionButton = ({ why, ...dialog }: Dialog & { why?: string | undefined }) => (
  <DialogButton why={why} dialog={<ActionDialog {...dialog} />}>
    {`${dialog.confirm ?? dialog.title}…`}
  </DialogButton>
)

/** Asks for confirmation and a reason before anything is changed. Open for as long as it is mounted. */
export function ActionDialog(dialog: Dialog) {
  useFocusReturn()
  return (
    <Modal opened onClose={useContext(CloseContext)} title={dialog.title} size="lg" returnFocus={false}>
      <ActionForm {...dialog} />
    </Modal>
  )
}

/** Returns the focus to what opened the dialog, or to the page if that is gone. */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const target = opener?.isConnected ? opener : document.getElementById('main')
      setTimeout(() => (target as HTMLElement | null)?.focus())
    },
    [opener],
  )
}

function ActionForm({ isReady = true, act, done, ...dialog }: Dialog) {
  const [reason, setReason] = useInputState('')
  const onClose = useContext(CloseContext)
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: () => act(reason),
    async onSuccess() {
      onClose()
      notifications.show({ message: done, color: 'teal', withCloseButton: true })
      await queries.invalidateQueries()
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!change.isPending) change.mutate()
      }}
    >
      <Stack>
        {dialog.subject && <Text fw={600}>{dialog.subject}</Text>}
        {dialog.children}
        <Textarea
          label="Reason"
          description="Recorded with your name in the audit log."
          required
          autosize
          minRows={2}
          maxLength={2000}
          value={reason}
          onChange={setReason}
        />
        {change.error && <Refusal error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={dialog.isDangerous ? 'red' : undefined}
            loading={change.isPending}
            disabled={!isReady || reason.trim() === ''}
          >
            {dialog.confirm ?? dialog.title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type RefusalProps = { title?: string; error: CoverageError }

/** Why the service refused. */
export const Refusal = ({ title = 'Nothing was changed', error }: RefusalProps) => (
  <Alert color="red" role="alert" title={title}>
    {error.message}
  </Alert>
)
