import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Refusal } from '../../../dialog/action-dialog.tsx'
import { say } from '../../../language/text.ts'
import { announce } from '../../../live/announce.tsx'
import { useViewer } from '../../../live/viewer.tsx'
import { Button, type ButtonProps } from '../../../parts/button.tsx'

/** Saves what planning knows of later days. The page then shows it, and what follows from it. */
export function useSaving<Input>(save: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: save,
    async onSuccess() {
      announce(say('Saved.'))
      await queries.invalidateQueries()
    },
  })
  return { ...change, refusal: change.error && <Refusal error={change.error} /> }
}

/** A button that saves, unless nothing can be changed now. */
export function SaveButton(props: ButtonProps) {
  const { readOnly } = useViewer()
  return <Button size="sm" {...props} disabled={!!readOnly || props.disabled} title={readOnly} />
}
