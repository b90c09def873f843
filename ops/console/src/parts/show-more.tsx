import { type MouseEvent, useEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'

const items = 'tbody tr, li, article'

/** A button that shows more of the list that it belongs to; if it goes then, the first new item gets the focus. */
export function ShowMore({ onClick, ...button }: ButtonProps & { onClick: () => void }) {
  const onGone = useRef(() => {})
  useEffect(() => () => onGone.current(), [])
  const press = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.closest('section, [role=group], main')
    const shown = new Set(list?.querySelectorAll(items))
    onGone.current = () => {
      const added = [...(list?.querySelectorAll<HTMLElement>(items) ?? [])].find((item) => !shown.has(item))
      if (!added || document.activeElement !== document.body) return
      added.tabIndex = -1
      added.focus()
    }
    onClick()
  }
  return <Button {...button} onClick={press} />
}
