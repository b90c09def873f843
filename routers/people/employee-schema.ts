import { z } from 'zod'
import { employeeStatuses, proposalTypes } from '../../src/people/employee-lifecycle.ts'
import { date, email, label, link, requiredText } from '../schema/fields.ts'
import { bodyOf, named, orNull, output, shared } from '../schema/output.ts'

export const EmployeeRow = named('EmployeeRow', 'An employee as lists show them.', {
  id: shared.id,
  employee_number: shared.employee_number,
  first_name: output.text('The first name, at most 150 characters.'),
  last_name: output.text('The last name, at most 150 characters.'),
  email: output.text(
    'Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if their emails match, ignoring case.',
  ),
  status: output.choice(
    employeeStatuses,
    'The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING.',
  ),
  hire_date: orNull.date('The first day of employment; null if unknown. Nothing is computed from it.'),
  photo: orNull.text(
    'The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none.',
  ),
  created_at: shared.created_at,
})

export const EmployeeDetail = EmployeeRow.extend({
  document_number: output.text(
    'The number of an identity document, at most 50 characters; blank unless given.',
  ),
  date_of_birth: orNull.date('The date of birth; null if unknown.'),
  termination_date: orNull.date('The day of the transition `terminate`; null before it and after `rehire`.'),
  leave_started_at: orNull.instant(
    'When the current leave began, by the transition `go_on_leave`; null when not on leave.',
  ),
  current_proposal: z
    .object({
      proposal_type: output.choice(proposalTypes, 'What is proposed.'),
      notes: output.text('What the proposer wrote; blank if nothing.'),
      expires_at: orNull.instant(
        'When the proposal lapses: from then on it cannot be accepted, and the employee returns to `previous_status`. Null if it never does.',
      ),
      previous_status: output.choice(
        employeeStatuses,
        'The status that the employee returns to, however the proposal ends.',
      ),
    })
    .nullable()
    .describe('The proposal that awaits the employee’s answer; null unless the status is PROPOSAL_PENDING.'),
  updated_at: shared.updated_at,
}).meta({ id: 'EmployeeDetail', description: 'An employee in full.' })

export const EmployeeWritable = bodyOf(EmployeeDetail.shape, {
  employee_number: requiredText(50),
  first_name: requiredText(150),
  last_name: requiredText(150),
  email: email(),
  document_number: label(50).optional(),
  date_of_birth: date().nullable().optional(),
  hire_date: date().nullable().optional(),
  photo: link(500).nullable().optional(),
})
