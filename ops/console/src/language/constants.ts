import { roles, userKinds } from '../../../../src/accounts/permissions.ts'
import { offReasons } from '../../../../src/integration/webhooks.ts'
import { changeActions, changeSubjects, outcomes, securityEventNames } from '../../../../src/logs/events.ts'
import {
  allEmployeeTransitionNames,
  employeeStatuses,
  proposalTypes,
} from '../../../../src/people/employee-lifecycle.ts'
import { employeeTagStatuses, tagChangeActions } from '../../../../src/people/employee-tag-lifecycle.ts'
import { balanceStates } from '../../../../src/people/hours-balance.ts'
import { tagCategories } from '../../../../src/people/tag.ts'
import { causes } from '../../../../src/planning/forecast/cliff-causes.ts'
import {
  assignmentStatuses,
  endReasons,
  loggedAssignmentTransitionNames,
} from '../../../../src/work/assignment-lifecycle.ts'
import { severities } from '../../../../src/work/business-rules.ts'
import { coverageStates } from '../../../../src/work/coverage.ts'
import { unitTypes } from '../../../../src/work/org-unit.ts'

/** The constants of the service that the console says in words. */
const constants = [
  ...employeeStatuses,
  ...allEmployeeTransitionNames,
  ...proposalTypes,
  ...assignmentStatuses,
  ...loggedAssignmentTransitionNames,
  ...endReasons,
  ...employeeTagStatuses,
  ...tagChangeActions,
  ...tagCategories,
  ...unitTypes,
  ...coverageStates,
  ...balanceStates,
  ...causes,
  ...severities,
  ...roles,
  ...userKinds,
  ...changeSubjects,
  ...changeActions,
  ...securityEventNames,
  ...outcomes,
  ...offReasons,
]

export type Constant = (typeof constants)[number]

export const isConstant = (text: string) => (constants as string[]).includes(text)
