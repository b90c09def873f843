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
  LoggedTransition: [...allEmployeeTransitionNames, ...assignmentTransitionNames],
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
