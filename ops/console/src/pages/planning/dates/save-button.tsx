import { useViewer } from '../../../live/viewer.tsx'
import { Button, type ButtonProps } from '../../../parts/button.tsx'

/** A button that saves, unless nothing can be changed now. */
export function SaveButton(props: ButtonProps) {
  const { readOnly } = useViewer()
  return <Button size="sm" {...props} disabled={!!readOnly || props.disabled} title={readOnly} />
}
