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

type MenuPage = { path: string; name: Message; icon: LucideIcon; letter: string }
type Group = 'Staffing' | 'Operations'

/** The pages of the menu; after `g`, the letter leads to the page. */
const home: MenuPage = { path: '/', name: 'Overview', icon: House, letter: 'o' }
const groups: Record<Group, readonly MenuPage[]> = {
  Staffing: [
    { path: '/board', name: 'Board', icon: LayoutGrid, letter: 'b' },
    { path: '/coverage', name: 'Coverage', icon: Grid2x2, letter: 'c' },
    { path: '/positions', name: 'Positions', icon: Rows3, letter: 'd' },
    { path: '/establishment', name: 'Establishment', icon: ChartColumn, letter: 'e' },
    { path: '/people', name: 'People', icon: Users, letter: 'p' },
    { path: '/planner', name: 'Planner', icon: CalendarClock, letter: 'l' },
    { path: '/drafts', name: 'Drafts', icon: NotebookPen, letter: 'y' },
    { path: '/forecast', name: 'Forecast', icon: TrendingDown, letter: 'f' },
    { path: '/renewals', name: 'Renewals', icon: CalendarSync, letter: 'v' },
    { path: '/training', name: 'Training', icon: GraduationCap, letter: 'q' },
    { path: '/single-points', name: 'Single points', icon: TriangleAlert, letter: 'i' },
    { path: '/sandbox', name: 'Sandbox', icon: FlaskConical, letter: 'x' },
    { path: '/master', name: 'Master data', icon: Table2, letter: 'n' },
  ],
  Operations: [
    { path: '/throttles', name: 'Throttles', icon: Gauge, letter: 't' },
    { path: '/users', name: 'Users', icon: UserRound, letter: 'u' },
    { path: '/machines', name: 'Machines', icon: Bot, letter: 'm' },
    { path: '/webhooks', name: 'Webhooks', icon: Webhook, letter: 'w' },
    { path: '/rules', name: 'Rules', icon: Scale, letter: 'r' },
    { path: '/audit', name: 'Audit', icon: ScrollText, letter: 'a' },
    { path: '/system', name: 'System', icon: Server, letter: 's' },
  ],
}

/** The pages that show everyone. */
const overseers: readonly string[] = [
  '/',
  '/board',
  '/planner',
  '/drafts',
  '/forecast',
  '/renewals',
  '/training',
  '/single-points',
  '/sandbox',
  '/master',
  '/users',
  '/establishment',
]

/** The pages for those who may change users. */
const admins: readonly string[] = ['/machines', '/webhooks']

/** Whether the viewer runs the service; others come for the staffing. */
export const useIsOperator = () => useMay('act_as_admin')

/** The pages that the viewer may open, what they come for first; none until a temporary password is changed. */
export function useMenu(): { name: Group | undefined; pages: readonly MenuPage[] }[] {
  const { who } = useViewer()
  const mayOversee = useMayOversee()
  const isOperator = useIsOperator()
  if (who?.must_change_password) return []
  const mayOpen = ({ path }: MenuPage) =>
    (mayOversee || !overseers.includes(path)) && (isOperator || !admins.includes(path))
  const order: Group[] = isOperator ? ['Operations', 'Staffing'] : ['Staffing', 'Operations']
  return [
    { name: undefined, pages: [home].filter(mayOpen) },
    ...order.map((name) => ({ name, pages: groups[name].filter(mayOpen) })),
  ]
}

/** The same pages in one list. */
export const usePages = () => useMenu().flatMap(({ pages }) => pages)
