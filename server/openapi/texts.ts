import type { restRouter } from '../../routers/app-router.ts'

type Procedures = (typeof restRouter)['_def']['record']
type ProcedureName = {
  [R in keyof Procedures & string]: `${R}.${keyof Procedures[R] & string}`
}[keyof Procedures & string]

type Text = {
  summary: string
  description?: string
  /** What the operation's 409 means; none without. */
  conflict?: string
}

const transitionConflict =
  'The transition is not allowed from the current state; the detail names both. Nothing has changed.'

const employeeTransition = (summary: string, description?: string): Text => ({
  summary,
  description,
  conflict: transitionConflict,
})

const dependencies =
  'Others still depend on the object: `code` is `CONFLICT_HAS_DEPENDENCIES`. Nothing has changed.'

const paged = 'Paginated; `ordering` takes any stored field, with `-` before it for descending.'

/** What the document says of each operation; an operation without a text does not compile. */
export const operationTexts: Record<ProcedureName, Text> = {
  'health.check': {
    summary: 'Tell whether the service and its database work',
    description: 'The version is told to signed-in callers, and to all in debug mode.',
  },

  'auth.login': {
    summary: 'Sign in',
    description:
      'Exchanges the credentials for the cookies `access_token`, `refresh_token` and `csrftoken`. Cookies sent along are ignored.',
  },
  'auth.logout': { summary: 'Sign out', description: 'Ends the session and clears its cookies.' },
  'auth.refresh': {
    summary: 'Renew the cookies',
    description:
      'Reads the `refresh_token` cookie, which can be used once. Of two simultaneous calls one wins; the other gets 401 and keeps the cookies of the winner. A token that is used again more than ten seconds later ends its session.',
  },
  'auth.me': { summary: 'Show the signed-in user' },
  'auth.deactivate': {
    summary: 'Deactivate one’s own account',
    description: 'Ends all sessions of the user. The record and what belongs to it are kept.',
  },
  'auth.export': { summary: 'Download one’s own personal data', description: 'As the file `my-data.json`.' },

  'employees.list': {
    summary: 'List employees',
    description: `${paged} \`search\` looks into first name, last name (as "First Last" and "Last, First") and employee number. A user of role EMPLOYEE sees only themselves.`,
  },
  'employees.create': { summary: 'Create an employee', description: 'The new employee is ONBOARDING.' },
  'employees.get': { summary: 'Show an employee' },
  'employees.update': {
    summary: 'Change an employee',
    description: 'The status is changed by transitions only; sent here, it is ignored.',
  },
  'employees.activate': employeeTransition('Activate an employee', 'ONBOARDING to ACTIVE, by an ADMIN.'),
  'employees.propose': employeeTransition(
    'Propose an assignment or a transfer',
    'ACTIVE or ON_LEAVE to PROPOSAL_PENDING, by a MANAGER or ADMIN. After `expires_in_days` (1 to 90, 7 unless given) the employee returns to the previous status by itself.',
  ),
  'employees.accept_proposal': employeeTransition(
    'Accept the proposal',
    'Back to the previous status, by the employee.',
  ),
  'employees.reject_proposal': employeeTransition(
    'Reject the proposal',
    'Back to the previous status, by the employee.',
  ),
  'employees.cancel_proposal': employeeTransition(
    'Cancel the proposal',
    'Back to the previous status, by a MANAGER or ADMIN.',
  ),
  'employees.force_accept_proposal': employeeTransition(
    'Accept the proposal in the employee’s place',
    'Back to the previous status, by a superuser.',
  ),
  'employees.go_on_leave': employeeTransition('Go on leave', 'ACTIVE to ON_LEAVE, by the employee.'),
  'employees.return_from_leave': employeeTransition(
    'Return from leave',
    'ON_LEAVE to ACTIVE, by the employee.',
  ),
  'employees.deactivate': employeeTransition('Deactivate an employee', 'ACTIVE to DEACTIVATED, by an ADMIN.'),
  'employees.reactivate': employeeTransition('Reactivate an employee', 'DEACTIVATED to ACTIVE, by an ADMIN.'),
  'employees.terminate': employeeTransition(
    'Terminate an employee',
    'ACTIVE, ON_LEAVE or DEACTIVATED to TERMINATED, by an ADMIN. Assignments are not ended by it.',
  ),
  'employees.rehire': employeeTransition('Rehire an employee', 'TERMINATED to ONBOARDING, by an ADMIN.'),
  'employees.transitions': {
    summary: 'List an employee’s transitions',
    description: `${paged} Those of their assignments are not among them.`,
  },
  'employees.available_transitions': {
    summary: 'Name the transitions that the employee’s status allows',
    description: 'Whoever may perform them.',
  },

  'transitions.list': {
    summary: 'List the transitions of all employees and assignments',
    description: `${paged} \`date_from\` and \`date_to\` are whole days of the clinic’s time zone, both included. A user of role EMPLOYEE sees only their own.`,
  },
  'transitions.get': { summary: 'Show one transition' },
  'tag_change_logs.list': {
    summary: 'List the changes of employee tags',
    description: `${paged} \`date_from\` and \`date_to\` are whole days of the clinic’s time zone, both included. A user of role EMPLOYEE sees only their own.`,
  },
  'tag_change_logs.get': { summary: 'Show one change of an employee tag' },

  'assignments.list': { summary: 'List assignments', description: paged },
  'assignments.create': {
    summary: 'Assign an employee to a position',
    description:
      'Refused with 400 unless the employee is ACTIVE or ON_LEAVE, the position is active, the pair is free and no blocking rule is broken; the messages under `non_field_errors` begin with the rule’s code.',
  },
  'assignments.get': { summary: 'Show an assignment' },
  'assignments.update': {
    summary: 'Change an assignment',
    description:
      'Changing employee, position, hours or effective date evaluates everything anew, as creation does. An ENDED assignment can change its notes only.',
    conflict: 'The assignment is ENDED. Nothing has changed.',
  },
  'assignments.suspend': {
    summary: 'Suspend an assignment',
    description: 'ACTIVE to SUSPENDED: its hours no longer count.',
    conflict: transitionConflict,
  },
  'assignments.resume': {
    summary: 'Resume an assignment',
    description: 'SUSPENDED to ACTIVE. No rule is evaluated.',
    conflict: `${transitionConflict} Or the employee has another active assignment to the position.`,
  },
  'assignments.end': {
    summary: 'End an assignment',
    description: 'ACTIVE or SUSPENDED to ENDED. Notes are appended to the assignment’s.',
    conflict: transitionConflict,
  },
  'assignments.available_transitions': {
    summary: 'Name the transitions that the assignment’s status allows',
  },
  'assignments.transitions': { summary: 'List an assignment’s transitions', description: paged },
  'assignments.preview': {
    summary: 'Evaluate an assignment without making it',
    description: 'Nothing is stored. What creation would refuse is either a blocking violation or 400 here.',
  },

  'tags.list': { summary: 'List the tag catalogue', description: paged },
  'tags.create': {
    summary: 'Create a tag',
    description:
      'A positive `hours_delta` gives weekly hours, a negative one takes them, zero only qualifies.',
  },
  'tags.get': { summary: 'Show a tag' },
  'tags.update': { summary: 'Change a tag' },
  'tags.delete': {
    summary: 'Delete a tag',
    description: 'One that was held in the past disappears from here and stays in the logs.',
    conflict: dependencies,
  },

  'employee_tags.list': { summary: 'List the tags that employees hold', description: paged },
  'employee_tags.create': {
    summary: 'Give an employee a tag',
    description: 'The same tag can be held several times.',
  },
  'employee_tags.get': { summary: 'Show an employee tag' },
  'employee_tags.update': {
    summary: 'Change an employee tag',
    description:
      'Dates, or the status to REVOKED or EXPIRED; makes one log entry, with the reason. Employee and tag cannot be changed.',
  },
  'employee_tags.delete': {
    summary: 'Revoke an employee tag',
    description: 'It stays, with status REVOKED.',
  },

  'position_tags.list': { summary: 'List the tags that positions require', description: paged },
  'position_tags.create': { summary: 'Require a tag of a position' },
  'position_tags.get': { summary: 'Show a position tag' },
  'position_tags.update': {
    summary: 'Change whether a required tag is mandatory',
    description: 'Position and tag cannot be changed.',
  },
  'position_tags.delete': { summary: 'Require a tag no longer' },

  'org_units.list': { summary: 'List org units', description: `${paged} Inactive ones are listed too.` },
  'org_units.create': {
    summary: 'Create an org unit',
    description:
      'A CLINIC has no parent and there is one only; a DEPARTMENT sits under the CLINIC, a SERVICE under a DEPARTMENT, a UNIT under either of these two.',
  },
  'org_units.get': { summary: 'Show an org unit' },
  'org_units.update': {
    summary: 'Change or move an org unit',
    description: 'The unit_type cannot be changed.',
    conflict: dependencies,
  },
  'org_units.delete': {
    summary: 'Deactivate an org unit',
    description: 'It stays, inactive.',
    conflict: dependencies,
  },

  'positions.list': {
    summary: 'List positions with their coverage',
    description: `${paged} \`eligible_for_employee\` fills required_tags, is_eligible and missing_tags, which are null without it.`,
  },
  'positions.create': { summary: 'Create a position', description: 'Only an active UNIT holds positions.' },
  'positions.get': {
    summary: 'Show a position with its active assignments',
    description: '`eligible_for_employee` fills is_eligible and missing_tags, which are null without it.',
  },
  'positions.update': { summary: 'Change a position', conflict: dependencies },
  'positions.delete': {
    summary: 'Deactivate a position',
    description: 'It stays, inactive.',
    conflict: dependencies,
  },
  'positions.duplicate': {
    summary: 'Copy a position with its required tags',
    description: 'Into the same org unit, without assignments; fields given override the copy’s.',
  },
  'positions.coverage_summary': {
    summary: 'Summarise the coverage of all active positions',
    description:
      '`by_unit` is flat, worst covered first, and holds units with an active position; roll up by parent_id.',
  },

  'hours.balance': {
    summary: 'Show an employee’s hours balance',
    description:
      'For the ISO week of `reference_date` (today unless given). DEFICIT means that hours are left, SURPLUS that more are assigned than the pool holds.',
  },
  'hours.batch_balance': {
    summary: 'Show the hours balances of up to 500 employees',
    description: 'In the order of the ids.',
  },
  'hours.simulate': {
    summary: 'Show what an employee’s balance would be with more hours assigned',
    description: 'Nothing is stored.',
  },

  'business_rules.list': { summary: 'List the business rules', description: 'Not paginated.' },
  'business_rules.get': { summary: 'Show a business rule' },
}
