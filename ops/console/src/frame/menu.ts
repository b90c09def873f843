import type { Message } from '../language/text.ts'
import { useMayOversee, useViewer } from '../live/viewer.tsx'

const pages = [
  ['/', 'Overview'],
  ['/throttles', 'Throttles'],
  ['/coverage', 'Coverage'],
  ['/positions', 'Positions'],
  ['/planner', 'Planner'],
  ['/forecast', 'Forecast'],
  ['/sandbox', 'Sandbox'],
  ['/people', 'People'],
  ['/users', 'Users'],
  ['/rules', 'Rules'],
  ['/audit', 'Audit'],
  ['/system', 'System'],
] as const satisfies [string, Message][]

/** The pages that show everyone. */
const overseers: readonly string[] = ['/', '/planner', '/forecast', '/sandbox', '/users']

/** The pages that the viewer may open; none until a temporary password is changed. */
export function usePages() {
  const isLocked = useViewer().who?.must_change_password
  const mayOversee = useMayOversee()
  return isLocked ? [] : pages.filter(([path]) => mayOversee || !overseers.includes(path))
}
