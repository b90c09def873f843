import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { CoverageError } from '../../../client/src/error.ts'

type Form = {
  /** The label of the button that confirms. */
  confirm: string
  isDangerous?: boolean
  /** Whether the fields above the reason are complete. */
  isReady?: boolean
  /** What will happen, and the fields. */
  children: ReactNode
  act: (reason: string) => Promise<unknown>
  /** Shown once it is done. */
  done: string
  onClose: () => void
}

/** Asks for confirmation and a reason before anything is changed. Open for as long as it is mounted. */
export function ActionDialog({ title, ...form }: Form & { title: string }) {
  useFocusReturn()
  return (
    <Modal opened onClose={form.onClose} title={title} size="lg" returnFocus={false}>
      <ActionForm {...form} />
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

function ActionForm({ confirm, isDangerous, isReady = true, children, act, done, onClose }: Form) {
  const [reason, setReason] = useState('')
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
        {children}
        <Textarea
          label="Reason"
          description="Recorded with your name in the audit log."
          required
          autosize
          minRows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {change.error && <Refusal error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red' : undefined}
            loading={change.isPending}
            disabled={!isReady || reason.trim() === ''}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Why the service refused. */
export const Refusal = ({
  title = 'Nothing was changed',
  error,
}: {
  title?: string
  error: CoverageError
}) => (
  <Alert color="red" role="alert" title={title}>
    {error.message}
  </Alert>
)
