import { useMutation, useQueryClient } from '@tanstack/react-query'
import { focusFirst, focusPlaces, Refusal } from '../../dialog/action-dialog.tsx'
import { announce } from '../../live/announce.tsx'
import { ChangeButton, type ChangeProps } from '../../live/viewer.tsx'

type Props<T> = ChangeProps & {
  act: () => Promise<T>
  /** What is announced once it is done. */
  done: string
  /** What to do then, such as showing another page. */
  onDone?: (answer: T) => void
}

/** Makes a change at once, and says so. The page then shows what follows from it, or why it was refused. */
export function useAct<Input, T>(
  act: (input: Input) => Promise<T>,
  done: string,
  onDone?: (answer: T) => void,
) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: act,
    onMutate: focusPlaces,
    async onSuccess(answer, _, places) {
      announce(done)
      onDone?.(answer)
      await queries.invalidateQueries()
      // The button may be gone, and the focus with it.
      setTimeout(() => places[0]?.isConnected || focusFirst(places))
    },
  })
  return { ...change, refusal: change.error && <Refusal error={change.error} /> }
}

/** A button that makes a change at once. Below it stands why it was refused. */
export function PlanningAct<T>({ act, done, onDone, ...button }: Props<T>) {
  const { mutate, isPending, refusal } = useAct<void, T>(act, done, onDone)
  return (
    <>
      <ChangeButton may="manage_assignments" {...button} loading={isPending} onClick={() => mutate()} />
      {refusal}
    </>
  )
}
