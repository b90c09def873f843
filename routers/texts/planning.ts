import { maximumWeekHours } from '../../src/hours.ts'
import { mostWeeks } from '../../src/planning/forecast/weeks.ts'
import { forecasts, scenarios } from './forecasts.ts'

const kindOfLine = 'CREATE is a new assignment, RAISE more hours on an existing one.'
const sentence = 'The same in words, in English.'

/** Fields of the requests, and of answers about single people and positions. */
const suggestions = {
  Candidate: 'Somebody who could be given hours on the position.',
  Opening: 'A position that lacks hours and that the employee could be given hours on.',
  weeks: `How many weeks to look ahead, the current one included: 1 to ${mostWeeks}, the default.`,
  by: 'UNIT adds the hours of each org unit to every week.',
  'forecast.org_unit_id': 'Looks only at positions of this org unit and all below it; an unknown one is 400.',
  'cliffs.org_unit_id': 'Looks only at positions of this org unit and all below it; an unknown one is 400.',
  'cliffs.cause': 'Shows only changes with this cause.',
  'cliffs.direction': 'LOSS, the default, shows who loses secure hours; GAIN shows who gains some.',
  'cliffs.employee': 'Shows only changes of this employee; an unknown one is 400.',
  'cliffs.week': 'Shows only changes in this ISO week, such as `2027-W05`.',
  'cliffs.date_from': 'Shows only changes whose `date` is this day or later.',
  'cliffs.date_to': 'Shows only changes whose `date` is this day or earlier.',
  'candidates.effective_hours':
    'The hours a week to cover: by default what the position lacks, at most 40.00. Required if it lacks none.',
  'candidates.allow_partial':
    'Whether people who cannot take all these hours are asked for as many as they can: what the contract leaves or, if that is less than 1.00, what the weekly cap does. False by default.',
  'candidates.reference_date':
    'The day whose tags and pools count, today by default; also the `effective_date` to create the assignment with.',
  'candidates.include_ineligible':
    'Whether people who lack a mandatory tag are listed too; false by default.',
  'openings.effective_hours':
    'The hours a week on each position: by default what it lacks, but no more than the employee has left, or 1.00 if that is more.',
  'openings.org_unit_id': 'Looks only at positions of this org unit and all below it; an unknown one is 400.',
  'openings.include_ineligible':
    'Whether positions with a mandatory tag that the employee lacks are listed too; false by default.',
  rank: 'The place in the list, from 1 for the best.',
  'Candidate.status': 'ACTIVE or ON_LEAVE; nobody else can be assigned.',
  kind: kindOfLine,
  assignment: 'The id of the assignment to raise; null for a new one.',
  current_hours: 'The hours a week that the assignment has now; 0.00 for a new one.',
  effective_hours:
    'The hours a week that the assignment would have: what to send, whether it is created or raised.',
  is_valid: 'Whether creating or raising the assignment would be accepted now.',
  'Candidate.missing_tags': 'Short names, sorted, of the mandatory tags that the employee lacks.',
  missing_tag_display_names: 'The long names of these tags, in the same order.',
  pool_hours: 'The hours that the employee’s tags give in the week.',
  balance_after:
    'The balance with these hours assigned; of a plan’s lines and a rebalance’s changes, the earlier ones included.',
  state_after: 'The sign of that balance in a word.',
  would_exceed_pool: 'Whether that balance is negative: more would be assigned than the pool gives.',
  works_in_unit: 'Whether the employee has an ACTIVE assignment in the position’s org unit already.',
  possible_hours:
    'How many more hours a week could be assigned at most, overtime included: what the position lacks, up to the weekly cap. 0.00 if a rule refuses any.',
  costs_elsewhere_hours:
    'How many hours a week a plan could then no longer cover on other positions. Null if not computed, that is beyond the 100 best, and for users of role EMPLOYEE.',
  reason: 'Why it is proposed, and why it would be refused if so, in a sentence in English.',
  'Opening.lacking_hours': 'The hours a week that the position lacks now.',
  coverage_state_after: 'The coverage of the position with these hours assigned.',
}

