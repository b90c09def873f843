import { roles } from '../../../../src/accounts/permissions.ts'
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
  assignmentTransitionNames,
  endReasons,
} from '../../../../src/work/assignment-lifecycle.ts'
import { severities } from '../../../../src/work/business-rules.ts'
import { coverageStates } from '../../../../src/work/coverage.ts'
import { unitTypes } from '../../../../src/work/org-unit.ts'

const constants = [
  ...employeeStatuses,
  ...allEmployeeTransitionNames,
  ...proposalTypes,
  ...assignmentStatuses,
  ...assignmentTransitionNames,
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
  ...changeSubjects,
  ...changeActions,
  ...securityEventNames,
  ...outcomes,
]
/** A constant of the service that the console says in words. */
export type Constant = (typeof constants)[number]

const known = new Set<string>(constants)
export const isConstant = (text: string) => known.has(text)

/** The English of constants whose name does not say it. */
const named = {
  OVER_COVERED: 'over-covered',
  ADMIN: 'administrator',
  login: 'sign in',
  failed_login: 'failed sign-in',
  refresh: 'token refresh',
  failed_refresh: 'failed token refresh',
  reuse: 'reuse of a token',
  logout: 'sign out',
  ended_session: 'use of an ended session',
  csrf: 'request from another site',
  role: 'not allowed for the role',
  personal_data_export: 'export of personal data',
  session_end: 'session ended',
  reauthentication: 'password confirmed',
  failed_reauthentication: 'password not confirmed',
} satisfies Partial<Record<Constant, string>>

/** The English words of a constant: `ON_LEAVE` is "on leave". */
export const englishOf = (constant: string) =>
  Object.hasOwn(named, constant)
    ? named[constant as keyof typeof named]
    : constant.toLowerCase().replaceAll('_', ' ')
