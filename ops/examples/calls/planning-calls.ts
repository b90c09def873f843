import { type Answered, callsBy } from './call.ts'
import { emergencyAssistant, employee, orgUnit, unknown, yilmaz } from './stable.ts'

/** The last line of the plan that was shown, as it is sent to apply it. */
function lineOfPlan(answered: Answered) {
  const { fingerprint, lines } = answered('planning.solve')
  const { employee, position_id, assignment, current_hours, effective_hours } = lines.at(-1)
  return { fingerprint, lines: [{ employee, position_id, assignment, current_hours, effective_hours }] }
}

export const planningCalls = callsBy('supervisor', {
  'planning.candidates': {
    input: { position_id: emergencyAssistant, page_size: 2 },
    invalid: { parameter: { effective_hours: '0.00' } },
  },
  'planning.openings': {
    input: { employee_id: yilmaz, page_size: 2 },
    invalid: { parameter: { org_unit_id: unknown } },
  },
  'planning.forecast': { input: { weeks: 2 }, invalid: { parameter: { weeks: 100 } } },
  'planning.cliffs': { input: { page_size: 2 }, invalid: { parameter: { cause: 'WEATHER' } } },
  'planning.employee_forecast': {
    input: { employee_id: employee('SA-0274'), weeks: 3 },
    invalid: { parameter: { weeks: 100 } },
  },
  'planning.solve': {
    input: { org_unit_id: orgUnit('AUR-MGT') },
    invalid: { field: { minimum_hours: '60.00' } },
  },
  'planning.apply_plan': {
    input: lineOfPlan,
    invalid: { field: { lines: [] }, line: { lines: [{ effective_hours: '10.00' }] } },
    conflicts: { plan_outdated: {}, lines_outdated: { fingerprint: undefined } },
  },
  'planning.rebalance': {
    input: { org_unit_id: orgUnit('AUR-DIA-RAD') },
    invalid: { field: { hours_limit: 'NONE' } },
  },
  'planning.renewals': { input: { page_size: 2 }, invalid: { parameter: { weeks: 100 } } },
  'planning.training': { input: { pairs: 2 }, invalid: { parameter: { pairs: 100 } } },
  'planning.single_points': {
    input: { page_size: 2, headroom_pct: '20' },
    invalid: { parameter: { headroom_pct: '95' } },
  },
  'planning.establishment': {
    input: { org_unit_id: orgUnit('AUR-DIA-RAD'), headroom_pct: '20' },
    invalid: { parameter: { reference_date: '2026-11-17' } },
  },
  'planning.history': {
    input: { org_unit_id: orgUnit('AUR-DIA-RAD'), days: 31 },
    invalid: { parameter: { days: 400 } },
  },
  'planning.scenario': {
    input: {
      changes: [
        { kind: 'LEAVE', employee: employee('SA-0331'), start_date: '2026-11-18' },
        {
          kind: 'ASSIGNMENT_ADDED',
          employee: yilmaz,
          position_id: emergencyAssistant,
          effective_hours: '20.00',
        },
      ],
      weeks: 2,
    },
    invalid: {
      field: { weeks: 0 },
      change: { changes: [{ kind: 'ASSIGNMENT_ENDED', assignment: unknown }] },
    },
  },
  'planning.set_employee_dates': {
    by: 'manager',
    input: { employee_id: employee('SA-0299'), expected_return_date: '2027-01-11' },
    invalid: { field: { expected_start_date: '2027-01-11' } },
  },
  'planning.employee_dates': { input: { employee_id: employee('SA-0299') } },
  'planning.set_position_requirements': {
    by: 'manager',
    input: {
      position_id: emergencyAssistant,
      rows: [
        { from_date: '2026-12-01', required_weekly_hours: '60.00' },
        { from_date: '2027-03-01', required_weekly_hours: null },
      ],
    },
    invalid: { field: { rows: [{ from_date: '2026-12-01', required_weekly_hours: '-1.00' }] } },
  },
  'planning.position_requirements': { input: { position_id: emergencyAssistant } },
})
