import { createContext, useContext } from 'react'
import { type Permission, permissions } from '../../../../src/accounts/permissions.ts'
import { intl } from '../language/language.ts'
import { say } from '../language/text.ts'
import { words } from '../language/wording.ts'
import { Button, type ButtonProps } from '../parts/button.tsx'
import { tell } from './announce.tsx'
import type { OperatorAnswers } from './api.ts'

export type Viewer = {
  /** Undefined if the database was already down when the page was opened. */
  who: OperatorAnswers['system']['viewer'] | undefined
  /** Why nobody can change anything now; undefined when it is possible. */
  readOnly: string | undefined
}

export const ViewerContext = createContext<Viewer>({ who: undefined, readOnly: undefined })
export const useViewer = () => useContext(ViewerContext)

/** Whether the viewer has the permission; false until the viewer is known. */
export const useMay = (permission: Permission) => useViewer().who?.may[permission] ?? false

/** Whether the viewer may make such changes, and they are possible now. */
export function useMayChange(permission: Permission) {
  const isAllowed = useMay(permission)
  return useViewer().readOnly === undefined && isAllowed
}

/** Whether the viewer may see everyone; true until the viewer is known. */
export const useMayOversee = () => useViewer().who?.may.oversee ?? true

/** The day where the clinic is, at an instant: such as `2026-11-26`. */
export function useClinicDay() {
  const timeZone = useViewer().who?.time_zone ?? 'UTC'
  return (instant: string | Date) => new Date(instant).toLocaleDateString('sv', { timeZone })
}

/** Today where the clinic is. */
export const useToday = () => useClinicDay()(new Date())

export type ChangeProps = Omit<ButtonProps, 'onClick'> & {
  why?: string | undefined
  /** What the change requires: what is done to the service is for administrators, unless this says otherwise. */
  may?: Permission | undefined
}

/**
 * A button for a change: disabled, with the reason, for those who may not make it. It can still be pressed, because
 * without a mouse nothing else says why.
 */
export function ChangeButton({ why, may = 'act_as_admin', ...props }: ChangeProps & { onClick: () => void }) {
  const { readOnly } = useViewer()
  const isAllowed = useMay(may)
  const reason = readOnly ?? (isAllowed ? why : onlyFor(may))
  const off = reason && {
    'data-disabled': true,
    'aria-disabled': true,
    title: reason,
    onClick: () => tell(reason),
  }
  return <Button size="xs" {...props} {...off} />
}

/** Who has a permission, for those who do not. */
const onlyFor = (permission: Permission) =>
  say('Only for: {roles}.', {
    roles: intl().formatList([...permissions[permission].map(words), say('superuser')], {
      type: 'disjunction',
    }),
  })
