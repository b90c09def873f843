import { demoUsers } from '../../../server/demo/users.ts'
import type { Call } from './call.ts'
import {
  emergency,
  emergencyAssistant,
  employee,
  employeeTag,
  endedEarlier,
  onWard2A,
  orgUnit,
  positionTag,
  stableId,
  tag,
  unknown,
  yilmaz,
} from './stable.ts'

/** Calls that change nothing. */
export const readCalls: Record<string, Call> = {
  'health.check': { by: 'anonymous' },
  'auth.login': {
    by: 'anonymous',
    input: { email: demoUsers.manager.email, password: demoUsers.manager.password },
    invalid: { field: { email: 'manager' }, credentials: { password: 'wrong' } },
  },
  'auth.me': { by: 'manager' },
  'auth.export': { by: 'manager' },
  'employees.list': {
    input: { search: 'SA-031', ordering: 'employee_number', page_size: 2 },
    invalid: { parameter: { status: 'RETIRED' } },
  },
  'employees.get': { input: { id: yilmaz } },
  'employees.transitions': {
    input: { id: employee('SA-0104'), page_size: 2 },
    invalid: { parameter: { ordering: 'salary' } },
  },
  'employees.available_transitions': { input: { id: yilmaz } },
  'transitions.list': {
    input: { employee: yilmaz, page_size: 2 },
    invalid: { parameter: { date_from: 'yesterday' } },
  },
  'transitions.get': { input: (answered) => ({ id: answered('transitions.list').results[0].id }) },
  'tag_change_logs.list': {
    input: { employee: employee('SA-0364'), page_size: 2 },
    invalid: { parameter: { date_from: 'yesterday' } },
  },
  'tag_change_logs.get': { input: (answered) => ({ id: answered('tag_change_logs.list').results[0].id }) },
  'assignments.list': { input: { employee: yilmaz }, invalid: { parameter: { status: 'PLANNED' } } },
  'assignments.get': { input: { id: onWard2A } },
  'assignments.transitions': { input: { id: endedEarlier }, invalid: { parameter: { ordering: 'hours' } } },
  'assignments.available_transitions': { input: { id: onWard2A } },
  'assignments.preview': {
    by: 'supervisor',
    input: { employee: employee('SA-0269'), position_id: emergencyAssistant, effective_hours: '10.00' },
    invalid: { field: { effective_hours: '10.125' }, status: { employee: employee('SA-0229') } },
  },
  'tags.list': { input: { page_size: 2 }, invalid: { parameter: { ordering: 'color' } } },
  'tags.get': { input: { id: tag('CareAssistant') } },
  'employee_tags.list': { input: { employee_id: yilmaz }, invalid: { parameter: { category: 'HOBBY' } } },
  'employee_tags.get': { input: { id: employeeTag('SA-0311', 'StudyLeave') } },
  'position_tags.list': {
    input: { position_id: emergencyAssistant },
    invalid: { parameter: { ordering: 'weight' } },
  },
  'position_tags.get': { input: { id: positionTag(emergency, 'Emergency care assistant', 'CareAssistant') } },
  'hours.balance': {
    input: { employee_id: yilmaz },
    invalid: { parameter: { reference_date: 'next week' } },
  },
  'hours.batch_balance': {
    input: { employee_ids: [yilmaz, employee('SA-0267')], reference_date: '2026-11-23' },
    invalid: { unknown_employee: { employee_ids: [unknown] } },
  },
  'hours.simulate': {
    input: { employee_id: yilmaz, additional_hours: '20.00' },
    invalid: { field: { additional_hours: 'twenty' } },
  },
  'org_units.list': {
    input: { unit_type: 'UNIT', search: 'AUR-EMC', page_size: 2 },
    invalid: { parameter: { unit_type: 'FLOOR' } },
  },
  'org_units.get': { input: { id: orgUnit('AUR-EMC-EMR') } },
  'positions.list': {
    input: { coverage_state: 'VACANT', page_size: 2 },
    invalid: { parameter: { coverage_state: 'EMPTY' } },
  },
  'positions.get': {
    input: { id: emergencyAssistant, eligible_for_employee: yilmaz },
    invalid: { parameter: { eligible_for_employee: unknown } },
  },
  'positions.coverage_summary': {},
  'business_rules.list': {},
  'business_rules.get': { input: { id: stableId('business rule MAX_WEEKLY_HOURS') } },
  'integration.changes': {
    // The cursor of an empty log.
    input: { after: '0.0.1.0', subjects: 'tags', limit: 2 },
    invalid: { parameter: { after: 'yesterday' } },
  },
  'integration.employees': {
    input: { employee_number: 'SA-0311' },
    invalid: { parameter: { updated_after: 'yesterday' } },
  },
  'integration.tags': { input: { name: 'CareAssistant' }, invalid: { parameter: { updated_after: 'soon' } } },
  'integration.org_units': { input: { code: emergency }, invalid: { parameter: { updated_after: 'soon' } } },
  'integration.positions': {
    input: { org_unit_code: emergency, title: 'Emergency care assistant' },
    invalid: { parameter: { updated_after: 'soon' } },
  },
  'integration.employee_tags': {
    input: { employee_number: 'SA-0311', tag_name: 'StudyLeave' },
    invalid: { parameter: { updated_after: 'soon' } },
  },
  'integration.position_tags': {
    input: { org_unit_code: emergency, page_size: 1 },
    invalid: { character: { tag_name: '\0' } },
  },
  'integration.assignments': {
    input: { employee_number: 'SA-0311', status: 'ACTIVE' },
    invalid: { parameter: { status: 'PLANNED' } },
  },
}
