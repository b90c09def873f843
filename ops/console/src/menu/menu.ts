import {
  Bot,
  CalendarClock,
  CalendarSync,
  ChartColumn,
  FlaskConical,
  Gauge,
  GraduationCap,
  Grid2x2,
  House,
  LayoutGrid,
  type LucideIcon,
  NotebookPen,
  Rows3,
  Scale,
  ScrollText,
  Server,
  Table2,
  TrendingDown,
  TriangleAlert,
  UserRound,
  Users,
  Webhook,
} from 'lucide-react'
import type { Message } from '../language/text.ts'
import { useMay, useMayOversee, useViewer } from '../live/viewer.tsx'

type MenuPage = {
  path: string
  name: Message
  icon: LucideIcon
  letter: string
  /** What it takes to open the page: it shows everyone, or changes users; without it, anybody may. */
  may?: 'oversee' | 'act_as_admin'
}
type Group = 'Staffing' | 'Operations'

/** The pages of the menu; after `g`, the letter leads to the page. */
const home: MenuPage = { path: '/', name: 'Overview', icon: House, letter: 'o', may: 'oversee' }
const groups: Record<Group, readonly MenuPage[]> = {
  Staffing: [
    { path: '/board', name: 'Board', icon: LayoutGrid, letter: 'b', may: 'oversee' },
    { path: '/coverage', name: 'Coverage', icon: Grid2x2, letter: 'c' },
    { path: '/positions', name: 'Positions', icon: Rows3, letter: 'd' },
    { path: '/establishment', name: 'Establishment', icon: ChartColumn, letter: 'e', may: 'oversee' },
    { path: '/people', name: 'People', icon: Users, letter: 'p' },
    { path: '/planner', name: 'Planner', icon: CalendarClock, letter: 'l', may: 'oversee' },
    { path: '/drafts', name: 'Drafts', icon: NotebookPen, letter: 'y', may: 'oversee' },
    { path: '/forecast', name: 'Forecast', icon: TrendingDown, letter: 'f', may: 'oversee' },
    { path: '/renewals', name: 'Renewals', icon: CalendarSync, letter: 'v', may: 'oversee' },
    { path: '/training', name: 'Training', icon: GraduationCap, letter: 'q', may: 'oversee' },
    { path: '/single-points', name: 'Single points', icon: TriangleAlert, letter: 'i', may: 'oversee' },
    { path: '/sandbox', name: 'Sandbox', icon: FlaskConical, letter: 'x', may: 'oversee' },
    { path: '/master', name: 'Master data', icon: Table2, letter: 'n', may: 'oversee' },
  ],
  Operations: [
    { path: '/throttles', name: 'Throttles', icon: Gauge, letter: 't' },
    { path: '/users', name: 'Users', icon: UserRound, letter: 'u', may: 'oversee' },
    { path: '/machines', name: 'Machines', icon: Bot, letter: 'm', may: 'act_as_admin' },
    { path: '/webhooks', name: 'Webhooks', icon: Webhook, letter: 'w', may: 'act_as_admin' },
    { path: '/rules', name: 'Rules', icon: Scale, letter: 'r' },
    { path: '/audit', name: 'Audit', icon: ScrollText, letter: 'a' },
    { path: '/system', name: 'System', icon: Server, letter: 's' },
  ],
}

/** Whether the viewer runs the service; others come for the staffing. */
export const useIsOperator = () => useMay('act_as_admin')

/** The pages that the viewer may open, what they come for first; none until a temporary password is changed. */
export function useMenu(): { name: Group | undefined; pages: readonly MenuPage[] }[] {
  const { who } = useViewer()
  const mayOversee = useMayOversee()
  const isOperator = useIsOperator()
  if (who?.must_change_password) return []
  const mayOpen = ({ may }: MenuPage) => !may || (may === 'oversee' ? mayOversee : isOperator)
  const order: Group[] = isOperator ? ['Operations', 'Staffing'] : ['Staffing', 'Operations']
  return [
    { name: undefined, pages: [home].filter(mayOpen) },
    ...order.map((name) => ({ name, pages: groups[name].filter(mayOpen) })),
  ]
}

/** The same pages in one list. */
export const usePages = () => useMenu().flatMap(({ pages }) => pages)
