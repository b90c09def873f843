import { type Call, callsBy } from './call.ts'
import { employee, employeeTag, tag, yilmaz } from './stable.ts'

/** A transition with a reason, which the new status does not allow again. */
const move = (by: Call['by'], number: string, { reason, to }: { reason: string; to: string }): Call => ({
  by,
  input: { id: employee(number), reason },
  invalid: { field: { reason: ['Papers'] } },
  conflicts: { [`not_from_${to}`]: {} },
})

/** Calls that change employees and their tags. */
export const peopleCalls = callsBy('manager', {
  'employees.create': {
    input: {
      employee_number: 'SA-0381',
      first_name: 'Marta',
      last_name: 'Vidal Roca',
      email: 'marta.vidal@aurelia.example',
      document_number: '53170824L',
      date_of_birth: '1994-05-17',
      hire_date: '2026-12-01',
    },
    invalid: { field: { email: 'marta' }, number_is_taken: {} },
  },
  'employees.update': {
    input: { id: yilmaz, photo: '/photos/SA-0311.jpg' },
    invalid: { field: { first_name: '' }, number_is_taken: { employee_number: 'SA-0313' } },
  },
  'employees.activate': move('admin', 'SA-0333', { reason: 'Papers complete', to: 'active' }),
  'employees.propose': {
    input: {
      id: employee('SA-0155'),
      proposal_type: 'TRANSFER',
      notes: 'Night duty in Anaesthesia',
      expires_in_days: 14,
    },
    invalid: { field: { expires_in_days: 365 } },
    conflicts: { not_from_proposal_pending: {} },
  },
  'employees.accept_proposal': move('employee', 'SA-0225', { reason: 'Gladly', to: 'active' }),
  'employees.reject_proposal': move('superuser', 'SA-0257', {
    reason: 'Not before the spring',
    to: 'active',
  }),
  'employees.cancel_proposal': move('manager', 'SA-0231', {
    reason: 'The ward found someone',
    to: 'on_leave',
  }),
  'employees.force_accept_proposal': move('superuser', 'SA-0369', {
    reason: 'Agreed by telephone',
    to: 'active',
  }),
  'employees.go_on_leave': move('superuser', 'SA-0348', { reason: 'Parental leave', to: 'on_leave' }),
  'employees.return_from_leave': move('superuser', 'SA-0299', { reason: 'Back at work', to: 'active' }),
  'employees.deactivate': move('admin', 'SA-0354', {
    reason: 'Registration under review',
    to: 'deactivated',
  }),
  'employees.reactivate': move('admin', 'SA-0334', { reason: 'Registration confirmed', to: 'active' }),
  'employees.terminate': move('admin', 'SA-0255', { reason: 'The contract ended', to: 'terminated' }),
  'employees.rehire': move('admin', 'SA-0127', { reason: 'New contract from December', to: 'onboarding' }),

  'employee_tags.create': {
    input: { employee: yilmaz, tag: tag('BLS-Course'), start_date: '2026-11-18', end_date: '2028-11-17' },
    invalid: { field: { start_date: '18.11.2026' }, dates: { end_date: '2026-11-17' } },
  },
  'employee_tags.update': {
    input: { id: employeeTag('SA-0225', 'BLS-Course'), end_date: '2028-12-02', reason: 'Course passed' },
    invalid: { field: { status: 'LOST' }, other_tag: { tag: tag('ALS-Course') } },
  },
  'employee_tags.delete': { input: { id: employeeTag('SA-0267', 'ParentalHours') } },
})
