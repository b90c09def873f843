import type { Permission } from '../../../../../src/accounts/permissions.ts'
import { useMay, useViewer } from '../../live/viewer.tsx'

/** Whether the viewer may make such changes, and they are possible now. */
export function useMayChange(permission: Permission) {
  const isAllowed = useMay(permission)
  return useViewer().readOnly === undefined && isAllowed
}
