import { userOrderings } from '../../entities/accounts/user.ts'
import { changeLogOrderings } from '../../entities/logs/change-log.ts'
import { operatorLogOrderings } from '../../entities/logs/operator-log.ts'
import { securityLogOrderings } from '../../entities/logs/security-log.ts'
import { tagChangeLogOrderings } from '../../entities/logs/tag-change-log.ts'
import { transitionLogOrderings } from '../../entities/logs/transition-log.ts'
import { employeeOrderings } from '../../entities/people/employee.ts'
import { employeeTagOrderings } from '../../entities/people/employee-tag.ts'
import { tagOrderings } from '../../entities/people/tag.ts'
import { assignmentOrderings } from '../../entities/work/assignment.ts'
import { orgUnitOrderings } from '../../entities/work/org-unit.ts'
import { positionOrderings } from '../../entities/work/position.ts'
import { positionTagOrderings } from '../../entities/work/position-tag.ts'
import { idOf, type Size } from './sizes.ts'

/** A list: at the path of its name over REST, or an operators' procedure. */
export type Listed = {
  name: string
  procedure?: string
  orderings: object
  filters?: string[]
  searches?: string[]
  /** Filters, each of which is combined with every ordering. */
  orderedFilters?: string[]
}

/** Ids, numbers and days to filter by. */
type SearchedValues = ReturnType<typeof valuesOf>

/** All paginated lists; `day(n)` is the day n days ago. */
export const allLists = (size: Size, day: (daysAgo: number) => string): Listed[] =>
  lists.map((list) => list(valuesOf(size, day)))

function valuesOf({ employees, positions }: Size, day: (daysAgo: number) => string) {
  const someone = idOf('employee', 123)
  const number = `E${String(employees >> 1).padStart(7, '0')}`
  const title = String(positions >> 1).padStart(6, '0')
  const days = [
    `date_from=${day(7)}`,
    `date_from=${day(365)}&date_to=${day(335)}`,
    `date_from=${day(900)}`,
    `date_to=${day(365)}`,
  ]
  return { someone, number, title, days, day, people: people(number) }
}

// Search terms: one to three letters, words with many matches, few and none, and two words.
const people = (rare: string) => ['a', 'ar', 'qx', 'mar', 'garcia', rare, 'zzzzxq', 'garcia+lopez']
const each = (field: string, values: string) => values.split(' ').map((value) => `${field}=${value}`)

