import { proposalDays } from '../../src/people/employee-lifecycle.ts'

export const employees = {
  EmployeeRow: 'An employee as lists show them.',
  EmployeeDetail: 'An employee in full.',
  'list.search':
    'Shows only employees whose name (as "First Last" or "Last, First") or number contains this text, ignoring case.',
  first_name: 'The first name, at most 150 characters.',
  last_name: 'The last name, at most 150 characters.',
  email:
    'Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if their emails agree, ignoring case.',
  status: 'Where the employee is in the lifecycle. Only transitions change it; a new employee is ONBOARDING.',
  hire_date: 'The first day of employment; null if unknown. Nothing is computed from it.',
  photo: 'The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none.',
  document_number: 'The number of an identity document, at most 50 characters; blank unless given.',
  date_of_birth: 'The date of birth; null if unknown.',
  termination_date: 'The day of the transition `terminate`; null before it and after `rehire`.',
  leave_started_at: 'When the current leave began, by the transition `go_on_leave`; null when not on leave.',
  current_proposal:
    'The proposal that awaits the employee’s answer; null unless the status is PROPOSAL_PENDING.',
  proposal_type: 'What is proposed.',
  'current_proposal.notes': 'What the proposer wrote; blank if nothing.',
  expires_at:
    'When the proposal lapses: from then on it cannot be accepted, and the employee returns to `previous_status`. Null if it never does.',
  previous_status:
    'The status to return to, whether the proposal is accepted, rejected, cancelled or lapses.',
  'propose.notes': 'A message to the employee, at most 2000 characters; blank unless given.',
  expires_in_days: `Days until the proposal lapses: ${proposalDays.minimum} to ${proposalDays.maximum}, ${proposalDays.default} by default.`,
  transitions: 'The transitions that the status allows, whoever may perform them.',
}

export const transitions = {
  Transition: 'A transition of an employee or an assignment, in the log of all.',
  id: 'The entry’s id, an integer.',
  created_at: 'When the transition was made.',
  from_status: 'The status before the transition.',
  to_status: 'The status after the transition.',
  transition: 'The name of the transition.',
  actor:
    'The id of the user who made the transition; null if the service did, as when a proposal lapses, or an import.',
  actor_name:
    'That user’s name, as `Family, Given`: the email if there is no name, `Sistema` if there is no user.',
  'Transition.reason': 'The reason that was given; blank if none. That of an end is the `end_reason`.',
  metadata:
    'What the transition was made with: `proposal_type` and `notes` for a proposal and its end, `end_reason` and `notes` for the end of an assignment, otherwise nothing.',
  'Transition.employee': 'The id of the employee, or of the one whose assignment changed.',
  'list.search':
    'Shows only entries whose employee’s name or number, or whose actor’s name, contains this text, ignoring case.',
  'list.transition': 'Shows only transitions of this name.',
  'list.from_status': 'Shows only transitions from this status.',
  'list.to_status': 'Shows only transitions to this status.',
  exclude_admin_actors: 'With `true`, hides transitions made by users of role ADMIN.',
}

export const tag_change_logs = {
  TagChange: 'A change of a tag that an employee holds.',
  'TagChange.id': 'The entry’s id, an integer.',
  created_at: 'When the tag changed.',
  action: 'What happened to the employee’s tag.',
  actor: 'The id of the user who made the change; null if the service did, as when a tag expires.',
  actor_name:
    'That user’s name, as `Family, Given`: the email if there is no name, `Sistema` if there is no user.',
  reason: 'The reason that was given; blank if none.',
  'list.search':
    'Shows only entries whose employee’s name or number, or whose tag’s short name, contains this text, ignoring case.',
  'list.tag': 'Shows only changes of this tag of the catalogue; an unknown id gives an empty list.',
  'list.action': 'Shows only changes of this kind.',
}

export const tags = {
  Tag: 'An entry of the catalogue of contracts, qualifications, certifications and exceptions.',
  name: 'A short name, as for a badge: unique, 5 to 15 characters.',
  display_name: 'A name in full, at most 200 characters.',
  category: 'What kind of tag it is.',
  hours_delta:
    'The hours that the tag adds to its holder’s weekly pool, or takes if negative; with 0.00 it only qualifies. From -9999.99 to 9999.99, 0.00 unless given at creation.',
  description: 'What the tag stands for, at most 2000 characters; blank unless given.',
  is_active:
    'Whether the tag can be given to employees and required for positions. Those who have it keep it. True unless given at creation.',
}

export const employee_tags = {
  EmployeeTag: 'A tag that an employee holds for a time.',
  employee: 'The employee who holds the tag; cannot be changed later.',
  tag: 'The tag’s id in the catalogue; cannot be changed later. It must be active.',
  hours_delta: 'The hours that the tag adds to the employee’s weekly pool, or takes if negative.',
  start_date: 'The first day on which the tag counts.',
  end_date:
    'The last day on which the tag counts, no earlier than `start_date`; null for no end, the default.',
  status: 'Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again.',
}

export const position_tags = {
  PositionTag: 'A tag that a position requires.',
  position: 'The position that requires the tag; cannot be changed later.',
  tag: 'The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the position only once.',
}
