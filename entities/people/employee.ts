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
  type SystemEmployeeTransition,
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

type Proposal = { proposal_type: ProposalType; notes: string; expires_at: Date }

const names = bothNames('first_name', 'last_name')
const namesAndNumber = searchText(...names, 'employee_number')

/** Stored, because lower-casing all names by ICU takes longer than the rest of a search. */
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

/** A transition that takes nothing but a reason. */
export type PlainTransition = Exclude<EmployeeTransition, 'propose'> | SystemEmployeeTransition

/** The fields that a transition changes besides the status. */
const consequences: Partial<Record<PlainTransition, (by: Audit) => Partial<Employee>>> = {
  go_on_leave: ({ at }) => ({ leave_started_at: at }),
  return_from_leave: () => ({ leave_started_at: null }),
  // Assignments stay as they are (D27).
  terminate: ({ today }) => ({ termination_date: today, leave_started_at: null }),
  rehire: () => ({ termination_date: null, leave_started_at: null }),
}

const noProposal = {
  proposal_type: null,
  proposal_notes: null,
  proposal_expires_at: null,
  previous_status: null,
}

export class Employee extends EmployeeSchema.class {
  declare event?: TransitionEvent

  revise(changes: Partial<Employee>, at: Date) {
    Object.assign(this, changes, { updated_at: latest(this.updated_at, at) })
  }

  propose({ notes, proposal_type, expires_at }: Proposal, by: Audit) {
    const previous_status = this.status
    this.move('propose', by, { proposal_type, notes })
    const proposal = { proposal_type, proposal_notes: notes, proposal_expires_at: expires_at }
    Object.assign(this, { ...proposal, previous_status })
  }

  /** Makes any transition except a proposal. The sweep expires whole batches of proposals without it (D26). */
  transition(name: PlainTransition, by: Audit) {
    const { status, proposal_type, proposal_notes: notes } = this
    const endsProposal = status === 'PROPOSAL_PENDING'
    this.move(name, by, endsProposal ? { proposal_type, notes } : {})
    Object.assign(this, endsProposal && noProposal, consequences[name]?.(by))
  }

  private move(
    transition: EmployeeTransition | SystemEmployeeTransition,
    by: Audit,
    metadata: Record<string, unknown>,
  ) {
    const from_status = this.status
    const to = nextEmployeeStatus(transition, from_status, this.previous_status ?? null)
    if (!to) throw transitionNotAllowed(transition, from_status)
    const hasExpired = proposalExpired(this.proposal_expires_at ?? null, by.at)
    if (hasExpired && transition !== 'expire_proposal')
      throw transitionNotAllowed(transition, from_status, 'the proposal has expired')
    this.event = { transition, from_status, to_status: to, by, metadata }
    this.status = to
    this.updated_at = after(this.updated_at, by.at)
  }
}

EmployeeSchema.setClass(Employee)
