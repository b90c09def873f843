import { createContext, useContext } from 'react'
import { Button, type ButtonProps } from '../parts/button.tsx'
import type { OperatorAnswers } from './api.ts'

export type Viewer = {
  /** Undefined if the database was already down when the page was opened. */
  who: OperatorAnswers['system']['viewer'] | undefined
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined
}

export const ViewerContext = createContext<Viewer>({ who: undefined, readOnly: undefined })
export const useViewer = () => useContext(ViewerContext)

/** Whether the viewer may see everyone; true until the viewer is known. */
export const useMayOversee = () => useViewer().who?.may_oversee ?? true

export type ChangeProps = Omit<ButtonProps, 'onClick'> & { why?: string | undefined }

/** A button for a change: disabled, with the reason, for those who may not make it. */
export function ChangeButton({ why, onClick, ...props }: ChangeProps & { onClick: () => void }) {
  const { readOnly } = useViewer()
  const reason = readOnly ?? why
  return <Button size="xs" {...props} onClick={onClick} disabled={!!reason} title={reason} />
}
