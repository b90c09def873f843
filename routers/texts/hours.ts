import { maximumWeekHours } from '../../src/hours.ts'

export const hours = {
  HoursSimulation: 'An employee’s balance as it is, and with more or fewer hours assigned.',
  HoursBalance:
    'An employee’s hours in one week: the pool that tags give, what is assigned, and the difference. Never stored; computed for each request.',
  period: 'The ISO week, Monday to Sunday, that contains the reference date.',
  'period.start_date': 'The Monday.',
  'period.end_date': 'The Sunday.',
  pool: 'The hours of the week that the employee’s ACTIVE tags give.',
  base_hours:
    'The positive `hours_delta` of the tags that hold on the reference date, added up; always for a whole week.',
  adjustment_delta:
    'The negative `hours_delta` of the tags that hold in the week, added up, each in proportion to its days in the week.',
  'pool.effective_hours': 'What both come to: `base_hours` plus `adjustment_delta`, but at least 0.00.',
  consumption: 'What the employee is assigned.',
  'consumption.assigned_hours': 'The hours a week of the employee’s ACTIVE assignments.',
  'consumption.assignment_count': 'The number of the employee’s ACTIVE assignments.',
  'HoursBalance.tags':
    'Short names, sorted, of the ACTIVE tags that hold in the week; one held twice appears twice.',
  error:
    'NO_ACTIVE_TAGS if no tag with a positive `hours_delta` holds on the reference date, otherwise null.',
  projected_balance: 'The balance with the additional hours assigned.',
  projected_state: 'The sign of the projected balance in a word.',
  would_exceed_pool: 'Whether the projected balance is negative: more would be assigned than the pool gives.',
  additional_hours: `Hours a week to assign as well, or to take away if negative: from -${maximumWeekHours} to ${maximumWeekHours}.`,
  employee_ids: 'The ids of 1 to 500 employees. An unknown one refuses the whole request.',
}
