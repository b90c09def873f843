import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'react-router'

type Shown = { by: object | undefined; dialog: ReactNode } | null

const ShowContext = createContext<Dispatch<SetStateAction<Shown>>>(() => {})

/** Closes the dialog inside. */
export const CloseContext = createContext(() => {})

/** Shows the dialog that a button inside opened until the page changes, even if a refresh removes the button. */
export function Dialogs({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname) show(null)
  }, [pathname])
  return (
    <ShowContext value={show}>
      {children}
      {shown?.dialog}
    </ShowContext>
  )
}

/** Opens the dialog, and renders it again with its button for as long as the button is mounted. */
export function useDialog(dialog: ReactNode): () => void {
  const show = useContext(ShowContext)
  const { pathname } = useLocation()
  // A ref, not state: with state, the effect of an earlier render would show a closed dialog again.
  const opening = useRef<{ pathname: string }>(undefined)
  const render = () => {
    const by = opening.current
    const close = () => {
      if (opening.current === by) opening.current = undefined
      // What it has asked for may be done only when another dialog is open.
      show((shown) => (shown?.by === by ? null : shown))
    }
    show({ by, dialog: <CloseContext value={close}>{dialog}</CloseContext> })
  }
  useEffect(() => {
    if (opening.current?.pathname === pathname) render()
    else opening.current = undefined
  })
  return () => {
    opening.current = { pathname }
    render()
  }
}
