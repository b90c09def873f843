import { assignmentStatuses, assignmentTransitionNames, endReasons } from '../../src/assignment-lifecycle.ts'
import { ruleCodes, severities } from '../../src/business-rules.ts'
import { coverageStates } from '../../src/coverage.ts'
import {
  allEmployeeTransitionNames,
  employeeStatuses,
  employeeTransitionNames,
  proposalTypes,
} from '../../src/employee-lifecycle.ts'
import { employeeTagStatuses, tagChangeActions } from '../../src/employee-tag-lifecycle.ts'
import { balanceStates } from '../../src/hours-balance.ts'
import { unitTypes } from '../../src/org-unit.ts'
import { roles } from '../../src/permissions.ts'
import { tagCategories } from '../../src/tag.ts'

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