const lists: ((values: SearchedValues) => Listed)[] = [
  ({ people }) => ({
    name: 'employees',
    orderings: employeeOrderings,
    filters: each('status', 'ONBOARDING ACTIVE PROPOSAL_PENDING ON_LEAVE DEACTIVATED TERMINATED'),
    searches: [...people, 'garcia&status=ACTIVE', 'ar&status=ACTIVE', 'garcia&ordering=-hire_date'],
    orderedFilters: ['status=ACTIVE'],
  }),
  ({ people, someone, number }) => ({
    name: 'assignments',
    orderings: assignmentOrderings,
    filters: [
      ...each('status', 'ACTIVE SUSPENDED ENDED'),
      `employee=${someone}`,
      `position_id=${idOf('position', 12)}`,
      `employee__employee_number=${number}`,
    ],
    searches: [...people, 'garcia&status=ACTIVE', 'ar&status=ACTIVE'],
    orderedFilters: ['status=ACTIVE'],
  }),
  ({ people, someone, days, day }) => ({
    name: 'transitions',
    orderings: transitionLogOrderings,
    filters: [
      ...each('transition', 'activate terminate end'),
      ...each('from_status', 'ACTIVE ONBOARDING'),
      ...each('to_status', 'ACTIVE ENDED'),
      `employee=${someone}`,
      `employee=${idOf('unknown', 0)}`,
      ...days,
      'exclude_admin_actors=true',
      `exclude_admin_actors=true&transition=terminate&date_from=${day(90)}`,
    ],
    searches: [...people, `garcia&date_from=${day(30)}`, 'garcia&transition=end'],
    orderedFilters: ['transition=suspend'],
  }),
  ({ people, someone, days }) => ({
    name: 'tag-change-logs',
    orderings: tagChangeLogOrderings,
    filters: [...each('action', 'ASSIGNED EXPIRED'), `employee=${someone}`, `tag=${idOf('tag', 3)}`, ...days],
    searches: people,
  }),
  ({ someone }) => ({
    name: 'employee-tags',
    orderings: employeeTagOrderings,
    filters: [
      ...each('category', 'CONTRACT QUALIFICATION CERTIFICATION EXCEPTION'),
      ...each('status', 'ACTIVE EXPIRED REVOKED'),
      `employee_id=${someone}`,
      'category=CONTRACT&status=ACTIVE',
    ],
    orderedFilters: ['status=ACTIVE'],
  }),
  ({ someone, title }) => ({
    name: 'demand',
    orderings: positionOrderings,
    filters: [
      ...each('coverage_state', 'VACANT PARTIAL COVERED OVER_COVERED'),
      ...each('is_active', 'true false'),
      `org_unit_id=${idOf('unit', 1)}`,
      `eligible_for_employee=${someone}`,
      `eligible_for_employee=${someone}&coverage_state=VACANT`,
    ],
    searches: ['n', 'nu', 'qx', 'nur', 'nurse', title, 'zzzzxq', 'nurse+00', 'nurse&coverage_state=VACANT'],
    orderedFilters: ['is_active=true'],
  }),
  () => ({
    name: 'org-units',
    orderings: orgUnitOrderings,
    filters: [...each('unit_type', 'CLINIC UNIT'), 'is_active=true', `parent_id=${idOf('service', 0)}`],
    searches: ['u', 'un', 'qx', 'uni', 'unit', 'unit+1', 'zzzzxq', 'surgery+unit'],
  }),
  () => ({ name: 'tags', orderings: tagOrderings }),
  () => ({
    name: 'position-tags',
    orderings: positionTagOrderings,
    filters: [`position_id=${idOf('position', 1)}`],
  }),
  () => ({
    name: 'operators: users',
    procedure: 'users.list',
    orderings: userOrderings,
    filters: [
      'role=EMPLOYEE',
      'is_active=true',
      'is_staff=true',
      'is_leaver=true',
      'is_locked=true',
      ...each('last_login', 'never not_for_90_days'),
    ],
    searches: ['a', 'ar', 'mar', 'garcia', 'zzzzxq'],
  }),
  ({ days, someone }) => ({
    name: 'operators: change log',
    procedure: 'audit.changes',
    orderings: changeLogOrderings,
    filters: [
      'subject=employees',
      `subject_id=${idOf('employee', 1)}`,
      `person=${someone}`,
      `actor=${idOf('user', 10)}`,
      ...each('action', 'UPDATE DELETE'),
      ...days,
    ],
    searches: ['a', 'ar', 'mar', 'garcia', '10.0.17.1', 'zzzzxq'],
  }),
  ({ days }) => ({
    name: 'operators: security log',
    procedure: 'audit.security',
    orderings: securityLogOrderings,
    filters: ['event=failed_login', 'outcome=REFUSED', `user=${idOf('user', 10)}`, ...days],
    searches: ['a', 'ar', 'mar', 'garcia', '10.0.17.1', 'zzzzxq'],
  }),
  ({ days, someone }) => ({
    name: 'operators: operator log',
    procedure: 'audit.list',
    orderings: operatorLogOrderings,
    filters: [
      'action=rules.update',
      'target=anon 10.0.7',
      `actor=${idOf('user', 10)}`,
      `user=${idOf('user', 10)}`,
      `person=${someone}`,
      ...days,
    ],
    searches: ['a', 'ar', 'tic', 'ticket', 'zzzzxq'],
  }),
]
