import { type Model, notAllowed, text, unknownRow } from './expected.ts'

const previous = 'PREVIOUS'
const moves: Record<string, { from: string[]; to: string; may?: string[] }> = {
  activate: { from: ['ONBOARDING'], to: 'ACTIVE' },
  propose: { from: ['ACTIVE', 'ON_LEAVE'], to: 'PROPOSAL_PENDING' },
  cancel_proposal: { from: ['PROPOSAL_PENDING'], to: previous },
  force_accept_proposal: { from: ['PROPOSAL_PENDING'], to: previous },
  go_on_leave: { from: ['ACTIVE'], to: 'ON_LEAVE', may: ['leave_started_at'] },
  return_from_leave: { from: ['ON_LEAVE'], to: 'ACTIVE', may: ['leave_started_at'] },
  deactivate: { from: ['ACTIVE'], to: 'DEACTIVATED' },
  reactivate: { from: ['DEACTIVATED'], to: 'ACTIVE' },
  terminate: {
    from: ['ACTIVE', 'ON_LEAVE', 'DEACTIVATED'],
    to: 'TERMINATED',
    may: ['termination_date', 'leave_started_at'],
  },
  rehire: { from: ['TERMINATED'], to: 'ONBOARDING', may: ['termination_date', 'leave_started_at'] },
}
const noProposal = {
  proposal_type: null,
  proposal_notes: null,
  proposal_expires_at: null,
  previous_status: null,
}

/** Transitions of employees, and changes of their document number. */
export const employees: Model = ({ procedure, id = '', body }, view) => {
  const row = view.row('employees', id)
  if (!row) return unknownRow
  const transition = procedure.split('.')[1] ?? ''
  if (transition === 'update')
    return { effect: { table: 'employees', id, set: { document_number: text(body.document_number) } } }
  const { from, to, may = [] } = moves[transition] ?? { from: [], to: '' }
  const status = text(row.status)
  if (!from.includes(status)) return notAllowed(transition, status)
  const next = to === previous ? text(row.previous_status) : to
  const isProposed = transition === 'propose'
  const proposal = isProposed
    ? { proposal_type: text(body.proposal_type), proposal_notes: text(body.notes), previous_status: status }
    : to === previous && noProposal
  const reason = isProposed ? '' : text(body.reason)
  const entry = {
    transition,
    from_status: status,
    to_status: next,
    employee_id: id,
    assignment_id: null,
    reason,
  }
  return {
    effect: {
      table: 'employees',
      id,
      set: { status: next, ...proposal },
      may: isProposed ? ['proposal_expires_at'] : may,
      logged: { table: 'transition_log', entry },
    },
  }
}
