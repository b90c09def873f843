import type { Role } from '../../../../src/accounts/permissions.ts'
import type { ChangeAction, ChangeSubject, SecurityEvent } from '../../../../src/logs/events.ts'
import type {
  EmployeeStatus,
  EmployeeTransition,
  ProposalType,
  SystemEmployeeTransition,
} from '../../../../src/people/employee-lifecycle.ts'
import type { EmployeeTagStatus, TagChangeAction } from '../../../../src/people/employee-tag-lifecycle.ts'
import type { TagCategory } from '../../../../src/people/tag.ts'
import type {
  AssignmentStatus,
  AssignmentTransition,
  EndReason,
} from '../../../../src/work/assignment-lifecycle.ts'
import type { Severity } from '../../../../src/work/business-rules.ts'
import type { CoverageState } from '../../../../src/work/coverage.ts'
import type { UnitType } from '../../../../src/work/org-unit.ts'
import type { Message } from './text.ts'

/** The constants of the service that the console says in words. */
type Constant =
  | EmployeeStatus
  | EmployeeTransition
  | SystemEmployeeTransition
  | ProposalType
  | AssignmentStatus
  | AssignmentTransition
  | EndReason
  | EmployeeTagStatus
  | TagChangeAction
  | TagCategory
  | UnitType
  | CoverageState
  | Severity
  | Role
  | ChangeSubject
  | ChangeAction
  | SecurityEvent

export const constants = {
  ACTIVE: 'active',
  ONBOARDING: 'onboarding',
  PROPOSAL_PENDING: 'proposal pending',
  ON_LEAVE: 'on leave',
  DEACTIVATED: 'deactivated',
  TERMINATED: 'terminated',
  SUSPENDED: 'suspended',
  ENDED: 'ended',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  VACANT: 'vacant',
  PARTIAL: 'partial',
  COVERED: 'covered',
  OVER_COVERED: 'over-covered',
  BLOCKING: 'blocking',
  WARNING: 'warning',
  INFO: 'info',
  DEFICIT: 'deficit',
  BALANCED: 'balanced',
  SURPLUS: 'surplus',
  ASSIGNED: 'assigned',
  REMOVED: 'removed',
  MODIFIED: 'modified',
  CREATE: 'create',
  UPDATE: 'update',
  DELETE: 'delete',
  CONTRACT: 'contract',
  QUALIFICATION: 'qualification',
  EXCEPTION: 'exception',
  CERTIFICATION: 'certification',
  CLINIC: 'clinic',
  DEPARTMENT: 'department',
  SERVICE: 'service',
  UNIT: 'unit',
  ASSIGNMENT: 'assignment',
  TRANSFER: 'transfer',
  RESIGNATION: 'resignation',
  POSITION_CLOSED: 'position closed',
  OTHER: 'other',
  CONTRACT_ENDS: 'contract ends',
  CERTIFICATE_ENDS: 'certificate ends',
  REDUCTION_BEGINS: 'reduction begins',
  DONE: 'done',
  REFUSED: 'refused',
  ADMIN: 'administrator',
  MANAGER: 'manager',
  SUPERVISOR: 'supervisor',
  VIEWER: 'viewer',
  EMPLOYEE: 'employee',
  activate: 'activate',
  propose: 'propose',
  accept_proposal: 'accept proposal',
  reject_proposal: 'reject proposal',
  cancel_proposal: 'cancel proposal',
  force_accept_proposal: 'force accept proposal',
  go_on_leave: 'go on leave',
  return_from_leave: 'return from leave',
  deactivate: 'deactivate',
  reactivate: 'reactivate',
  terminate: 'terminate',
  rehire: 'rehire',
  expire_proposal: 'expire proposal',
  suspend: 'suspend',
  resume: 'resume',
  end: 'end',
  assignments: 'assignments',
  business_rules: 'business rules',
  employee_tags: 'employee tags',
  employees: 'employees',
  org_units: 'org units',
  position_tags: 'position tags',
  positions: 'positions',
  tags: 'tags',
  users: 'users',
  login: 'sign in',
  failed_login: 'failed sign-in',
  refresh: 'token refresh',
  failed_refresh: 'failed token refresh',
  reuse: 'reuse of a token',
  logout: 'sign out',
  ended_session: 'use of an ended session',
  csrf: 'request from another site',
  role: 'not allowed for the role',
  throttled: 'throttled',
  personal_data_export: 'export of personal data',
  password_change: 'password change',
  failed_password_change: 'failed password change',
  session_end: 'session ended',
  reauthentication: 'password confirmed',
  failed_reauthentication: 'password not confirmed',
  command: 'command',
  failed_command: 'failed command',
} as const satisfies Record<Constant, Message> & Record<string, Message>
