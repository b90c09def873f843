import { Button, type ButtonProps } from '@mantine/core'
import { createContext, useContext } from 'react'
import type { OperatorAnswers } from './api.ts'

export type Viewer = {
  /** Unknown while the database is away since before the page was opened. */
  who: OperatorAnswers['system']['viewer'] | undefined
  /** Why nothing can be changed; undefined when it can. */
  readOnly: string | undefined
}

export const ViewerContext = createContext<Viewer>({ who: undefined, readOnly: undefined })
export const useViewer = () => useContext(ViewerContext)

/** A button for what only some may do: for the others it is off and says why. */
export function ChangeButton({
  why,
  onClick,
  ...props
}: ButtonProps & { onClick: () => void; why?: string | undefined; 'aria-label'?: string }) {
  const { readOnly } = useViewer()
  const reason = readOnly ?? why
  return <Button variant="default" {...props} onClick={onClick} disabled={!!reason} title={reason} />
}
