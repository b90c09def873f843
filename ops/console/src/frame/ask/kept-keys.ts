import { useEffect } from 'react'

/** What has been typed, and whether Enter has been pressed on it. */
export type Typed = { text: string; isEntered: boolean }
export const nothing: Typed = { text: '', isEntered: false }

/** Keeps what is typed before the dialog is there and its field has the focus. */
export function useKeptKeys(isOpen: boolean, setTyped: (change: (before: Typed) => Typed) => void) {
  useEffect(() => {
    if (!isOpen) return
    const keep = (event: KeyboardEvent) => {
      if ((event.target as Element).closest('[role=dialog]') || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      setTyped((before) => after(before, event.key))
    }
    window.addEventListener('keydown', keep, true)
    return () => window.removeEventListener('keydown', keep, true)
  }, [isOpen, setTyped])
}

/** The line after a key. */
function after({ text }: Typed, key: string): Typed {
  if (key === 'Enter') return { text, isEntered: true }
  const letters = key.length === 1 ? text + key : text
  return { text: key === 'Backspace' ? text.slice(0, -1) : letters, isEntered: false }
}
