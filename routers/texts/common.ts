import { maximumWeekHours } from '../../src/hours.ts'
import { defaultPageSize, maximumPageSize } from '../endpoints/page.ts'

/** What fields mean that several resources have. */
export const common = {
  id: 'The object’s id, which never changes.',
  created_at: 'When the object was created.',
  updated_at: 'When the object last changed.',
  employee: 'The employee’s id.',
  employee_id: 'The employee’s id.',
  employee_name: 'The employee’s name, as `Last, First`.',
  employee_number: 'The clinic’s own number for the employee: unique, at most 50 characters.',
  position_id: 'The position’s id.',
  position_title: 'The position’s title.',
  title: 'What the work is called; at most 200 characters.',
  org_unit_id: 'The id of the org unit that holds the position.',
  org_unit_name: 'The name of the org unit that holds the position.',
  'by_unit.org_unit_id': 'The org unit’s id.',
  'by_unit.org_unit_name': 'The org unit’s name.',
  tag: 'The tag’s id in the catalogue.',
  tag_name: 'The tag’s short name.',
  tag_display_name: 'The tag’s long name.',
  tag_category: 'What kind of tag it is.',
  is_mandatory:
    'Whether an assignment of somebody without the tag is refused, as long as the rule TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is a warning. True unless given at creation.',
  reason: 'Why this is done; goes into the log. At most 2000 characters; blank unless given.',
  reference_date: 'Any day of the week to look at; today by default.',
  effective_hours: `Hours a week that the employee works on the position: above 0, at most ${maximumWeekHours}.`,
  balance:
    'The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if more is assigned than the pool gives.',
  state: 'The sign of the balance in a word.',
  computed_at: 'When this was computed.',
  violations: 'What the enabled business rules find, by what follows from it.',
  'violations.blocking': 'Violations for which creation is refused.',
  'violations.warnings':
    'Violations that do not prevent the assignment but should be looked at; they are stored with it.',
  'violations.info': 'Violations that are only recorded with the assignment.',
  Violation: 'What a business rule finds against an assignment.',
  rule_code: 'The rule that was violated.',
  message: 'What is wrong, in a sentence for people.',
  'Violation.missing_tags':
    'Short names, sorted, of the tags that the employee lacks; only with TAG_REQUIREMENT_MISMATCH.',
  threshold: 'The number at which the rule applies: hours or days, by rule. Null for a rule that takes none.',
  enabled: 'Whether the rule is evaluated at all.',
  severity: 'What follows from a violation of the rule.',

  // Lists
  page: 'The page to show, from 1, the default. Anything but a positive integer, and a page past the last, is 404.',
  page_size: `Rows per page: ${defaultPageSize} by default, ${maximumPageSize} at most; more means ${maximumPageSize}.`,
  ordering:
    'The stored field to order by, with `-` before it for descending. Every order ends in the id, so that pages neither repeat nor skip a row.',
  count: 'The number of rows on all pages together.',
  next: 'The REST address of the next page, with the same parameters; null on the last page.',
  previous: 'The REST address of the previous page, with the same parameters; null on the first page.',
  results: 'The rows of this page.',
  'list.employee': 'Shows only what concerns this employee; an unknown id gives an empty list.',
  OwnTransition: 'A transition in the log of one employee or one assignment.',
  'OwnTransition.actor_email': 'The email of that user; null if the service made the transition.',
  'list.employee_id': 'Shows only what concerns this employee; an unknown id gives an empty list.',
  'list.position_id': 'Shows only what concerns this position; an unknown id gives an empty list.',
  'list.status': 'Shows only rows with this status.',
  'list.category': 'Shows only tags of this category.',
  'list.is_active': 'Shows only active or, with `false`, only inactive rows; without it both.',
  'list.date_from': 'The first day to show, in the clinic’s time zone.',
  'list.date_to': 'The last day to show, in the clinic’s time zone; the whole day is included.',
}
