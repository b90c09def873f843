import type { UniqueConstraintViolationException } from '@mikro-orm/core'
import { alreadyExists, blockedByRule, type DomainError } from '../../src/errors.ts'
import { blockingMessages, pairTaken } from '../../src/work/business-rules.ts'

/** The refusals for taken values, by the unique constraint that finds them (D15). */
const refusals: Record<string, () => DomainError> = {
  users_email_unique: () => alreadyExists('email', 'user with this email already exists.'),
  users_client_id_unique: () => alreadyExists('client_id', 'machine with this client id already exists.'),
  webhook_endpoints_name_unique: () => alreadyExists('name', 'webhook with this name already exists.'),
  employees_employee_number_unique: () =>
    alreadyExists('employee_number', 'employee with this employee number already exists.'),
  tags_name_unique: () => alreadyExists('name', 'tag with this name already exists.'),
  org_units_code_unique: () => alreadyExists('code', 'org unit with this code already exists.'),
  org_units_one_clinic: () => alreadyExists('unit_type', 'Only one CLINIC may exist.'),
  position_tags_pair_unique: () =>
    alreadyExists('non_field_errors', 'The fields position, tag must make a unique set.'),
  assignments_active_pair: () => blockedByRule(blockingMessages([pairTaken])),
}

/** The refusal for a violated unique constraint; undefined for one that callers cannot violate. */
export const violatedConstraint = (violation: UniqueConstraintViolationException) =>
  refusals[(violation as { constraint?: string }).constraint ?? '']?.()
