import type { Message } from '../language/text.ts'
import { useMay, useMayOversee, useViewer } from '../live/viewer.tsx'

const pages = [
  ['/', 'Overview'],
  ['/throttles', 'Throttles'],
  ['/coverage', 'Coverage'],
  ['/positions', 'Positions'],
  ['/establishment', 'Establishment'],
  ['/planner', 'Planner'],
  ['/drafts', 'Drafts'],
  ['/forecast', 'Forecast'],
  ['/sandbox', 'Sandbox'],
  ['/people', 'People'],
  ['/master', 'Master data'],
  ['/users', 'Users'],
  ['/machines', 'Machines'],
  ['/webhooks', 'Webhooks'],
  ['/rules', 'Rules'],
  ['/audit', 'Audit'],
  ['/system', 'System'],
] as const satisfies [string, Message][]

/** The pages that show everyone. */
const overseers: readonly string[] = [
  '/',
  '/planner',
  '/drafts',
  '/forecast',
  '/sandbox',
  '/master',
  '/users',
  '/establishment',
]

/** The pages for those who may change users. */
const admins: readonly string[] = ['/machines', '/webhooks']

/** The pages that the viewer may open; none until a temporary password is changed. */
export function usePages() {
  const { who } = useViewer()
  const mayOversee = useMayOversee()
  const isAdmin = useMay('act_as_admin')
  const mayOpen = (path: string) =>
    (mayOversee || !overseers.includes(path)) && (isAdmin || !admins.includes(path))
  return who?.must_change_password ? [] : pages.filter(([path]) => mayOpen(path))
}
