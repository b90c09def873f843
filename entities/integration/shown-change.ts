import { Decimal } from 'decimal.js'
import type { ChangeAction } from '../../src/logs/events.ts'

type Columns = Record<string, unknown>

/** Columns by the names of the contract's fields; `column>field` where the two differ. */
const fields = (list: string) =>
  list.split(' ').map((one) => {
    const [column = '', field = column] = one.split('>')
    return { column, field }
  })

/** What the contract shows of the changed rows, as far as it is stored in the row itself. */
const shown = {
  employees: fields(
    'id employee_number first_name last_name email status hire_date photo created_at document_number date_of_birth termination_date leave_started_at updated_at',
  ),
  tags: fields('id name display_name category hours_delta description is_active created_at updated_at'),
  employee_tags: fields('id employee_id>employee tag_id>tag start_date end_date status created_at'),
  org_units: fields(
    'id parent_id unit_type code name short_name is_active is_management sort_order max_weekly_hours created_at updated_at',
  ),
  positions: fields('id org_unit_id title required_weekly_hours is_active notes created_at updated_at'),
  position_tags: fields('id position_id>position tag_id>tag is_mandatory created_at'),
  assignments: fields(
    'id employee_id>employee position_id effective_hours is_reinforcement status effective_date end_date end_reason suspended_at notes created_at updated_at',
  ),
  business_rules: fields('id code name severity threshold enabled description created_at updated_at'),
  cliffs: fields(
    'id employee_id>employee employee_tag_id>employee_tag org_unit_id cause date week hours created_at',
  ),
}

/** What the feed tells of, by the names of the tables. */
export type FeedSubject = keyof typeof shown
export const feedSubjects = Object.keys(shown) as FeedSubject[]

/** An entry of the change log. */
export type LoggedChange = {
  subject: FeedSubject
  action: ChangeAction
  before: Columns | null
  after: Columns | null
}

/**
 * The change as the contract shows the object: whole when it is created or deleted, otherwise the changed fields.
 * Undefined for a change of nothing that the contract shows.
 */
export function shownChange({ subject, action, before, after }: LoggedChange): LoggedChange | undefined {
  // A deleted tag stays in its table, because the logs name it (D29).
  const isHidden = subject === 'tags' && after !== null && !!after.deleted_at
  const change = {
    subject,
    action: isHidden ? 'DELETE' : action,
    before: before && shownFields(subject, before),
    after: isHidden ? null : after && shownFields(subject, after),
  } as const
  if (subject === 'employees') showProposal(change, { before, after })
  return Object.keys(change.after ?? change.before ?? {}).length ? change : undefined
}

function shownFields(subject: FeedSubject, columns: Columns) {
  const values: Columns = {}
  for (const { column, field } of shown[subject])
    if (column in columns) values[field] = shownValue(column, columns[column])
  return values
}

/** The log has JSON of PostgreSQL: decimals as numbers, instants with an offset. */
function shownValue(column: string, value: unknown) {
  if (value === null) return null
  if (/hours|threshold/.test(column)) return new Decimal(String(value)).toFixed(2)
  return column.endsWith('_at') ? new Date(String(value)).toISOString() : value
}

type Sides = { before: Columns | null; after: Columns | null }

/** Adds `current_proposal` to whole employees, and where a proposal begins or ends. */
function showProposal(change: Sides & { action: ChangeAction }, { before, after }: Sides) {
  const isPending = (columns: Columns | null) => columns?.status === 'PROPOSAL_PENDING'
  if (change.action === 'UPDATE' && !isPending(before) && !isPending(after)) return
  for (const [side, columns] of [
    [change.before, before],
    [change.after, after],
  ])
    if (side && columns)
      side.current_proposal = isPending(columns)
        ? {
            proposal_type: columns.proposal_type,
            notes: columns.proposal_notes ?? '',
            expires_at: shownValue('proposal_expires_at', columns.proposal_expires_at ?? null),
            previous_status: columns.previous_status,
          }
        : null
}
