import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refusal } from '../../dialog/action-dialog.tsx'
import { announce } from '../../live/announce.tsx'
import { ChangeButton, type ChangeProps } from '../../live/viewer.tsx'

type Props<T> = ChangeProps & {
  act: () => Promise<T>
  /** What is announced once it is done. */
  done: string
  /** Takes it back. */
  undo?: (answer: T) => Promise<unknown>
  /** What to do then, such as showing another page. */
  onDone?: (answer: T) => void
  /** Shown in place of the button once it is done. */
  reveal?: (answer: T) => ReactNode
}

/** A button that makes a change at once, which can be taken back. Below it stands why it was refused. */
export function PlanningAct<T>({ act, done, undo, onDone, reveal, ...button }: Props<T>) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: act,
    async onSuccess(answer) {
      announce(done, undo && (() => undo(answer)))
      onDone?.(answer)
      await queries.invalidateQueries()
    },
  })
  const revealed = change.data !== undefined && reveal?.(change.data)
  if (revealed) return revealed
  return (
    <>
      <ChangeButton
        may="manage_assignments"
        {...button}
        loading={change.isPending}
        onClick={() => change.mutate()}
      />
      {change.error && <Refusal error={change.error} />}
    </>
  )
}
