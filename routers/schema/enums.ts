import { roles } from '../../src/accounts/permissions.ts'
import {
  allEmployeeTransitionNames,
  employeeStatuses,
  employeeTransitionNames,
  proposalTypes,
} from '../../src/people/employee-lifecycle.ts'
import { employeeTagStatuses, tagChangeActions } from '../../src/people/employee-tag-lifecycle.ts'
import { balanceStates } from '../../src/people/hours-balance.ts'
import { tagCategories } from '../../src/people/tag.ts'
import {
  assignmentStatuses,
  assignmentTransitionNames,
  endReasons,
  loggedAssignmentTransitionNames,
} from '../../src/work/assignment-lifecycle.ts'
import { ruleCodes, severities } from '../../src/work/business-rules.ts'
import { coverageStates } from '../../src/work/coverage.ts'
import { unitTypes } from '../../src/work/org-unit.ts'

/** The enums that have a name in the API reference and in the typed client; any other is written out. */
export const enums = {
  Role: roles,
  EmployeeStatus: employeeStatuses,
  EmployeeTransition: employeeTransitionNames,
  ProposalType: proposalTypes,
  AssignmentStatus: assignmentStatuses,
  AssignmentTransition: assignmentTransitionNames,
  LoggedStatus: [...new Set([...employeeStatuses, ...assignmentStatuses])],
  LoggedTransition: [...allEmployeeTransitionNames, ...loggedAssignmentTransitionNames],
  EndReason: endReasons,
  TagCategory: tagCategories,
  EmployeeTagStatus: employeeTagStatuses,
  TagChangeAction: tagChangeActions,
  UnitType: unitTypes,
  CoverageState: coverageStates,
  BalanceState: balanceStates,
  RuleCode: ruleCodes,
  Severity: severities,
} satisfies Record<string, readonly string[]>

type Meanings = { [Name in keyof typeof enums]: Record<(typeof enums)[Name][number], string> }

const employeeStatus = {
  ONBOARDING: 'new or rehired, not yet activated; cannot be assigned',
  ACTIVE: 'at work; can be assigned',
  PROPOSAL_PENDING: 'must answer a proposal first; cannot be assigned until then',
  ON_LEAVE: 'away for a time; can be assigned',
  DEACTIVATED: 'out of use until reactivated; cannot be assigned',
  TERMINATED: 'no longer employed; cannot be assigned',
}

const assignmentStatus = {
  ACTIVE: 'its hours count',
  SUSPENDED: 'its hours do not count until it is resumed',
  ENDED: 'over for good; only its notes can be changed',
}

const employeeTransition = {
  activate: 'ONBOARDING to ACTIVE',
  propose: 'ACTIVE or ON_LEAVE to PROPOSAL_PENDING',
  accept_proposal: 'PROPOSAL_PENDING to the status before',
  reject_proposal: 'PROPOSAL_PENDING to the status before',
  cancel_proposal: 'PROPOSAL_PENDING to the status before',
  force_accept_proposal: 'PROPOSAL_PENDING to the status before, by a superuser',
  go_on_leave: 'ACTIVE to ON_LEAVE',
  return_from_leave: 'ON_LEAVE to ACTIVE',
  deactivate: 'ACTIVE to DEACTIVATED',
  reactivate: 'DEACTIVATED to ACTIVE',
  terminate: 'ACTIVE, ON_LEAVE or DEACTIVATED to TERMINATED',
  rehire: 'TERMINATED to ONBOARDING',
}

const assignmentTransition = {
  suspend: 'ACTIVE to SUSPENDED',
  resume: 'SUSPENDED to ACTIVE',
  end: 'ACTIVE or SUSPENDED to ENDED',
}

