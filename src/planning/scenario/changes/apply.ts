import { DomainError, type FieldErrors, invalidItem } from '../../../errors.ts'
import type { ClinicFacts, LeftOut } from '../../facts/clinic-facts.ts'
import { addAssignment, changeAssignment, endAssignment } from './assignments.ts'
import type { ChangeKind, ScenarioChange } from './change.ts'
import type { Draft, Make } from './draft.ts'
import { goOnLeave, hire, returnFromLeave, terminate } from './people.ts'
import { addPosition, changePosition, closePosition } from './positions.ts'
import { changeCap, changeRule } from './rules.ts'
import { extendTag, grantTag, revokeTag } from './tags.ts'

const make: { [Kind in ChangeKind]: Make<Kind> } = {
  LEAVE: goOnLeave,
  RETURN: returnFromLeave,
  TERMINATION: terminate,
  HIRE: hire,
  TAG_REVOKED: revokeTag,
  TAG_EXTENDED: extendTag,
  TAG_GRANTED: grantTag,
  POSITION_ADDED: addPosition,
  POSITION_CHANGED: changePosition,
  POSITION_CLOSED: closePosition,
  ASSIGNMENT_ADDED: addAssignment,
  ASSIGNMENT_CHANGED: changeAssignment,
  ASSIGNMENT_ENDED: endAssignment,
  CAP_CHANGED: changeCap,
  RULE_CHANGED: changeRule,
}

/**
 * The clinic before the changes and after each of them, made in their order. 400 for the first one that the service
 * would refuse, in the words of the procedure that makes the change for real.
 */
export function applyChanges(facts: ClinicFacts, changes: readonly ScenarioChange[], left_out: LeftOut) {
  const steps: Draft[] = [{ facts, closed: [], leaves: new Map(), left_out }]
  for (const [index, change] of changes.entries()) {
    try {
      steps.push((make[change.kind] as Make<ChangeKind>)(steps[index] as Draft, change))
    } catch (error) {
      if (error instanceof DomainError) throw invalidItem('changes', index, problems(change, error))
      throw error
    }
  }
  return steps
}

const subjects = ['assignment', 'employee_tag', 'position_id', 'employee']

/** What belongs to no field (a 409 of the real procedure) stands under the row that the change is about. */
function problems(change: ScenarioChange, { body }: DomainError): FieldErrors {
  if (typeof body.detail !== 'string') return body as FieldErrors
  const subject = subjects.find((field) => field in change) ?? 'non_field_errors'
  return { [subject]: [body.detail] }
}
