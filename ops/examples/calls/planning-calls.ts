import { type Answered, callsBy, type Input } from './call.ts'
import { emergencyAssistant, employee, orgUnit, unknown, yilmaz } from './stable.ts'

/** The last line of the plan that was shown, as it is sent to apply it. */
function lineOfPlan(answered: Answered) {
  const { fingerprint, lines } = answered('planning.solve')
  const { employee, position_id, assignment, current_hours, effective_hours } = lines.at(-1)
  return { fingerprint, lines: [{ employee, position_id, assignment, current_hours, effective_hours }] }
}

/** Lines or changes of an answer, as they are sent back. */
const sentBack = (lines: Input[]) =>
  lines.map(({ employee, position_id, assignment, current_hours, effective_hours }) => {
    return { employee, position_id, assignment, current_hours, effective_hours }
  })

const leave = { kind: 'LEAVE', employee: employee('SA-0331'), start_date: '2026-11-18' }

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
  'planning.keep_draft': {
    input: (answered) => {
      const { lines, reference_date } = answered('planning.solve')
      return {
        name: 'The offices, from the day of the plan',
        org_unit_id: orgUnit('AUR-MGT'),
        reference_date,
        lines: sentBack(lines.slice(0, 1)),
      }
    },
    invalid: { field: { reference_date: '2026-01-01' }, line: { lines: [{ effective_hours: '10.00' }] } },
    conflicts: { line_outdated: { headroom_pct: '90.00' } },
  },
  'planning.drafts': { input: { page_size: 1 }, invalid: { parameter: { ordering: 'name' } } },
  'planning.draft': { input: (answered) => ({ draft_id: answered('planning.keep_draft').id }) },
  // Before a second application: the two would have the same time, and no order.
  'planning.applications': { invalid: { parameter: { ordering: 'kind' } } },
  'planning.apply_draft': {
    input: (answered) => ({ draft_id: answered('planning.keep_draft').id, notes: 'As kept.' }),
    invalid: { field: { notes: ['As kept.'] } },
    conflicts: { applied_already: {} },
  },
  'planning.take_back': {
    input: (answered) => ({ application_id: answered('planning.apply_draft').application }),
    conflicts: { taken_back_already: {} },
  },
  'planning.delete_draft': { input: (answered) => ({ draft_id: answered('planning.keep_draft').id }) },
  'planning.apply_rebalance': {
    input: (answered) => ({ changes: sentBack(answered('planning.rebalance').changes) }),
    invalid: { field: { changes: [] } },
    conflicts: { changes_outdated: {} },
  },
  'planning.keep_scenario': {
    input: { name: 'A leave without a substitute', changes: [leave] },
    invalid: { field: { name: '' } },
    given: [
      [
        'planning.keep_scenario',
        {
          name: 'A leave with a substitute',
          changes: [
            leave,
            {
              kind: 'ASSIGNMENT_ADDED',
              employee: yilmaz,
              position_id: emergencyAssistant,
              effective_hours: '20.00',
            },
          ],
        },
      ],
    ],
  },
  'planning.kept_scenarios': {
    input: { ordering: '-name' },
    invalid: { parameter: { ordering: 'kept_by' } },
  },
  'planning.compare_scenarios': {
    input: (answered) => {
      const [first, second] = answered('planning.kept_scenarios').results
      return { first: first.id, second: second.id }
    },
    invalid: { field: { first: unknown } },
  },
  'planning.delete_scenario': {
    input: (answered) => ({ scenario_id: answered('planning.keep_scenario').id }),
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
