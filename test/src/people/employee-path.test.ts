import { expect, test } from 'vitest'
import { employeeStatuses } from '../../../src/people/employee-lifecycle.ts'
import { employeePath } from '../../../src/people/employee-path.ts'

/** D39: how each status is reached from each, with ACTIVE before a pending proposal; null where nothing leads there. */
const ways = {
  ONBOARDING: {
    ONBOARDING: '',
    ACTIVE: 'activate',
    PROPOSAL_PENDING: 'activate propose',
    ON_LEAVE: 'activate go_on_leave',
    DEACTIVATED: 'activate deactivate',
    TERMINATED: 'activate terminate',
  },
  ACTIVE: {
    ONBOARDING: null,
    ACTIVE: '',
    PROPOSAL_PENDING: 'propose',
    ON_LEAVE: 'go_on_leave',
    DEACTIVATED: 'deactivate',
    TERMINATED: 'terminate',
  },
  PROPOSAL_PENDING: {
    ONBOARDING: null,
    ACTIVE: 'cancel_proposal',
    PROPOSAL_PENDING: '',
    ON_LEAVE: 'cancel_proposal go_on_leave',
    DEACTIVATED: 'cancel_proposal deactivate',
    TERMINATED: 'cancel_proposal terminate',
  },
  ON_LEAVE: {
    ONBOARDING: null,
    ACTIVE: 'return_from_leave',
    PROPOSAL_PENDING: 'propose',
    ON_LEAVE: '',
    DEACTIVATED: 'return_from_leave deactivate',
    TERMINATED: 'terminate',
  },
  DEACTIVATED: {
    ONBOARDING: null,
    ACTIVE: 'reactivate',
    PROPOSAL_PENDING: 'reactivate propose',
    ON_LEAVE: 'reactivate go_on_leave',
    DEACTIVATED: '',
    TERMINATED: 'terminate',
  },
  TERMINATED: {
    ONBOARDING: 'rehire',
    ACTIVE: 'rehire activate',
    PROPOSAL_PENDING: 'rehire activate propose',
    ON_LEAVE: 'rehire activate go_on_leave',
    DEACTIVATED: 'rehire activate deactivate',
    TERMINATED: '',
  },
} as const

const grid = employeeStatuses.flatMap((from) =>
  employeeStatuses.map((to) => [from, to, ways[from][to]] as const),
)

test.each(grid)('an employee gets from %s to %s by the transitions %j', (from, to, way) => {
  const previous = from === 'PROPOSAL_PENDING' ? 'ACTIVE' : null
  const steps = employeePath(from, to, previous)
  expect(steps?.map(({ transition }) => transition).join(' ') ?? null).toBe(way)
  expect(steps?.at(-1)?.to ?? to).toBe(to)
})

test('a cancelled proposal made on leave leads back to the leave', () => {
  expect(employeePath('PROPOSAL_PENDING', 'ON_LEAVE', 'ON_LEAVE')).toEqual([
    { transition: 'cancel_proposal', to: 'ON_LEAVE' },
  ])
})
