import type { Call } from './call.ts'
import { employee, employeeTag, tag, yilmaz } from './named.ts'

const badReason = { field: { reason: ['Papers'] } }
const again = (from: string) => ({ [`not_from_${from}`]: {} })

/** What happens to employees and their tags. */
export const peopleCalls: Record<string, Call> = {
  'employees.create': {
    by: 'manager',
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
    by: 'manager',
    input: { id: yilmaz, photo: '/photos/SA-0311.jpg' },
    invalid: { field: { first_name: '' }, number_is_taken: { employee_number: 'SA-0313' } },
  },
  'employees.activate': {
    by: 'admin',
    input: { id: employee('SA-0333'), reason: 'Papers complete' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.propose': {
    by: 'manager',
    input: {
      id: employee('SA-0155'),
      proposal_type: 'TRANSFER',
      notes: 'Night duty in Anaesthesia',
      expires_in_days: 14,
    },
    invalid: { field: { expires_in_days: 365 } },
    conflicts: again('proposal_pending'),
  },
  'employees.accept_proposal': {
    by: 'employee',
    input: { id: employee('SA-0225'), reason: 'Gladly' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.reject_proposal': {
    by: 'superuser',
    input: { id: employee('SA-0257'), reason: 'Not before the spring' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.cancel_proposal': {
    by: 'manager',
    input: { id: employee('SA-0231'), reason: 'The ward found someone' },
    invalid: badReason,
    conflicts: again('on_leave'),
  },
  'employees.force_accept_proposal': {
    by: 'superuser',
    input: { id: employee('SA-0369'), reason: 'Agreed by telephone' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.go_on_leave': {
    by: 'superuser',
    input: { id: employee('SA-0348'), reason: 'Parental leave' },
    invalid: badReason,
    conflicts: again('on_leave'),
  },
  'employees.return_from_leave': {
    by: 'superuser',
    input: { id: employee('SA-0299'), reason: 'Back at work' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.deactivate': {
    by: 'admin',
    input: { id: employee('SA-0354'), reason: 'Registration under review' },
    invalid: badReason,
    conflicts: again('deactivated'),
  },
  'employees.reactivate': {
    by: 'admin',
    input: { id: employee('SA-0334'), reason: 'Registration confirmed' },
    invalid: badReason,
    conflicts: again('active'),
  },
  'employees.terminate': {
    by: 'admin',
    input: { id: employee('SA-0255'), reason: 'The contract ended' },
    invalid: badReason,
    conflicts: again('terminated'),
  },
  'employees.rehire': {
    by: 'admin',
    input: { id: employee('SA-0127'), reason: 'New contract from December' },
    invalid: badReason,
    conflicts: again('onboarding'),
  },

  'employee_tags.create': {
    by: 'manager',
    input: { employee: yilmaz, tag: tag('BLS-Course'), start_date: '2026-11-18', end_date: '2028-11-17' },
    invalid: { field: { start_date: '18.11.2026' }, dates: { end_date: '2026-11-17' } },
  },
  'employee_tags.update': {
    by: 'manager',
    input: { id: employeeTag('SA-0225', 'BLS-Course'), end_date: '2028-12-02', reason: 'Course passed' },
    invalid: { field: { status: 'LOST' }, other_tag: { tag: tag('ALS-Course') } },
  },
  'employee_tags.delete': { by: 'manager', input: { id: employeeTag('SA-0267', 'ParentalHours') } },
}