/** What each value of the named enums means. */
export const meanings: Meanings = {
  Role: {
    ADMIN:
      'reads and changes everything; makes all transitions of employees, except those reserved for the employee or a superuser',
    MANAGER:
      'reads and changes everything; of the transitions of employees, only makes and cancels proposals',
    SUPERVISOR: 'reads everything, and changes assignments',
    VIEWER: 'reads everything, previews and simulates',
    EMPLOYEE: 'reads the catalogues and their own data; goes on leave and answers proposals',
  },
  EmployeeStatus: employeeStatus,
  EmployeeTransition: employeeTransition,
  ProposalType: { ASSIGNMENT: 'to work on a position', TRANSFER: 'to move to another position' },
  AssignmentStatus: assignmentStatus,
  AssignmentTransition: assignmentTransition,
  LoggedStatus: {
    ...employeeStatus,
    ...assignmentStatus,
    ACTIVE: 'of an employee: at work; of an assignment: its hours count',
  },
  LoggedTransition: {
    ...employeeTransition,
    expire_proposal: 'PROPOSAL_PENDING to the status before, by the service',
    ...assignmentTransition,
    take_back: 'ENDED to the status before, when what had ended it was taken back',
  },
  EndReason: {
    RESIGNATION: 'the employee resigns',
    TRANSFER: 'the employee moves to another position',
    POSITION_CLOSED: 'the position is closed',
    TERMINATED: 'the employment ends',
    OTHER: 'anything else',
  },
  TagCategory: {
    CONTRACT: 'a contract, which usually gives weekly hours; the rule CONTRACT_NEAR_EXPIRY looks at its end',
    QUALIFICATION: 'what a person has learned',
    EXCEPTION: 'a special arrangement, such as fewer hours for a time',
    CERTIFICATION: 'a certificate that people can obtain; plans may propose it as a remedy',
  },
  EmployeeTagStatus: {
    ACTIVE: 'counts within its dates',
    EXPIRED: 'has passed its end; the service sets this every minute',
    REVOKED: 'was taken away',
  },
  TagChangeAction: {
    ASSIGNED: 'the employee got the tag',
    REMOVED: 'never written by this service',
    REVOKED: 'the tag was revoked',
    EXPIRED: 'the tag expired',
    MODIFIED: 'its dates were changed',
  },
  UnitType: {
    CLINIC: 'the root; there is one',
    DEPARTMENT: 'under the CLINIC',
    SERVICE: 'under a DEPARTMENT',
    UNIT: 'under a SERVICE or a DEPARTMENT; only a UNIT holds positions',
  },
  CoverageState: {
    VACANT: 'no hours assigned',
    PARTIAL: 'fewer hours assigned than required',
    COVERED: 'as many hours assigned as required',
    OVER_COVERED: 'more hours assigned than required',
  },
  BalanceState: {
    DEFICIT: 'positive: hours remain to be assigned',
    BALANCED: 'zero',
    SURPLUS: 'negative: more is assigned than the pool gives',
  },
  RuleCode: {
    MAX_WEEKLY_HOURS: 'the employee’s active hours plus the requested hours exceed the cap',
    DUPLICATE_ASSIGNMENT: 'the employee already has an active assignment to the position',
    EMPLOYEE_TERMINATED: 'the employee is TERMINATED',
    TAG_REQUIREMENT_MISMATCH: 'the employee lacks tags that the position requires',
    MAX_CONSECUTIVE_SHIFTS: 'the week would need as many working days of 8 hours as the threshold',
    COVERAGE_EXCEEDED: 'the position would become OVER_COVERED',
    CONTRACT_NEAR_EXPIRY: 'the employee’s contract expires within the threshold of days',
  },
  Severity: {
    BLOCKING: 'the assignment is refused',
    WARNING: 'the assignment is possible, and the violation is stored with it',
    INFO: 'the violation is only stored with the assignment',
  },
}

/** What the values of an enum mean, as a list in Markdown. */
export const enumDescription = (name: string) =>
  Object.entries(meanings[name as keyof Meanings])
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join('\n')
