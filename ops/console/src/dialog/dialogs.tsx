import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const ShowContext = createContext<(dialog: ReactNode) => void>(() => {})

/** Closes the dialog inside. */
export const CloseContext = createContext(() => {})

/** Shows the dialog that a button inside opened until the page changes, even if a refresh removes the button. */
export function Dialogs({ children }: { children: ReactNode }) {
  const [dialog, show] = useState<ReactNode>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    if (pathname) show(null)
  }, [pathname])
  return (
    <ShowContext value={show}>
      {children}
      {dialog}
    </ShowContext>
  )
}

/** Opens the dialog, and renders it again with its button for as long as the button is mounted. */
export function useDialog(dialog: ReactNode): () => void {
  const show = useContext(ShowContext)
  const { pathname } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  useEffect(() => {
    const close = () => {
      setOpenAt(undefined)
      show(null)
    }
    if (openAt === pathname) show(<CloseContext value={close}>{dialog}</CloseContext>)
  })
  return () => setOpenAt(pathname)
}
