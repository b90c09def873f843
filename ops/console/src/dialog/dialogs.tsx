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

type Shown = { by: object; dialog: ReactNode } | null

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
  // No state: the effect of an earlier render would show the dialog again that has closed meanwhile.
  const openAt = useRef<string>(undefined)
  const close = () => {
    openAt.current = undefined
    // What it has asked for may be done when another dialog is open.
    show((shown) => (shown?.by === openAt ? null : shown))
  }
  const render = () => show({ by: openAt, dialog: <CloseContext value={close}>{dialog}</CloseContext> })
  useEffect(() => {
    if (openAt.current === pathname) render()
    else openAt.current = undefined
  })
  return () => {
    openAt.current = pathname
    render()
  }
}
