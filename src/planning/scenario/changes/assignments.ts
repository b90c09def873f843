import { conflict, invalid, References, transitionNotAllowed } from '../../../errors.ts'
import { toHundredths } from '../../../hours.ts'
import { checkAssignment } from '../../../work/assignment-check.ts'
import type { AssignedHours } from '../../facts/clinic-facts.ts'
import { ruleFacts, suggesting } from '../../suggestions/suggestion.ts'
import { type Draft, indexIn, indexOf, type Make, newId, statusOn, withFacts } from './draft.ts'

type AssignmentTerms = Omit<AssignedHours, 'id' | 'is_suspended'>

/** Refuses what create and PATCH would refuse about an assignment that is proposed beside these. */
function checkProposed(draft: Draft, others: AssignedHours[], proposed: AssignmentTerms) {
  const { employee, position, hours, from } = proposed
  if (position < 0) throw invalid('position_id', 'The position must be active.')
  const { today } = draft.facts
  const facts = { ...draft.facts, assignments: others }
  const hasActivePair = others.some(
    (one) => one.employee === employee && one.position === position && !one.is_suspended,
  )
  checkAssignment(facts.rules, !draft.closed.includes(position), {
    ...ruleFacts(suggesting(facts, from ?? today), { employee, position, added: hours }, null),
    employeeStatus: statusOn(draft, employee, today),
    hasActivePair,
  })
}

export const addAssignment: Make<'ASSIGNMENT_ADDED'> = (draft, change) => {
  const { employees, positions, assignments } = draft.facts
  const employee = indexOf(employees, change.employee)
  const position = indexOf(positions, change.position_id)
  new References()
    .check('employee', change.employee, employee >= 0)
    .check('position_id', change.position_id, position >= 0 || draft.left_out[change.position_id])
    .refuse()
  const proposed = { employee, position, hours: toHundredths(change.effective_hours), from: null }
  checkProposed(draft, assignments, proposed)
  const added = { ...proposed, id: newId(assignments), is_suspended: false }
  return withFacts(draft, { assignments: [...assignments, added] })
}

export const changeAssignment: Make<'ASSIGNMENT_CHANGED'> = (draft, change) => {
  const { assignments } = draft.facts
  const id = change.assignment
  if (draft.left_out[id] === 'ENDED')
    throw conflict("An assignment in state 'ENDED' can change its notes only.")
  const index = indexIn(assignments, id, 'assignment')
  const assignment = assignments[index] as AssignedHours
  const hours = toHundredths(change.effective_hours)
  if (hours === assignment.hours) return draft
  checkProposed(draft, assignments.toSpliced(index, 1), { ...assignment, hours })
  return withFacts(draft, { assignments: assignments.with(index, { ...assignment, hours }) })
}

export const endAssignment: Make<'ASSIGNMENT_ENDED'> = (draft, { assignment: id }) => {
  const { assignments } = draft.facts
  if (draft.left_out[id] === 'ENDED') throw transitionNotAllowed('end', 'ENDED')
  const index = indexIn(assignments, id, 'assignment')
  const left_out = { ...draft.left_out, [id]: 'ENDED' }
  return withFacts({ ...draft, left_out }, { assignments: assignments.toSpliced(index, 1) })
}
