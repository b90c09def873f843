import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter'
import { useEffect, useRef, useState } from 'react'

/** Makes an element draggable; it stands for an employee. */
export function useDraggable<Kind extends HTMLElement>(employee: string) {
  const ref = useRef<Kind>(null)
  useEffect(() => {
    if (ref.current) return draggable({ element: ref.current, getInitialData: () => ({ employee }) })
    return undefined
  }, [employee])
  return ref
}

/** Lets an employee be dropped on an element. */
export function useDropTarget<Kind extends HTMLElement>(onDrop: (employee: string) => void) {
  const ref = useRef<Kind>(null)
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    if (!ref.current) return undefined
    return dropTargetForElements({
      element: ref.current,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        drop.current(String(source.data.employee))
      },
    })
  }, [])
  return { ref, isOver }
}
