import { Alert, Button, Group, Modal, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { CoverageError } from '../../../client/src/error.ts'

type Form = {
  /** The label of the button that does it. */
  confirm: string
  isDangerous?: boolean
  /** Whether the fields above the reason are filled in. */
  isReady?: boolean
  /** What happens, and the fields that say how. */
  children: ReactNode
  act: (reason: string) => Promise<unknown>
  /** What is announced when it is done. */
  done: string
  onClose: () => void
}

/** Asks whether to go on and why, before anything is changed. It is open for as long as it is there. */
export function ActionDialog({ title, ...form }: Form & { title: string }) {
  useFocusReturn()
  return (
    <Modal opened onClose={form.onClose} title={title} size="lg" returnFocus={false}>
      <ActionForm {...form} />
    </Modal>
  )
}

/** Gives the focus back to what opened the dialog, or to the page if that is gone. */
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
          description="It is kept with your name in the audit log."
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

/** Why the service refused, field by field where it says so. */
export function Refusal({ error }: { error: Error }) {
  const fields = error instanceof CoverageError ? Object.entries(error.fieldErrors) : []
  return (
    <Alert color="red" role="alert" title="Nothing was changed">
      {fields.length
        ? fields.map(([field, messages]) => (
            <div
              key={field}
            >{`${field === 'non_field_errors' ? '' : `${field}: `}${messages.join(' ')}`}</div>
          ))
        : error.message}
    </Alert>
  )
}
