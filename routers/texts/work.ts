import { maximumRequiredHours, maximumWeekHours } from '../../src/hours.ts'

const byState = (state: string, hours: string) => `The number of positions that are ${state}: ${hours}.`

export const org_units = {
  OrgUnitRow: 'An org unit as lists show it.',
  OrgUnitDetail: 'An org unit, with what is below it counted.',
  'list.unit_type': 'Shows only units of this type.',
  'list.parent_id': 'Shows only units directly under this one; an unknown id gives an empty list.',
  'list.search': 'Shows only units whose name or code contains this text, ignoring case.',
  parent_id: 'The unit directly above; null for the CLINIC alone.',
  unit_type: 'Where the unit belongs in the hierarchy; cannot be changed later.',
  code: 'A code by which people know the unit: unique, at most 50 characters.',
  name: 'The unit’s name, at most 200 characters.',
  short_name: 'An abbreviation, at most 50 characters; blank unless given.',
  is_active:
    'Whether the unit is in use. A unit with active children or positions cannot be deactivated. True unless given at creation.',
  is_management:
    'Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API.',
  sort_order: 'Where the unit stands among its siblings, the smallest first; 0 unless given at creation.',
  max_weekly_hours: `The most hours a week that an employee may be assigned, in place of the threshold of the rule MAX_WEEKLY_HOURS: above 0, at most ${maximumWeekHours}. Null for that threshold; anything else is refused on units other than the CLINIC.`,
  position_count: 'The number of active positions in this unit itself.',
  children_count: 'The number of units directly below, inactive ones included.',
  descendant_count: 'The number of units below on all levels, inactive ones included.',
  total_position_count: 'The number of active positions in this unit and all below it.',
}

export const positions = {
  PositionRow: 'A position as lists show it.',
  PositionDetail: 'A position with its tags and ACTIVE assignments.',
  'list.org_unit_id':
    'Shows only positions of this org unit, not of those below it; an unknown id gives an empty list.',
  'list.coverage_state': 'Shows only positions in this state.',
  'list.search': 'Shows only positions whose title contains this text, ignoring case.',
  eligible_for_employee:
    'The id of an employee whose tags are compared with those that the position requires; an unknown one is 400.',
  org_unit_id: 'The id of the org unit that holds the position: an active UNIT.',
  required_weekly_hours: `The hours a week that the position needs: above 0, at most ${maximumRequiredHours}.`,
  is_active:
    'Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an active one can be assigned. True unless given at creation.',
  coverage_state: 'How far the assigned hours cover the required ones.',
  assigned_hours: 'The hours a week of the ACTIVE assignments to the position.',
  assignment_count: 'The number of ACTIVE assignments to the position.',
  is_eligible:
    'Whether the employee of `eligible_for_employee` holds all mandatory tags today; null without that parameter.',
  missing_tags:
    'Short names, sorted, of the mandatory tags that the employee of `eligible_for_employee` lacks today; null without that parameter.',
  notes: 'Remarks, at most 2000 characters; blank unless given.',
  'PositionRow.required_tags':
    'The tags that the position requires; null without the parameter `eligible_for_employee`.',
  'required_tags.name': 'The tag’s short name.',
  'required_tags.category': 'What kind of tag it is.',
  'PositionDetail.required_tags': 'The tags that the position requires.',
  'required_tags.id': 'The id of the position tag, the requirement itself.',
  tag_id: 'The tag’s id in the catalogue.',
  assignments: 'The ACTIVE assignments to the position; to a user of role EMPLOYEE only their own.',
  'duplicate.title':
    'The title of the copy, at most 200 characters; by default that of the original with ` (copy)`.',
  'duplicate.required_weekly_hours': 'The hours a week of the copy; by default those of the original.',
  'duplicate.is_active': 'Whether the copy is in use; by default as the original is.',
  'duplicate.notes': 'Remarks on the copy, at most 2000 characters; by default those of the original.',

  CoverageSummary: 'How far all active positions are covered.',
  global: 'All active positions together.',
  by_unit:
    'The org units with an active position, the least covered first. Units are not added up into those above.',
  org_unit_type: 'The org unit’s type.',
  parent_id: 'The id of the unit directly above, by which units can be added up.',
  total_positions: 'The number of active positions.',
  position_count: 'The number of active positions in the unit.',
  covered_positions: byState('COVERED', 'as many hours assigned as required'),
  partial_positions: byState('PARTIAL', 'some hours assigned, fewer than required'),
  vacant_positions: byState('VACANT', 'no hours assigned'),
  over_covered_positions: byState('OVER_COVERED', 'more hours assigned than required'),
  covered: byState('COVERED', 'as many hours assigned as required'),
  partial: byState('PARTIAL', 'some hours assigned, fewer than required'),
  vacant: byState('VACANT', 'no hours assigned'),
  over_covered: byState('OVER_COVERED', 'more hours assigned than required'),
  total_required_hours: 'The hours a week that the positions need.',
  total_assigned_hours: 'The hours a week of their ACTIVE assignments.',
  required_hours: 'The hours a week that the positions need.',
  'by_unit.assigned_hours': 'The hours a week of their ACTIVE assignments.',
  coverage_pct:
    'Assigned hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. Hours above what one position requires make up for those that another lacks.',
  employee_breakdown:
    'How many employees hold the unit’s ACTIVE assignments, by their status; everybody is counted once.',
  'employee_breakdown.active': 'Employees who are ACTIVE.',
  'employee_breakdown.on_leave': 'Employees who are ON_LEAVE.',
  'employee_breakdown.other': 'Employees of any other status.',
}

export const assignments = {
  AssignmentRow: 'An assignment as lists show it.',
  AssignmentDetail: 'An assignment in full.',
  AssignmentPreview: 'What the business rules find against an assignment as of today.',
  'list.employee__employee_number': 'Shows only assignments of the employee with exactly this number.',
  'list.search': 'Shows only assignments whose employee’s name or number contains this text, ignoring case.',
  'create.employee': 'The id of the employee, who must be ACTIVE or ON_LEAVE.',
  'update.employee': 'The id of the employee to move the assignment to, who must be ACTIVE or ON_LEAVE.',
  'create.position_id': 'The id of the position, which must be active.',
  'update.position_id': 'The id of the position to move the assignment to, which must be active.',
  is_reinforcement:
    'Whether the hours are meant to be above what the position requires. No rule looks at it, and they count like others. False unless given at creation; cannot be changed later.',
  status: 'Only ACTIVE assignments count towards coverage and hours. Only transitions change the status.',
  effective_date:
    'From when the assignment holds: the employee must hold the position’s tags on that day. Null, the default, means today. The hours count from creation on, also before that day.',
  end_date: 'The day of the transition `end`; null before it.',
  'AssignmentDetail.end_reason': 'Why the assignment was ended; blank before that.',
  'end.end_reason': 'Why the assignment is ended; OTHER by default.',
  suspended_at: 'When the assignment was suspended; null unless it is SUSPENDED.',
  notes: 'Remarks, at most 2000 characters; blank unless given.',
  'end.notes': 'Remarks to append to those of the assignment, on a new line.',
  transitions: 'The transitions that the status allows, whoever may perform them.',
  'AssignmentPreview.assignment': 'The assignment that was checked.',
  is_valid: 'Whether no blocking violation was found. Warnings do not prevent creation.',
}
