import { defineEntity, p } from '@mikro-orm/core'
import { transitionNotAllowed } from '../../src/errors.ts'
import { type Audit, after, latest, type TransitionEvent } from '../../src/logs/audit.ts'
import {
  type EmployeeTransition,
  employeeStatuses,
  nextEmployeeStatus,
  type ProposalType,
  proposalExpired,
  proposalTypes,
} from '../../src/people/employee-lifecycle.ts'
import { choice, instant, searched, text, uuidKey } from '../lists/columns.ts'
import { bothNames, foldedText, index, orderingIndexes, searchIndex, searchText } from '../lists/orderings.ts'

export const employeeOrderings = {
  last_name: ['last_name', 'first_name'],
  first_name: ['first_name'],
  employee_number: ['employee_number'],
  email: ['email'],
  document_number: ['document_number'],
  status: ['status', 'last_name', 'first_name'],
  date_of_birth: ['date_of_birth'],
  hire_date: ['hire_date'],
  termination_date: ['termination_date'],
  leave_started_at: ['leave_started_at'],
  photo: ['photo'],
  created_at: ['created_at'],
  updated_at: ['updated_at'],
  id: [],
} as const

const names = bothNames('first_name', 'last_name')
const namesAndNumber = searchText(...names, 'employee_number')

/** Stored, because ICU takes longer to lower-case all names than the rest of a search. */
export const employeeSearchText = 'search_text collate "C"'

export const EmployeeSchema = defineEntity({
  name: 'Employee',
  tableName: 'employees',
  properties: {
    id: uuidKey(),
    employee_number: text(50),
    first_name: text(150),
    last_name: text(150),
    email: text(254),
    document_number: text(50).default(''),
    date_of_birth: p.date().nullable(),
    hire_date: p.date().nullable(),
    termination_date: p.date().nullable(),
    leave_started_at: instant().nullable(),
    photo: text(500).nullable(),
    status: choice(employeeStatuses).default('ONBOARDING'),
    proposal_type: choice(proposalTypes).nullable(),
    proposal_notes: p.string().length(2000).nullable(),
    proposal_expires_at: instant().nullable(),
    previous_status: choice(employeeStatuses).nullable(),
    created_at: instant(),
    updated_at: instant(),
    search_text: searched(namesAndNumber),
    /** What the console searches in (D51). */
    folded_text: searched(foldedText(...names, 'employee_number', 'email')),
  },
  indexes: [
    ...orderingIndexes('employees', employeeOrderings),
    searchIndex('employees', namesAndNumber),
    index('employees', 'search_text', 'using gin (search_text gin_trgm_ops)'),
    index('employees', 'folded_text', 'using gin (folded_text gin_trgm_ops)'),
    index('employees', 'people', '(id) include (search_text, status) where search_text is not null'),
    index('employees', 'email_lower', '(lower(email))'),
    index('employees', 'current_by_termination_date', "(termination_date, id) where status <> 'TERMINATED'"),
    index('employees', 'proposal_expiry', "(proposal_expires_at) where status = 'PROPOSAL_PENDING'"),
  ],
  uniques: [{ name: 'employees_employee_number_unique', properties: ['employee_number'] }],
  checks: [
    {
      name: 'employees_proposal_while_pending',
      expression:
        "(status = 'PROPOSAL_PENDING') = (proposal_type is not null and proposal_notes is not null and proposal_expires_at is not null and previous_status is not null)",
    },
  ],
})

export class Employee extends EmployeeSchema.class {
  declare event?: TransitionEvent

  revise(changes: Partial<Employee>, at: Date) {
    Object.assign(this, changes, { updated_at: latest(this.updated_at, at) })
  }

  activate(by: Audit) {
    this.move('activate', by)
  }

  propose(proposal: { proposal_type: ProposalType; notes: string; expires_at: Date }, by: Audit) {
    const from = this.status
    this.move('propose', by, { proposal_type: proposal.proposal_type, notes: proposal.notes })
    this.proposal_type = proposal.proposal_type
    this.proposal_notes = proposal.notes
    this.proposal_expires_at = proposal.expires_at
    this.previous_status = from
  }

  acceptProposal(by: Audit) {
    this.settleProposal('accept_proposal', by)
  }

  rejectProposal(by: Audit) {
    this.settleProposal('reject_proposal', by)
  }

  cancelProposal(by: Audit) {
    this.settleProposal('cancel_proposal', by)
  }

  forceAcceptProposal(by: Audit) {
    this.settleProposal('force_accept_proposal', by)
  }

  /** For an import; the sweep expires whole batches (D26). */
  expireProposal(by: Audit) {
    this.endProposal('expire_proposal', by)
  }

  goOnLeave(by: Audit) {
    this.move('go_on_leave', by)
    this.leave_started_at = by.at
  }

  returnFromLeave(by: Audit) {
    this.move('return_from_leave', by)
    this.leave_started_at = null
  }

  deactivate(by: Audit) {
    this.move('deactivate', by)
  }

  reactivate(by: Audit) {
    this.move('reactivate', by)
  }

  /** Assignments stay as they are (D27). */
  terminate(by: Audit) {
    this.move('terminate', by)
    this.termination_date = by.today
    this.leave_started_at = null
  }

  rehire(by: Audit) {
    this.move('rehire', by)
    this.termination_date = null
    this.leave_started_at = null
  }

  private settleProposal(transition: EmployeeTransition, by: Audit) {
    if (this.status === 'PROPOSAL_PENDING' && proposalExpired(this.proposal_expires_at ?? null, by.at))
      throw transitionNotAllowed(transition, this.status, 'the proposal has expired')
    this.endProposal(transition, by)
  }

  private endProposal(transition: EmployeeTransition | 'expire_proposal', by: Audit) {
    this.move(transition, by, { proposal_type: this.proposal_type, notes: this.proposal_notes })
    this.proposal_type = null
    this.proposal_notes = null
    this.proposal_expires_at = null
    this.previous_status = null
  }

  private move(
    transition: EmployeeTransition | 'expire_proposal',
    by: Audit,
    metadata: Record<string, unknown> = {},
  ) {
    const to = nextEmployeeStatus(transition, this.status, this.previous_status ?? null)
    if (!to) throw transitionNotAllowed(transition, this.status)
    this.event = { transition, from_status: this.status, to_status: to, by, metadata }
    this.status = to
    this.updated_at = after(this.updated_at, by.at)
  }
}

EmployeeSchema.setClass(Employee)