/** Plans, and how they are applied. */
const plans = {
  Plan: 'Hours that people could work on positions that lack them, with the proof of how many can be covered.',
  PlanLine: 'New hours of an employee on a position.',
  AppliedPlan: 'What became of the lines of a plan.',
  'solve.org_unit_id': 'Plans only positions of this org unit and all below it; all positions by default.',
  'solve.reference_date': 'The day whose tags and pools count: from today, the default, to 182 days ahead.',
  hours_limit:
    'How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the default), or up to the weekly cap (WEEKLY_CAP), which is overtime.',
  demand:
    'Which assigned hours count as covered: all booked ones (BOOKED, the default), or only those that the forecast finds secure (SECURE). SECURE is 400 while the rule COVERAGE_EXCEEDED is BLOCKING.',
  minimum_hours:
    'The fewest hours a week of a new assignment, unless the position lacks less: 0.25 to 40.00, 4.00 by default.',
  priorities:
    'The ids of up to 50 org units whose positions come first, the most urgent unit first; none by default.',
  exclude_employees: 'The ids of up to 500 employees to leave out; none by default.',
  exclude_positions: 'The ids of up to 500 positions to leave out; none by default.',
  allow:
    'What the plan may contain: new assignments (CREATE), more hours on existing ones (RAISE), or both (CREATE_AND_RAISE, the default).',
  keep: 'Up to 5000 lines of an earlier plan, which are planned again if their assignments have not changed since; none by default.',
  'keep.assignment': 'The id of the assignment to raise; null, the default, for a new one.',
  'keep.current_hours':
    'The hours a week that the assignment had in the plan; 0.00, the default, for a new one.',
  'keep.effective_hours': `The hours a week that the assignment is to have: above \`current_hours\`, at most ${maximumWeekHours}.`,
  fingerprint:
    'Identifies the data that this was computed from: equal fingerprints mean that nothing has changed.',
  'Plan.reference_date': 'The day whose tags and pools counted.',
  PlanSummary: 'A plan in numbers. Hours are hours a week.',
  lacking_hours: 'The hours a week that the positions lack.',
  'positions.lacking_hours': 'The hours a week that the position lacks.',
  planned_hours: 'The hours that the plan covers.',
  maximum_hours: 'The most that any plan can cover; proved by the certificate.',
  maximum_hours_without_minimum: 'The most that any plan could cover without `minimum_hours`.',
  is_maximum: 'Whether this reaches `maximum_hours`.',
  open_hours: 'The hours that still lack after the plan.',
  new_assignments: 'The number of new assignments.',
  new_assignments_at_least: 'The fewest new assignments that a plan with the maximum needs.',
  raised_assignments: 'The number of assignments that get more hours.',
  'PlanSummary.employees': 'The number of people with a line in the plan.',
  'PlanSummary.positions': 'The number of positions with a line in the plan.',
  coverage_pct_before: 'Assigned hours as a percentage of the required ones before, at most 999.99.',
  coverage_pct_after: 'The same with the planned hours assigned.',
  'PlanSummary.surplus_hours':
    'The hours that positions have above what they require, which a plan leaves as they are.',
  'PlanSummary.over_contract_hours':
    'The hours that people have above their pools already, which a plan leaves as they are.',
  sentence,
  'Plan.certificate':
    'Why no plan can cover more: `lacking_hours` - `short_positions_lacking_hours` + `people_free_hours` = `maximum_hours`.',
  'certificate.short_positions': 'The number of positions that only the people below may fill.',
  short_positions_lacking_hours: 'What these positions lack together.',
  people: 'The number of people with hours left who may fill one of these positions.',
  people_free_hours: 'The hours that these people have left.',
  lines: 'What to create or raise, by org unit, position and name. Each line counts those before it.',
  'PlanLine.effective_hours':
    'The hours a week that the assignment would have, which is what to send; 0.00 if a rebalance ends it.',
  added_hours: 'The hours a week that the line adds.',
  lacking_hours_after: 'The hours that the position still lacks after this line and those before it.',
  shortages: 'What stays open in any plan, and why, the greatest first.',

  Shortage: 'Positions that stay short in every plan, and why. Hours are hours a week.',
  short_hours: 'The hours that no plan can cover.',
  short_fte: 'The same as full-time equivalents of 40 hours.',
  free_hours: 'The hours left to the people who may fill these positions.',
  tag_sets: 'The mandatory tags that these positions require, in sets; the set that lacks most first.',
  'tag_sets.tags': 'Short names, sorted, of the tags.',
  'tag_sets.position_count': 'The number of these positions that require exactly this set.',
  short_alone_hours: 'The hours that would stay open if these were the only positions.',
  'Shortage.positions': 'The positions, what lacks most first; 50 at most.',
  'Shortage.position_count': 'The number of these positions, those not listed included.',
  holders: 'The people who hold all mandatory tags of one of these positions.',
  'holders.active': 'Those whom the plan could use.',
  'holders.on_leave': 'Those on leave.',
  'holders.other': 'All others, such as people with another status or ruled out by a rule.',
  'holders.contract_hours': 'The pools of the active ones.',
  'holders.assigned_hours': 'The hours that the active ones are assigned, here and elsewhere.',
  left_below_minimum_hours:
    'The hours left to those with too few for a new assignment and none here to raise.',
  'Shortage.cause':
    'Nobody active holds the tags (NOBODY_HOLDS), nobody who does has hours left (NO_HOURS_LEFT), or what they have left is too little (NOT_ENOUGH_HOURS).',
  remedies: 'What would close some of the shortage. Each was planned on its own; two do not add up.',
  'remedies.kind':
    'Up to three people who lack only this certificate get it (CERTIFY), people on leave come back (RETURN), the holders work up to the weekly cap (OVERTIME), new people are hired who hold all the tags (HIRE), or new assignments may be as short as 0.25 hours (SMALLER_MINIMUM).',
  'remedies.tag': 'The id of the certificate of a CERTIFY; otherwise null.',
  'remedies.tag_name': 'The short name of that certificate; otherwise null.',
  'remedies.employees': 'The people of a CERTIFY or RETURN; none otherwise.',
  'employees.id': 'The employee’s id.',
  'employees.name': 'The employee’s name, as `Last, First`.',
  closes_hours: 'The hours that a plan could then cover as well.',

  'apply_plan.lines':
    'The lines to apply: 1 to 500 of those of a plan, as it gave them. No two for the same employee and position.',
  'apply_plan.fingerprint':
    'The plan’s fingerprint. If it is given, and anything has changed since, nothing is applied.',
  'apply_plan.effective_date':
    'The `effective_date` of new assignments: a day of this week, today by default.',
  'apply_plan.notes': 'The notes of new assignments, at most 2000 characters; blank unless given.',
  on_conflict: 'If a line no longer holds: refuse all (REFUSE, the default), or apply the others (SKIP).',
  applied: 'The lines that were applied.',
  index: 'The place of the line among those sent, from 0.',
  'applied.assignment': 'The id of the assignment that was created or raised.',
  'applied.effective_hours': 'The hours a week that the assignment has now.',
  skipped: 'The lines that no longer hold and were left out; only with `on_conflict` SKIP.',
  messages: 'What is wrong, by the name of the line’s field.',
  'AppliedPlan.covered_hours': 'The hours a week that were added.',
}

const rebalances = {
  Rebalance: 'Changes that move hours from where there are too many to where they are missing.',
  RebalanceChange: 'More or fewer hours of an employee on a position.',
  'Rebalance.reference_date': 'The day whose tags and pools counted.',
  'Rebalance.summary': 'The rebalance in numbers. Hours are hours a week.',
  'Rebalance.summary.lacking_hours': 'The hours that positions lack.',
  'Rebalance.summary.over_contract_hours':
    'The hours that people have above their pools, or above the weekly cap with `hours_limit` WEEKLY_CAP.',
  surplus_hours: 'The hours that positions have above what they require.',
  'summary.covered_hours': 'How many of the lacking hours the changes cover.',
  relieved_hours: 'How many of the hours over contract the changes take away.',
  'Rebalance.summary.maximum_hours':
    'The most that any changes can put right, covered and relieved together.',
  'summary.changes': 'The number of changes.',
  changes_at_least: 'The fewest changes that put the maximum right; null if these do not.',
  'Rebalance.certificate':
    'Why no changes can put more right: `missed_hours` - `short_hours` + `people_free_hours` + `surplus_hours` + `elsewhere_hours` = `maximum_hours`.',
  missed_hours: 'What positions lack, and what people have over contract, together.',
  'Rebalance.certificate.short_positions': 'The number of positions whose lack cannot be made up in full.',
  short_people: 'The number of people who cannot be relieved in full.',
  'Rebalance.certificate.short_hours': 'What these positions lack and these people have over contract.',
  'Rebalance.certificate.people_free_hours': 'What people who could help there have left.',
  'Rebalance.certificate.surplus_hours': 'What positions there have above what they require.',
  elsewhere_hours: 'What people who could help there are assigned to other positions.',
  'Rebalance.certificate.maximum_hours': 'The most that any changes can put right.',
  'Rebalance.changes':
    'The changes, in an order in which they can be made one by one. Each counts those before it.',
  'RebalanceChange.kind':
    'Fewer hours (LOWER), the end of an assignment (END), more hours (RAISE), or a new assignment (CREATE).',
  'RebalanceChange.assignment': 'The id of the assignment to change; null for a new one.',
  changed_hours: 'The hours a week that the change adds, or takes if negative.',
}

export const planning = { ...suggestions, ...plans, ...rebalances, ...forecasts, ...scenarios }
