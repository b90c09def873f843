// Generated from the procedures of the service by `npm run generate`.

import type { CallOptions, DateText, DecimalText, Instant, Ordering, Rows, Uuid } from './wire.ts'

/**
 * - `ADMIN`: reads and changes everything; makes all transitions of employees, except those reserved
 * for the employee or a superuser
 * - `MANAGER`: reads and changes everything; of the transitions of employees, only makes and cancels
 * proposals
 * - `SUPERVISOR`: reads everything, and changes assignments
 * - `VIEWER`: reads everything, previews and simulates
 * - `EMPLOYEE`: reads the catalogues and their own data; goes on leave and answers proposals
 */
export type Role = 'ADMIN' | 'MANAGER' | 'SUPERVISOR' | 'VIEWER' | 'EMPLOYEE'

/**
 * - `ONBOARDING`: new or rehired, not yet activated; cannot be assigned
 * - `ACTIVE`: at work; can be assigned
 * - `PROPOSAL_PENDING`: must answer a proposal first; cannot be assigned until then
 * - `ON_LEAVE`: away for a time; can be assigned
 * - `DEACTIVATED`: out of use until reactivated; cannot be assigned
 * - `TERMINATED`: no longer employed; cannot be assigned
 */
export type EmployeeStatus =
  | 'ONBOARDING'
  | 'ACTIVE'
  | 'PROPOSAL_PENDING'
  | 'ON_LEAVE'
  | 'DEACTIVATED'
  | 'TERMINATED'

/**
 * - `activate`: ONBOARDING to ACTIVE
 * - `propose`: ACTIVE or ON_LEAVE to PROPOSAL_PENDING
 * - `accept_proposal`: PROPOSAL_PENDING to the status before
 * - `reject_proposal`: PROPOSAL_PENDING to the status before
 * - `cancel_proposal`: PROPOSAL_PENDING to the status before
 * - `force_accept_proposal`: PROPOSAL_PENDING to the status before, by a superuser
 * - `go_on_leave`: ACTIVE to ON_LEAVE
 * - `return_from_leave`: ON_LEAVE to ACTIVE
 * - `deactivate`: ACTIVE to DEACTIVATED
 * - `reactivate`: DEACTIVATED to ACTIVE
 * - `terminate`: ACTIVE, ON_LEAVE or DEACTIVATED to TERMINATED
 * - `rehire`: TERMINATED to ONBOARDING
 */
export type EmployeeTransition =
  | 'activate'
  | 'propose'
  | 'accept_proposal'
  | 'reject_proposal'
  | 'cancel_proposal'
  | 'force_accept_proposal'
  | 'go_on_leave'
  | 'return_from_leave'
  | 'deactivate'
  | 'reactivate'
  | 'terminate'
  | 'rehire'

/**
 * - `ASSIGNMENT`: to work on a position
 * - `TRANSFER`: to move to another position
 */
export type ProposalType = 'ASSIGNMENT' | 'TRANSFER'

/**
 * - `ACTIVE`: its hours count
 * - `SUSPENDED`: its hours do not count until it is resumed
 * - `ENDED`: over for good; only its notes can be changed
 */
export type AssignmentStatus = 'ACTIVE' | 'SUSPENDED' | 'ENDED'

/**
 * - `suspend`: ACTIVE to SUSPENDED
 * - `resume`: SUSPENDED to ACTIVE
 * - `end`: ACTIVE or SUSPENDED to ENDED
 */
export type AssignmentTransition = 'suspend' | 'resume' | 'end'

/**
 * - `ONBOARDING`: new or rehired, not yet activated; cannot be assigned
 * - `ACTIVE`: of an employee: at work; of an assignment: its hours count
 * - `PROPOSAL_PENDING`: must answer a proposal first; cannot be assigned until then
 * - `ON_LEAVE`: away for a time; can be assigned
 * - `DEACTIVATED`: out of use until reactivated; cannot be assigned
 * - `TERMINATED`: no longer employed; cannot be assigned
 * - `SUSPENDED`: its hours do not count until it is resumed
 * - `ENDED`: over for good; only its notes can be changed
 */
export type LoggedStatus = EmployeeStatus | AssignmentStatus

/**
 * - `activate`: ONBOARDING to ACTIVE
 * - `propose`: ACTIVE or ON_LEAVE to PROPOSAL_PENDING
 * - `accept_proposal`: PROPOSAL_PENDING to the status before
 * - `reject_proposal`: PROPOSAL_PENDING to the status before
 * - `cancel_proposal`: PROPOSAL_PENDING to the status before
 * - `force_accept_proposal`: PROPOSAL_PENDING to the status before, by a superuser
 * - `go_on_leave`: ACTIVE to ON_LEAVE
 * - `return_from_leave`: ON_LEAVE to ACTIVE
 * - `deactivate`: ACTIVE to DEACTIVATED
 * - `reactivate`: DEACTIVATED to ACTIVE
 * - `terminate`: ACTIVE, ON_LEAVE or DEACTIVATED to TERMINATED
 * - `rehire`: TERMINATED to ONBOARDING
 * - `expire_proposal`: PROPOSAL_PENDING to the status before, by the service
 * - `suspend`: ACTIVE to SUSPENDED
 * - `resume`: SUSPENDED to ACTIVE
 * - `end`: ACTIVE or SUSPENDED to ENDED
 * - `take_back`: ENDED to the status before, when what had ended it was taken back
 */
export type LoggedTransition = EmployeeTransition | AssignmentTransition | 'expire_proposal' | 'take_back'

/**
 * - `RESIGNATION`: the employee resigns
 * - `TRANSFER`: the employee moves to another position
 * - `POSITION_CLOSED`: the position is closed
 * - `TERMINATED`: the employment ends
 * - `OTHER`: anything else
 */
export type EndReason = 'RESIGNATION' | 'TRANSFER' | 'POSITION_CLOSED' | 'TERMINATED' | 'OTHER'

/**
 * - `CONTRACT`: a contract, which usually gives weekly hours; the rule CONTRACT_NEAR_EXPIRY looks at
 * its end
 * - `QUALIFICATION`: what a person has learned
 * - `EXCEPTION`: a special arrangement, such as fewer hours for a time
 * - `CERTIFICATION`: a certificate that people can obtain; plans may propose it as a remedy
 */
export type TagCategory = 'CONTRACT' | 'QUALIFICATION' | 'EXCEPTION' | 'CERTIFICATION'

/**
 * - `ACTIVE`: counts within its dates
 * - `EXPIRED`: has passed its end; the service sets this every minute
 * - `REVOKED`: was taken away
 */
export type EmployeeTagStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED'

/**
 * - `ASSIGNED`: the employee got the tag
 * - `REMOVED`: never written by this service
 * - `REVOKED`: the tag was revoked
 * - `EXPIRED`: the tag expired
 * - `MODIFIED`: its dates were changed
 */
export type TagChangeAction = 'ASSIGNED' | 'REMOVED' | 'REVOKED' | 'EXPIRED' | 'MODIFIED'

/**
 * - `CLINIC`: the root; there is one
 * - `DEPARTMENT`: under the CLINIC
 * - `SERVICE`: under a DEPARTMENT
 * - `UNIT`: under a SERVICE or a DEPARTMENT; only a UNIT holds positions
 */
export type UnitType = 'CLINIC' | 'DEPARTMENT' | 'SERVICE' | 'UNIT'

/**
 * - `VACANT`: no hours assigned
 * - `PARTIAL`: fewer hours assigned than required
 * - `COVERED`: as many hours assigned as required
 * - `OVER_COVERED`: more hours assigned than required
 */
export type CoverageState = 'VACANT' | 'PARTIAL' | 'COVERED' | 'OVER_COVERED'

/**
 * - `DEFICIT`: positive: hours remain to be assigned
 * - `BALANCED`: zero
 * - `SURPLUS`: negative: more is assigned than the pool gives
 */
export type BalanceState = 'DEFICIT' | 'BALANCED' | 'SURPLUS'

/**
 * - `MAX_WEEKLY_HOURS`: the employee’s active hours plus the requested hours exceed the cap
 * - `DUPLICATE_ASSIGNMENT`: the employee already has an active assignment to the position
 * - `EMPLOYEE_TERMINATED`: the employee is TERMINATED
 * - `TAG_REQUIREMENT_MISMATCH`: the employee lacks tags that the position requires
 * - `MAX_CONSECUTIVE_SHIFTS`: the week would need as many working days of 8 hours as the threshold
 * - `COVERAGE_EXCEEDED`: the position would become OVER_COVERED
 * - `CONTRACT_NEAR_EXPIRY`: the employee’s contract expires within the threshold of days
 */
export type RuleCode =
  | 'MAX_WEEKLY_HOURS'
  | 'DUPLICATE_ASSIGNMENT'
  | 'EMPLOYEE_TERMINATED'
  | 'TAG_REQUIREMENT_MISMATCH'
  | 'MAX_CONSECUTIVE_SHIFTS'
  | 'COVERAGE_EXCEEDED'
  | 'CONTRACT_NEAR_EXPIRY'

/**
 * - `BLOCKING`: the assignment is refused
 * - `WARNING`: the assignment is possible, and the violation is stored with it
 * - `INFO`: the violation is only stored with the assignment
 */
export type Severity = 'BLOCKING' | 'WARNING' | 'INFO'

/** Which page of a list to show. */
export type PageNumber = {
  /**
   * The page to show, from 1, the default. Anything but a positive integer, and a page past the last, is
   * 404.
   */
  page?: number | undefined
}

/** How a list is cut into pages, and in which order. */
export type ListOptions<Field extends string> = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined

  /**
   * The stored field to order by, with `-` before it for descending. Every order ends in the id, so that
   * pages neither repeat nor skip a row.
   */
  ordering?: Ordering<Field> | undefined
}

/** One page of a list. */
export type Page<Row> = {
  /** The number of rows on all pages together. */
  count: number

  /** The REST address of the next page, with the same parameters; null on the last page. */
  next: string | null

  /** The REST address of the previous page, with the same parameters; null on the first page. */
  previous: string | null

  /** The rows of this page. */
  results: Row[]
}

/** What `employees.list` takes, but for the page. */
export type EmployeesListFilters = ListOptions<
  | 'last_name'
  | 'first_name'
  | 'employee_number'
  | 'email'
  | 'document_number'
  | 'status'
  | 'date_of_birth'
  | 'hire_date'
  | 'termination_date'
  | 'leave_started_at'
  | 'photo'
  | 'created_at'
  | 'updated_at'
  | 'id'
> & {
  /** Shows only rows with this status. */
  status?: EmployeeStatus | undefined
  /**
   * Shows only employees whose name (as "First Last" or "Last, First") or number contains this text,
   * ignoring case.
   */
  search?: string | undefined
}

/** What `employees.list` takes. */
export type EmployeesListInput = EmployeesListFilters & PageNumber

/** An employee as lists show them. */
export type EmployeeRow = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** The first name, at most 150 characters. */
  first_name: string
  /** The last name, at most 150 characters. */
  last_name: string
  /**
   * Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if
   * their emails match, ignoring case.
   */
  email: string
  /** The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING. */
  status: EmployeeStatus
  /** The first day of employment; null if unknown. Nothing is computed from it. */
  hire_date: DateText | null
  /** The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none. */
  photo: string | null
  /** When the object was created. */
  created_at: Instant
}

/** What `employees.create` takes. */
export type EmployeesCreateInput = {
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** The first name, at most 150 characters. */
  first_name: string
  /** The last name, at most 150 characters. */
  last_name: string
  /**
   * Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if
   * their emails match, ignoring case.
   */
  email: string
  /** The number of an identity document, at most 50 characters; blank unless given. */
  document_number?: string | undefined
  /** The date of birth; null if unknown. */
  date_of_birth?: DateText | null | undefined
  /** The first day of employment; null if unknown. Nothing is computed from it. */
  hire_date?: DateText | null | undefined
  /** The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none. */
  photo?: string | null | undefined
}

/** An employee in full. */
export type EmployeeDetail = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** The first name, at most 150 characters. */
  first_name: string
  /** The last name, at most 150 characters. */
  last_name: string
  /**
   * Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if
   * their emails match, ignoring case.
   */
  email: string
  /** The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING. */
  status: EmployeeStatus
  /** The first day of employment; null if unknown. Nothing is computed from it. */
  hire_date: DateText | null
  /** The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none. */
  photo: string | null
  /** When the object was created. */
  created_at: Instant
  /** The number of an identity document, at most 50 characters; blank unless given. */
  document_number: string
  /** The date of birth; null if unknown. */
  date_of_birth: DateText | null
  /** The day of the transition `terminate`; null before it and after `rehire`. */
  termination_date: DateText | null
  /** When the current leave began, by the transition `go_on_leave`; null when not on leave. */
  leave_started_at: Instant | null
  /** The proposal that awaits the employee’s answer; null unless the status is PROPOSAL_PENDING. */
  current_proposal: {
    /** What is proposed. */
    proposal_type: ProposalType
    /** What the proposer wrote; blank if nothing. */
    notes: string
    /**
     * When the proposal lapses: from then on it cannot be accepted, and the employee returns to
     * `previous_status`. Null if it never does.
     */
    expires_at: Instant | null
    /** The status that the employee returns to, however the proposal ends. */
    previous_status: EmployeeStatus
  } | null
  /** When the object last changed. */
  updated_at: Instant
}

/** What `employees.update` takes. */
export type EmployeesUpdateInput = {
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number?: string | undefined
  /** The first name, at most 150 characters. */
  first_name?: string | undefined
  /** The last name, at most 150 characters. */
  last_name?: string | undefined
  /**
   * Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if
   * their emails match, ignoring case.
   */
  email?: string | undefined
  /** The number of an identity document, at most 50 characters; blank unless given. */
  document_number?: string | undefined
  /** The date of birth; null if unknown. */
  date_of_birth?: DateText | null | undefined
  /** The first day of employment; null if unknown. Nothing is computed from it. */
  hire_date?: DateText | null | undefined
  /** The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none. */
  photo?: string | null | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `employees.propose` takes. */
export type EmployeesProposeInput = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** What is proposed. */
  proposal_type: ProposalType
  /** A message to the employee, at most 2000 characters; blank unless given. */
  notes?: string | undefined
  /** Days until the proposal lapses: 1 to 90, 7 by default. */
  expires_in_days?: number | undefined
}

/** What `employees.transitions` takes, but for the page. */
export type EmployeesTransitionsFilters = ListOptions<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & {
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `employees.transitions` takes. */
export type EmployeesTransitionsInput = EmployeesTransitionsFilters & PageNumber

/** A transition in the log of one employee or one assignment. */
export type OwnTransition = {
  /** The entry’s id, an integer. */
  id: number
  /** The status before the transition. */
  from_status: string
  /** The status after the transition. */
  to_status: string
  /** The name of the transition. */
  transition: string
  /**
   * The id of the user who made the transition; null if the service did, as when a proposal lapses, or
   * an import.
   */
  actor: Uuid | null
  /** The reason that was given; blank if none. For the end of an assignment, it is the `end_reason`. */
  reason: string
  /**
   * The input of the transition: `proposal_type` and `notes` for a proposal and its end, `end_reason`
   * and `notes` for the end of an assignment, otherwise nothing.
   */
  metadata: Record<string, unknown>
  /** When the transition was made. */
  created_at: Instant
  /** The email of that user; null if the service made the transition. */
  actor_email: string | null
}

/** What `transitions.list` takes, but for the page. */
export type TransitionsListFilters = ListOptions<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & {
  /**
   * Shows only entries whose employee’s name or number, or whose actor’s name, contains this text,
   * ignoring case.
   */
  search?: string | undefined
  /** Shows only transitions with this name. */
  transition?: LoggedTransition | undefined
  /** Shows only transitions from this status. */
  from_status?: LoggedStatus | undefined
  /** Shows only transitions to this status. */
  to_status?: LoggedStatus | undefined
  /** Shows only what concerns this employee; an unknown id gives an empty list. */
  employee?: Uuid | undefined
  /** The first day to show, in the clinic’s time zone. */
  date_from?: DateText | undefined
  /** The last day to show, in the clinic’s time zone; the whole day is included. */
  date_to?: DateText | undefined
  /** With `true`, hides transitions made by users of role ADMIN. */
  exclude_admin_actors?: boolean | undefined
}

/** What `transitions.list` takes. */
export type TransitionsListInput = TransitionsListFilters & PageNumber

/** A transition of an employee or an assignment, in the global log. */
export type Transition = {
  /** The entry’s id, an integer. */
  id: number
  /** The status before the transition. */
  from_status: string
  /** The status after the transition. */
  to_status: string
  /** The name of the transition. */
  transition: string
  /**
   * The id of the user who made the transition; null if the service did, as when a proposal lapses, or
   * an import.
   */
  actor: Uuid | null
  /** The reason that was given; blank if none. For the end of an assignment, it is the `end_reason`. */
  reason: string
  /**
   * The input of the transition: `proposal_type` and `notes` for a proposal and its end, `end_reason`
   * and `notes` for the end of an assignment, otherwise nothing.
   */
  metadata: Record<string, unknown>
  /** When the transition was made. */
  created_at: Instant
  /** The id of the employee, or of the one whose assignment changed. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** That user’s name, as `Family, Given`: the email if there is no name, `Sistema` if there is no user. */
  actor_name: string
}

/** What `tag_change_logs.list` takes, but for the page. */
export type TagChangeLogsListFilters = ListOptions<
  'created_at' | 'employee' | 'tag' | 'action' | 'actor' | 'reason' | 'id'
> & {
  /**
   * Shows only entries whose employee’s name or number, or whose tag’s short name, contains this text,
   * ignoring case.
   */
  search?: string | undefined
  /** Shows only what concerns this employee; an unknown id gives an empty list. */
  employee?: Uuid | undefined
  /** Shows only changes of this tag of the catalogue; an unknown id gives an empty list. */
  tag?: Uuid | undefined
  /** Shows only changes of this kind. */
  action?: TagChangeAction | undefined
  /** The first day to show, in the clinic’s time zone. */
  date_from?: DateText | undefined
  /** The last day to show, in the clinic’s time zone; the whole day is included. */
  date_to?: DateText | undefined
}

/** What `tag_change_logs.list` takes. */
export type TagChangeLogsListInput = TagChangeLogsListFilters & PageNumber

/** A change of a tag that an employee holds. */
export type TagChange = {
  /** The entry’s id, an integer. */
  id: number
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** The tag’s id in the catalogue. */
  tag: Uuid
  /** The tag’s short name. */
  tag_name: string
  /** The tag’s long name. */
  tag_display_name: string
  /** What kind of tag it is. */
  tag_category: TagCategory
  /** What happened to the employee’s tag. */
  action: TagChangeAction
  /** The id of the user who made the change; null if the service did, as when a tag expires. */
  actor: Uuid | null
  /** That user’s name, as `Family, Given`: the email if there is no name, `Sistema` if there is no user. */
  actor_name: string
  /** The reason that was given; blank if none. */
  reason: string
  /** When the tag changed. */
  created_at: Instant
}

/** What `tags.list` takes, but for the page. */
export type TagsListFilters = ListOptions<
  | 'name'
  | 'display_name'
  | 'category'
  | 'hours_delta'
  | 'description'
  | 'is_active'
  | 'created_at'
  | 'updated_at'
  | 'id'
>

/** What `tags.list` takes. */
export type TagsListInput = TagsListFilters & PageNumber

/** An entry of the catalogue of contracts, qualifications, certifications and exceptions. */
export type Tag = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** A short name, as for a badge: unique, 5 to 15 characters. */
  name: string
  /** A name in full, at most 200 characters. */
  display_name: string
  /** What kind of tag it is. */
  category: TagCategory
  /**
   * The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00
   * only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.
   */
  hours_delta: DecimalText
  /** What the tag stands for, at most 2000 characters; blank unless given. */
  description: string
  /**
   * Whether the tag can be given to employees and required for positions. Existing holders and positions
   * keep it. True unless given at creation.
   */
  is_active: boolean
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
}

/** What `tags.create` takes. */
export type TagsCreateInput = {
  /** A short name, as for a badge: unique, 5 to 15 characters. */
  name: string
  /** A name in full, at most 200 characters. */
  display_name: string
  /** What kind of tag it is. */
  category: TagCategory
  /**
   * The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00
   * only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.
   */
  hours_delta?: DecimalText | undefined
  /** What the tag stands for, at most 2000 characters; blank unless given. */
  description?: string | undefined
  /**
   * Whether the tag can be given to employees and required for positions. Existing holders and positions
   * keep it. True unless given at creation.
   */
  is_active?: boolean | undefined
}

/** What `tags.update` takes. */
export type TagsUpdateInput = {
  /** A short name, as for a badge: unique, 5 to 15 characters. */
  name?: string | undefined
  /** A name in full, at most 200 characters. */
  display_name?: string | undefined
  /** What kind of tag it is. */
  category?: TagCategory | undefined
  /**
   * The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00
   * only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.
   */
  hours_delta?: DecimalText | undefined
  /** What the tag stands for, at most 2000 characters; blank unless given. */
  description?: string | undefined
  /**
   * Whether the tag can be given to employees and required for positions. Existing holders and positions
   * keep it. True unless given at creation.
   */
  is_active?: boolean | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `employee_tags.list` takes, but for the page. */
export type EmployeeTagsListFilters = ListOptions<
  'created_at' | 'employee' | 'tag' | 'start_date' | 'end_date' | 'status' | 'id'
> & {
  /** Shows only what concerns this employee; an unknown id gives an empty list. */
  employee_id?: Uuid | undefined
  /** Shows only tags of this category. */
  category?: TagCategory | undefined
  /** Shows only rows with this status. */
  status?: EmployeeTagStatus | undefined
}

/** What `employee_tags.list` takes. */
export type EmployeeTagsListInput = EmployeeTagsListFilters & PageNumber

/** A tag that an employee holds for a time. */
export type EmployeeTag = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The employee who holds the tag; cannot be changed later. */
  employee: Uuid
  /** The tag’s id in the catalogue; cannot be changed later. It must be active. */
  tag: Uuid
  /** The tag’s short name. */
  tag_name: string
  /** The tag’s long name. */
  tag_display_name: string
  /** What kind of tag it is. */
  tag_category: TagCategory
  /** The hours that the tag adds to the employee’s weekly pool; if negative, it reduces the pool. */
  hours_delta: DecimalText
  /** The first day on which the tag counts. */
  start_date: DateText
  /** The last day on which the tag counts, no earlier than `start_date`; null for no end, the default. */
  end_date: DateText | null
  /** Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again. */
  status: EmployeeTagStatus
  /** When the object was created. */
  created_at: Instant
}

/** What `employee_tags.create` takes. */
export type EmployeeTagsCreateInput = {
  /** The employee who holds the tag; cannot be changed later. */
  employee: Uuid
  /** The tag’s id in the catalogue; cannot be changed later. It must be active. */
  tag: Uuid
  /** The first day on which the tag counts. */
  start_date: DateText
  /** The last day on which the tag counts, no earlier than `start_date`; null for no end, the default. */
  end_date?: DateText | null | undefined
}

/** What `employee_tags.update` takes. */
export type EmployeeTagsUpdateInput = {
  /** The employee who holds the tag; cannot be changed later. */
  employee?: Uuid | undefined
  /** The tag’s id in the catalogue; cannot be changed later. It must be active. */
  tag?: Uuid | undefined
  /** The first day on which the tag counts. */
  start_date?: DateText | undefined
  /** The last day on which the tag counts, no earlier than `start_date`; null for no end, the default. */
  end_date?: DateText | null | undefined
  /** Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again. */
  status?: EmployeeTagStatus | undefined
  /** The object’s id, which never changes. */
  id: Uuid
  /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
  reason?: string | undefined
}

/** What `position_tags.list` takes, but for the page. */
export type PositionTagsListFilters = ListOptions<
  'created_at' | 'position' | 'tag' | 'is_mandatory' | 'id'
> & {
  /** Shows only what concerns this position; an unknown id gives an empty list. */
  position_id?: Uuid | undefined
}

/** What `position_tags.list` takes. */
export type PositionTagsListInput = PositionTagsListFilters & PageNumber

/** A tag that a position requires. */
export type PositionTag = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The position that requires the tag; cannot be changed later. */
  position: Uuid
  /**
   * The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the
   * position only once.
   */
  tag: Uuid
  /** The tag’s short name. */
  tag_name: string
  /** The tag’s long name. */
  tag_display_name: string
  /** What kind of tag it is. */
  tag_category: TagCategory
  /**
   * Whether an assignment of an employee without the tag is refused while the rule
   * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
   * creation.
   */
  is_mandatory: boolean
  /** When the object was created. */
  created_at: Instant
}

/** What `position_tags.create` takes. */
export type PositionTagsCreateInput = {
  /** The position that requires the tag; cannot be changed later. */
  position: Uuid
  /**
   * The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the
   * position only once.
   */
  tag: Uuid
  /**
   * Whether an assignment of an employee without the tag is refused while the rule
   * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
   * creation.
   */
  is_mandatory?: boolean | undefined
}

/** What `position_tags.update` takes. */
export type PositionTagsUpdateInput = {
  /** The position that requires the tag; cannot be changed later. */
  position?: Uuid | undefined
  /**
   * The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the
   * position only once.
   */
  tag?: Uuid | undefined
  /**
   * Whether an assignment of an employee without the tag is refused while the rule
   * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
   * creation.
   */
  is_mandatory?: boolean | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `org_units.list` takes, but for the page. */
export type OrgUnitsListFilters = ListOptions<
  | 'sort_order'
  | 'parent_id'
  | 'unit_type'
  | 'code'
  | 'name'
  | 'short_name'
  | 'is_active'
  | 'is_management'
  | 'max_weekly_hours'
  | 'created_at'
  | 'updated_at'
  | 'id'
> & {
  /** Shows only units of this type. */
  unit_type?: UnitType | undefined
  /** Shows only active or, with `false`, only inactive rows; without it both. */
  is_active?: boolean | undefined
  /** Shows only units directly under this one; an unknown id gives an empty list. */
  parent_id?: Uuid | undefined
  /** Shows only units whose name or code contains this text, ignoring case. */
  search?: string | undefined
}

/** What `org_units.list` takes. */
export type OrgUnitsListInput = OrgUnitsListFilters & PageNumber

/** An org unit as lists show it. */
export type OrgUnitRow = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The unit directly above; null for the CLINIC alone. */
  parent_id: Uuid | null
  /** Where the unit belongs in the hierarchy; cannot be changed later. */
  unit_type: UnitType
  /** The code that people know the unit by: unique, at most 50 characters. */
  code: string
  /** The unit’s name, at most 200 characters. */
  name: string
  /** An abbreviation, at most 50 characters; blank unless given. */
  short_name: string
  /**
   * Whether the unit is in use. A unit with active children or positions cannot be deactivated. True
   * unless given at creation.
   */
  is_active: boolean
  /** Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API. */
  is_management: boolean
  /** Where the unit stands among its siblings, the smallest first; 0 unless given at creation. */
  sort_order: number
  /**
   * The most hours a week that an employee may be assigned, in place of the threshold of the rule
   * MAX_WEEKLY_HOURS: above 0, at most 168. Null for that threshold; anything else is refused on units
   * other than the CLINIC.
   */
  max_weekly_hours: DecimalText | null
  /** The number of active positions in this unit itself. */
  position_count: number
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
}

/** What `org_units.create` takes. */
export type OrgUnitsCreateInput = {
  /** The unit directly above; null for the CLINIC alone. */
  parent_id?: Uuid | null | undefined
  /** Where the unit belongs in the hierarchy; cannot be changed later. */
  unit_type: UnitType
  /** The code that people know the unit by: unique, at most 50 characters. */
  code: string
  /** The unit’s name, at most 200 characters. */
  name: string
  /** An abbreviation, at most 50 characters; blank unless given. */
  short_name?: string | undefined
  /** Where the unit stands among its siblings, the smallest first; 0 unless given at creation. */
  sort_order?: number | undefined
  /**
   * Whether the unit is in use. A unit with active children or positions cannot be deactivated. True
   * unless given at creation.
   */
  is_active?: boolean | undefined
  /**
   * The most hours a week that an employee may be assigned, in place of the threshold of the rule
   * MAX_WEEKLY_HOURS: above 0, at most 168. Null for that threshold; anything else is refused on units
   * other than the CLINIC.
   */
  max_weekly_hours?: DecimalText | null | undefined
}

/** An org unit, with what is below it counted. */
export type OrgUnitDetail = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The unit directly above; null for the CLINIC alone. */
  parent_id: Uuid | null
  /** Where the unit belongs in the hierarchy; cannot be changed later. */
  unit_type: UnitType
  /** The code that people know the unit by: unique, at most 50 characters. */
  code: string
  /** The unit’s name, at most 200 characters. */
  name: string
  /** An abbreviation, at most 50 characters; blank unless given. */
  short_name: string
  /**
   * Whether the unit is in use. A unit with active children or positions cannot be deactivated. True
   * unless given at creation.
   */
  is_active: boolean
  /** Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API. */
  is_management: boolean
  /** Where the unit stands among its siblings, the smallest first; 0 unless given at creation. */
  sort_order: number
  /**
   * The most hours a week that an employee may be assigned, in place of the threshold of the rule
   * MAX_WEEKLY_HOURS: above 0, at most 168. Null for that threshold; anything else is refused on units
   * other than the CLINIC.
   */
  max_weekly_hours: DecimalText | null
  /** The number of active positions in this unit itself. */
  position_count: number
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
  /** The number of units directly below, inactive ones included. */
  children_count: number
  /** The number of units below on all levels, inactive ones included. */
  descendant_count: number
  /** The number of active positions in this unit and all below it. */
  total_position_count: number
}

/** What `org_units.update` takes. */
export type OrgUnitsUpdateInput = {
  /** The unit directly above; null for the CLINIC alone. */
  parent_id?: Uuid | null | undefined
  /** Where the unit belongs in the hierarchy; cannot be changed later. */
  unit_type?: UnitType | undefined
  /** The code that people know the unit by: unique, at most 50 characters. */
  code?: string | undefined
  /** The unit’s name, at most 200 characters. */
  name?: string | undefined
  /** An abbreviation, at most 50 characters; blank unless given. */
  short_name?: string | undefined
  /** Where the unit stands among its siblings, the smallest first; 0 unless given at creation. */
  sort_order?: number | undefined
  /**
   * Whether the unit is in use. A unit with active children or positions cannot be deactivated. True
   * unless given at creation.
   */
  is_active?: boolean | undefined
  /**
   * The most hours a week that an employee may be assigned, in place of the threshold of the rule
   * MAX_WEEKLY_HOURS: above 0, at most 168. Null for that threshold; anything else is refused on units
   * other than the CLINIC.
   */
  max_weekly_hours?: DecimalText | null | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `positions.list` takes, but for the page. */
export type PositionsListFilters = ListOptions<
  | 'title'
  | 'org_unit_id'
  | 'required_weekly_hours'
  | 'is_active'
  | 'notes'
  | 'created_at'
  | 'updated_at'
  | 'id'
> & {
  /** Shows only positions of this org unit, not of those below it; an unknown id gives an empty list. */
  org_unit_id?: Uuid | undefined
  /** Shows only active or, with `false`, only inactive rows; without it both. */
  is_active?: boolean | undefined
  /** Shows only positions in this state. */
  coverage_state?: CoverageState | undefined
  /** Shows only positions whose title contains this text, ignoring case. */
  search?: string | undefined
  /**
   * The id of an employee whose tags are compared with those that the position requires; an unknown one
   * is 400.
   */
  eligible_for_employee?: Uuid | undefined
}

/** What `positions.list` takes. */
export type PositionsListInput = PositionsListFilters & PageNumber

/** A position as lists show it. */
export type PositionRow = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The id of the org unit that holds the position: an active UNIT. */
  org_unit_id: Uuid
  /** The name of the org unit that holds the position. */
  org_unit_name: string
  /** What the work is called; at most 200 characters. */
  title: string
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours: DecimalText
  /**
   * Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an
   * active one can be assigned. True unless given at creation.
   */
  is_active: boolean
  /** How far the assigned hours cover the required ones. */
  coverage_state: CoverageState
  /** The hours a week of the ACTIVE assignments to the position. */
  assigned_hours: DecimalText
  /** The number of ACTIVE assignments to the position. */
  assignment_count: number
  /**
   * Whether the employee of `eligible_for_employee` holds all mandatory tags today; null without that
   * parameter.
   */
  is_eligible: boolean | null
  /**
   * The short names of the mandatory tags that the employee of `eligible_for_employee` lacks today,
   * sorted; null without that parameter.
   */
  missing_tags: string[] | null
  /** Remarks, at most 2000 characters; blank unless given. */
  notes: string
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
  /** The tags that the position requires; null without the parameter `eligible_for_employee`. */
  required_tags: Array<{
    /** The tag’s short name. */
    name: string
    /** What kind of tag it is. */
    category: TagCategory
    /**
     * Whether an assignment of an employee without the tag is refused while the rule
     * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
     * creation.
     */
    is_mandatory: boolean
  }> | null
}

/** What `positions.create` takes. */
export type PositionsCreateInput = {
  /** The id of the org unit that holds the position: an active UNIT. */
  org_unit_id: Uuid
  /** What the work is called; at most 200 characters. */
  title: string
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours: DecimalText
  /**
   * Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an
   * active one can be assigned. True unless given at creation.
   */
  is_active?: boolean | undefined
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string | undefined
}

/** An assignment as lists show it. */
export type AssignmentRow = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The position’s id. */
  position_id: Uuid
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours: DecimalText
  /**
   * Whether the hours are meant to exceed what the position requires. No rule looks at this, and the
   * hours count like any others. False unless given at creation; cannot be changed later.
   */
  is_reinforcement: boolean
  /** Only ACTIVE assignments count towards coverage and hours. Only transitions change the status. */
  status: AssignmentStatus
  /**
   * The first day of the assignment: the employee must hold the position’s tags on that day. Null, the
   * default, means today. The hours count from creation on, also before that day.
   */
  effective_date: DateText | null
  /** The day of the transition `end`; null before it. */
  end_date: DateText | null
  /** When the object was created. */
  created_at: Instant
  /** The position’s title. */
  position_title: string
  /** The name of the org unit that holds the position. */
  org_unit_name: string
}

/** A position with its tags and ACTIVE assignments. */
export type PositionDetail = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The id of the org unit that holds the position: an active UNIT. */
  org_unit_id: Uuid
  /** The name of the org unit that holds the position. */
  org_unit_name: string
  /** What the work is called; at most 200 characters. */
  title: string
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours: DecimalText
  /**
   * Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an
   * active one can be assigned. True unless given at creation.
   */
  is_active: boolean
  /** How far the assigned hours cover the required ones. */
  coverage_state: CoverageState
  /** The hours a week of the ACTIVE assignments to the position. */
  assigned_hours: DecimalText
  /** The number of ACTIVE assignments to the position. */
  assignment_count: number
  /**
   * Whether the employee of `eligible_for_employee` holds all mandatory tags today; null without that
   * parameter.
   */
  is_eligible: boolean | null
  /**
   * The short names of the mandatory tags that the employee of `eligible_for_employee` lacks today,
   * sorted; null without that parameter.
   */
  missing_tags: string[] | null
  /** Remarks, at most 2000 characters; blank unless given. */
  notes: string
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
  /** The tags that the position requires. */
  required_tags: Array<{
    /** The id of the position tag, the requirement itself. */
    id: Uuid
    /** The tag’s id in the catalogue. */
    tag_id: Uuid
    /** The tag’s short name. */
    tag_name: string
    /** What kind of tag it is. */
    tag_category: TagCategory
    /**
     * Whether an assignment of an employee without the tag is refused while the rule
     * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
     * creation.
     */
    is_mandatory: boolean
  }>
  /** The ACTIVE assignments to the position; to a user of role EMPLOYEE only their own. */
  assignments: AssignmentRow[]
}

/** What `positions.update` takes. */
export type PositionsUpdateInput = {
  /** The id of the org unit that holds the position: an active UNIT. */
  org_unit_id?: Uuid | undefined
  /** What the work is called; at most 200 characters. */
  title?: string | undefined
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours?: DecimalText | undefined
  /**
   * Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an
   * active one can be assigned. True unless given at creation.
   */
  is_active?: boolean | undefined
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `positions.duplicate` takes. */
export type PositionsDuplicateInput = {
  /** The title of the copy, at most 200 characters; by default that of the original with ` (copy)`. */
  title?: string | undefined
  /** The hours a week of the copy; by default those of the original. */
  required_weekly_hours?: DecimalText | undefined
  /** Whether the copy is in use; by default as the original is. */
  is_active?: boolean | undefined
  /** Remarks on the copy, at most 2000 characters; by default those of the original. */
  notes?: string | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** How far all active positions are covered. */
export type CoverageSummary = {
  /** All active positions together. */
  global: {
    /** The number of active positions. */
    total_positions: number
    /** The number of positions that are COVERED: as many hours assigned as required. */
    covered_positions: number
    /** The number of positions that are PARTIAL: some hours assigned, fewer than required. */
    partial_positions: number
    /** The number of positions that are VACANT: no hours assigned. */
    vacant_positions: number
    /** The number of positions that are OVER_COVERED: more hours assigned than required. */
    over_covered_positions: number
    /** The hours a week that the positions need. */
    total_required_hours: DecimalText
    /** The hours a week of their ACTIVE assignments. */
    total_assigned_hours: DecimalText
    /**
     * Assigned hours as a percentage of the required ones, at most 999.99; 0.00 if none are required.
     * Hours above what one position requires make up for those that another lacks.
     */
    coverage_pct: DecimalText
  }
  /**
   * The org units with an active position, the least covered first. Units are not added up into those
   * above.
   */
  by_unit: Array<{
    /** The org unit’s id. */
    org_unit_id: Uuid
    /** The org unit’s name. */
    org_unit_name: string
    /** The org unit’s type. */
    org_unit_type: UnitType
    /** The id of the unit directly above, for adding up units. */
    parent_id: Uuid | null
    /** The number of active positions in the unit. */
    position_count: number
    /** The number of positions that are COVERED: as many hours assigned as required. */
    covered: number
    /** The number of positions that are PARTIAL: some hours assigned, fewer than required. */
    partial: number
    /** The number of positions that are VACANT: no hours assigned. */
    vacant: number
    /** The number of positions that are OVER_COVERED: more hours assigned than required. */
    over_covered: number
    /** The hours a week that the positions need. */
    required_hours: DecimalText
    /** The hours a week of their ACTIVE assignments. */
    assigned_hours: DecimalText
    /**
     * Assigned hours as a percentage of the required ones, at most 999.99; 0.00 if none are required.
     * Hours above what one position requires make up for those that another lacks.
     */
    coverage_pct: DecimalText
    /**
     * How many employees hold the unit’s ACTIVE assignments, by their status; each employee is counted
     * once.
     */
    employee_breakdown: {
      /** Employees who are ACTIVE. */
      active: number
      /** Employees who are ON_LEAVE. */
      on_leave: number
      /** Employees of any other status. */
      other: number
    }
  }>
}

/** What `assignments.list` takes, but for the page. */
export type AssignmentsListFilters = ListOptions<
  | 'created_at'
  | 'employee'
  | 'position_id'
  | 'effective_hours'
  | 'is_reinforcement'
  | 'status'
  | 'effective_date'
  | 'end_date'
  | 'end_reason'
  | 'suspended_at'
  | 'notes'
  | 'updated_at'
  | 'id'
> & {
  /** Shows only what concerns this employee; an unknown id gives an empty list. */
  employee?: Uuid | undefined
  /** Shows only what concerns this position; an unknown id gives an empty list. */
  position_id?: Uuid | undefined
  /** Shows only rows with this status. */
  status?: AssignmentStatus | undefined
  /** Shows only assignments of the employee with exactly this number. */
  employee__employee_number?: string | undefined
  /** Shows only assignments whose employee’s name or number contains this text, ignoring case. */
  search?: string | undefined
}

/** What `assignments.list` takes. */
export type AssignmentsListInput = AssignmentsListFilters & PageNumber

/** What `assignments.create` takes. */
export type AssignmentsCreateInput = {
  /** The id of the employee, who must be ACTIVE or ON_LEAVE. */
  employee: Uuid
  /** The id of the position, which must be active. */
  position_id: Uuid
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours: DecimalText
  /**
   * The first day of the assignment: the employee must hold the position’s tags on that day. Null, the
   * default, means today. The hours count from creation on, also before that day.
   */
  effective_date?: DateText | null | undefined
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string | undefined
  /**
   * Whether the hours are meant to exceed what the position requires. No rule looks at this, and the
   * hours count like any others. False unless given at creation; cannot be changed later.
   */
  is_reinforcement?: boolean | undefined
}

/** An assignment in full. */
export type AssignmentDetail = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The position’s id. */
  position_id: Uuid
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours: DecimalText
  /**
   * Whether the hours are meant to exceed what the position requires. No rule looks at this, and the
   * hours count like any others. False unless given at creation; cannot be changed later.
   */
  is_reinforcement: boolean
  /** Only ACTIVE assignments count towards coverage and hours. Only transitions change the status. */
  status: AssignmentStatus
  /**
   * The first day of the assignment: the employee must hold the position’s tags on that day. Null, the
   * default, means today. The hours count from creation on, also before that day.
   */
  effective_date: DateText | null
  /** The day of the transition `end`; null before it. */
  end_date: DateText | null
  /** When the object was created. */
  created_at: Instant
  /** Why the assignment was ended; blank before that. */
  end_reason: string
  /** When it was suspended; null before that and after a resume. */
  suspended_at: Instant | null
  /** Remarks, at most 2000 characters; blank unless given. */
  notes: string
  /** When the object last changed. */
  updated_at: Instant
}

/** What `assignments.update` takes. */
export type AssignmentsUpdateInput = {
  /** The id of the employee to move the assignment to, who must be ACTIVE or ON_LEAVE. */
  employee?: Uuid | undefined
  /** The id of the position to move the assignment to, which must be active. */
  position_id?: Uuid | undefined
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours?: DecimalText | undefined
  /**
   * The first day of the assignment: the employee must hold the position’s tags on that day. Null, the
   * default, means today. The hours count from creation on, also before that day.
   */
  effective_date?: DateText | null | undefined
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string | undefined
  /**
   * Whether the hours are meant to exceed what the position requires. No rule looks at this, and the
   * hours count like any others. False unless given at creation; cannot be changed later.
   */
  is_reinforcement?: boolean | undefined
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `assignments.end` takes. */
export type AssignmentsEndInput = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** Why the assignment is ended; OTHER by default. */
  end_reason?: EndReason | undefined
  /** Remarks to append to those of the assignment, on a new line. */
  notes?: string | undefined
}

/** What `assignments.transitions` takes, but for the page. */
export type AssignmentsTransitionsFilters = ListOptions<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & {
  /** The object’s id, which never changes. */
  id: Uuid
}

/** What `assignments.transitions` takes. */
export type AssignmentsTransitionsInput = AssignmentsTransitionsFilters & PageNumber

/** What `assignments.preview` takes. */
export type AssignmentsPreviewInput = {
  /** The id of the employee, who must be ACTIVE or ON_LEAVE. */
  employee: Uuid
  /** The id of the position, which must be active. */
  position_id: Uuid
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours: DecimalText
}

/** What a business rule finds against an assignment. */
export type Violation = {
  /** The rule that was violated. */
  rule_code: RuleCode
  /** What is wrong, in a sentence for people. */
  message: string
  /** The short names of the tags that the employee lacks, sorted; only with TAG_REQUIREMENT_MISMATCH. */
  missing_tags?: string[]
}

/** What the business rules find against an assignment as of today. */
export type AssignmentPreview = {
  /** The assignment that was checked. */
  assignment: {
    /** The employee’s id. */
    employee: Uuid
    /** The employee’s name, as `Last, First`. */
    employee_name: string
    /** The position’s id. */
    position_id: Uuid
    /** Hours a week that the employee works on the position: above 0, at most 168. */
    effective_hours: DecimalText
  }
  /** Whether no blocking violation was found. Warnings do not prevent creation. */
  is_valid: boolean
  /** What the enabled business rules find, by severity. */
  violations: {
    /** Violations for which creation is refused. */
    blocking: Violation[]
    /** Violations that do not prevent the assignment but should be looked at; they are stored with it. */
    warnings: Violation[]
    /** Violations that are only recorded with the assignment. */
    info: Violation[]
  }
}

/**
 * An employee’s hours in one week: the pool that tags give, what is assigned, and the difference.
 * Never stored; computed for each request.
 */
export type HoursBalance = {
  /** The employee’s id. */
  employee_id: Uuid
  /** The ISO week, Monday to Sunday, that contains the reference date. */
  period: {
    /** The Monday. */
    start_date: DateText
    /** The Sunday. */
    end_date: DateText
  }
  /** The hours of the week that the employee’s ACTIVE tags give. */
  pool: {
    /**
     * The sum of the positive `hours_delta` of the tags held on the reference date; always for a whole
     * week.
     */
    base_hours: DecimalText
    /**
     * The sum of the negative `hours_delta` of the tags held in the week, each in proportion to its days
     * in the week.
     */
    adjustment_delta: DecimalText
    /** The sum of both: `base_hours` plus `adjustment_delta`, but at least 0.00. */
    effective_hours: DecimalText
  }
  /** What the employee is assigned. */
  consumption: {
    /** The hours a week of the employee’s ACTIVE assignments. */
    assigned_hours: DecimalText
    /** The number of the employee’s ACTIVE assignments. */
    assignment_count: number
  }
  /**
   * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
   * more is assigned than the pool gives.
   */
  balance: DecimalText
  /** The sign of the balance in a word. */
  state: BalanceState
  /** When this was computed. */
  computed_at: Instant
  /** The short names of the ACTIVE tags held in the week, sorted; a tag held twice appears twice. */
  tags: string[]
  /**
   * NO_ACTIVE_TAGS if no tag with a positive `hours_delta` is held on the reference date, otherwise
   * null.
   */
  error: 'NO_ACTIVE_TAGS' | null
}

/** What `hours.simulate` takes. */
export type HoursSimulateInput = {
  /** The employee’s id. */
  employee_id: Uuid
  /** Hours a week to add to those assigned, or to take away if negative: from -168 to 168. */
  additional_hours: DecimalText
  /** Any day of the week to look at; today by default. */
  reference_date?: DateText | undefined
}

/** An employee’s balance as it is, and with more or fewer hours assigned. */
export type HoursSimulation = {
  /**
   * An employee’s hours in one week: the pool that tags give, what is assigned, and the difference.
   * Never stored; computed for each request.
   */
  current_balance: HoursBalance
  /** The balance with the additional hours assigned. */
  projected_balance: DecimalText
  /** The sign of the projected balance in a word. */
  projected_state: BalanceState
  /** Whether the projected balance is negative: more would be assigned than the pool gives. */
  would_exceed_pool: boolean
}

/** A rule that assignments must pass, with its setting. */
export type BusinessRule = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** Which rule it is, such as MAX_WEEKLY_HOURS. */
  code: string
  /** The rule’s name, for people. */
  name: string
  /** The consequence of a violation of the rule. */
  severity: Severity
  /** The hours or days at which the rule applies. Null for none, and for the default of 6 days. */
  threshold: DecimalText | null
  /** Whether the rule is evaluated at all. */
  enabled: boolean
  /** When the rule is violated. */
  description: string
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
}

/** What `planning.candidates` takes, but for the page. */
export type PlanningCandidatesFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** The position’s id. */
  position_id: Uuid
  /**
   * The hours a week to cover: by default what the position lacks, at most 40.00. Required if it lacks
   * none.
   */
  effective_hours?: DecimalText | undefined
  /**
   * Whether people who cannot take all these hours are asked for as many as they can: the hours left
   * within the contract or, if those are less than 1.00, below the weekly cap; 1.00 if there are none.
   * False by default.
   */
  allow_partial?: boolean | undefined
  /**
   * The day whose tags and pools count, today by default; also the `effective_date` to create the
   * assignment with.
   */
  reference_date?: DateText | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /** Whether people who lack a mandatory tag are listed too; false by default. */
  include_ineligible?: boolean | undefined
}

/** What `planning.candidates` takes. */
export type PlanningCandidatesInput = PlanningCandidatesFilters & PageNumber

/** A person who could be given hours on the position. */
export type Candidate = {
  /** The place in the list, from 1 for the best. */
  rank: number
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number: string
  /** ACTIVE or ON_LEAVE, on `reference_date` as known dates have it; no other employee can be assigned. */
  status: 'ACTIVE' | 'ON_LEAVE'
  /** CREATE is a new assignment, RAISE more hours on an existing one. */
  kind: 'CREATE' | 'RAISE'
  /** The id of the assignment to raise; null for a new one. */
  assignment: Uuid | null
  /** The hours a week that the assignment has now; 0.00 for a new one. */
  current_hours: DecimalText
  /** The hours a week that the assignment would have: what to send, whether it is created or raised. */
  effective_hours: DecimalText
  /**
   * Whether creating or raising the assignment would be accepted now; for a later day, once what is
   * known of it has come.
   */
  is_valid: boolean
  /** What the enabled business rules find, by severity. */
  violations: {
    /** Violations for which creation is refused. */
    blocking: Violation[]
    /** Violations that do not prevent the assignment but should be looked at; they are stored with it. */
    warnings: Violation[]
    /** Violations that are only recorded with the assignment. */
    info: Violation[]
  }
  /** The short names of the mandatory tags that the employee lacks, sorted. */
  missing_tags: string[]
  /** The long names of these tags, in the same order. */
  missing_tag_display_names: string[]
  /** The hours that the employee’s tags give in the week. */
  pool_hours: DecimalText
  /**
   * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
   * more is assigned than the pool gives.
   */
  balance: DecimalText
  /**
   * The balance with these hours assigned; in plans and rebalances, with those of earlier lines or
   * changes too.
   */
  balance_after: DecimalText
  /** The sign of that balance in a word. */
  state_after: BalanceState
  /** Whether that balance is negative: more would be assigned than the pool gives. */
  would_exceed_pool: boolean
  /** Whether the employee has an ACTIVE assignment in the position’s org unit already. */
  works_in_unit: boolean
  /**
   * How many more hours a week could be assigned at most, overtime included: what the position lacks, up
   * to the weekly cap. 0.00 if a rule refuses any.
   */
  possible_hours: DecimalText
  /**
   * By how much assigning them lowers the total hours a week that a plan can cover. Null if not
   * computed: beyond the 100 best, and for users of role EMPLOYEE.
   */
  costs_elsewhere_hours: DecimalText | null
  /** Why it is suggested and, if so, why it would be refused, in English. */
  reason: string
}

/** What `planning.openings` takes, but for the page. */
export type PlanningOpeningsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** The employee’s id. */
  employee_id: Uuid
  /**
   * The hours a week on each position: by default what it lacks, but no more than the employee has left;
   * with less than 1.00 left, no more than the weekly cap allows.
   */
  effective_hours?: DecimalText | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /** Whether positions with a mandatory tag that the employee lacks are listed too; false by default. */
  include_ineligible?: boolean | undefined
}

/** What `planning.openings` takes. */
export type PlanningOpeningsInput = PlanningOpeningsFilters & PageNumber

/** A position that lacks hours and that the employee could be given hours on. */
export type Opening = {
  /** The place in the list, from 1 for the best. */
  rank: number
  /** The position’s id. */
  position_id: Uuid
  /** The position’s title. */
  position_title: string
  /** The id of the org unit that holds the position. */
  org_unit_id: Uuid
  /** The name of the org unit that holds the position. */
  org_unit_name: string
  /** The hours a week that the position lacks now. */
  lacking_hours: DecimalText
  /** The coverage of the position with these hours assigned. */
  coverage_state_after: CoverageState
  /** CREATE is a new assignment, RAISE more hours on an existing one. */
  kind: 'CREATE' | 'RAISE'
  /** The id of the assignment to raise; null for a new one. */
  assignment: Uuid | null
  /** The hours a week that the assignment has now; 0.00 for a new one. */
  current_hours: DecimalText
  /** The hours a week that the assignment would have: what to send, whether it is created or raised. */
  effective_hours: DecimalText
  /**
   * Whether creating or raising the assignment would be accepted now; for a later day, once what is
   * known of it has come.
   */
  is_valid: boolean
  /** What the enabled business rules find, by severity. */
  violations: {
    /** Violations for which creation is refused. */
    blocking: Violation[]
    /** Violations that do not prevent the assignment but should be looked at; they are stored with it. */
    warnings: Violation[]
    /** Violations that are only recorded with the assignment. */
    info: Violation[]
  }
  /** The short names of the mandatory tags that the employee lacks, sorted. */
  missing_tags: string[]
  /** The long names of these tags, in the same order. */
  missing_tag_display_names: string[]
  /** The hours that the employee’s tags give in the week. */
  pool_hours: DecimalText
  /**
   * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
   * more is assigned than the pool gives.
   */
  balance: DecimalText
  /**
   * The balance with these hours assigned; in plans and rebalances, with those of earlier lines or
   * changes too.
   */
  balance_after: DecimalText
  /** The sign of that balance in a word. */
  state_after: BalanceState
  /** Whether that balance is negative: more would be assigned than the pool gives. */
  would_exceed_pool: boolean
  /** Whether the employee has an ACTIVE assignment in the position’s org unit already. */
  works_in_unit: boolean
  /**
   * How many more hours a week could be assigned at most, overtime included: what the position lacks, up
   * to the weekly cap. 0.00 if a rule refuses any.
   */
  possible_hours: DecimalText
  /**
   * By how much assigning them lowers the total hours a week that a plan can cover. Null if not
   * computed: beyond the 100 best, and for users of role EMPLOYEE.
   */
  costs_elsewhere_hours: DecimalText | null
  /** Why it is suggested and, if so, why it would be refused, in English. */
  reason: string
}

/** What `planning.solve` takes. */
export type PlanningSolveInput = {
  /** Plans only positions of this org unit and all below it; all positions by default. */
  org_unit_id?: Uuid | undefined
  /** The day whose tags and pools count: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /**
   * How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the
   * default), or up to the weekly cap (WEEKLY_CAP), which is overtime.
   */
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * Which assigned hours count as covered: all booked ones (BOOKED, the default), or only those that the
   * forecast finds secure (SECURE), and with `hours_limit` WEEKLY_CAP those over contract too. SECURE is
   * 400 while the rule COVERAGE_EXCEEDED is BLOCKING.
   */
  demand?: 'BOOKED' | 'SECURE' | undefined
  /**
   * The fewest hours a week of a new assignment, unless the position lacks less: 0.25 to 40.00, 4.00 by
   * default.
   */
  minimum_hours?: DecimalText | undefined
  /**
   * The ids of up to 50 org units whose positions come first, the most urgent unit first; none by
   * default.
   */
  priorities?: Uuid[] | undefined
  /** The ids of up to 500 employees to leave out; none by default. */
  exclude_employees?: Uuid[] | undefined
  /** The ids of up to 500 positions to leave out; none by default. */
  exclude_positions?: Uuid[] | undefined
  /**
   * What the plan may contain: new assignments (CREATE), more hours on existing ones (RAISE), or both
   * (CREATE_AND_RAISE, the default).
   */
  allow?: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE' | undefined
  /**
   * Up to 5000 lines of an earlier plan, which the plan keeps if their assignments have not changed
   * since; none by default.
   */
  keep?:
    | Array<{
        /** The employee’s id. */
        employee: Uuid
        /** The position’s id. */
        position_id: Uuid
        /** The id of the assignment to raise; null, the default, for a new one. */
        assignment?: Uuid | null
        /** The hours a week that the assignment had in the plan; 0.00, the default, for a new one. */
        current_hours?: DecimalText
        /** The hours a week that the assignment is to have: above `current_hours`, at most 168. */
        effective_hours: DecimalText
      }>
    | undefined
}

/** A plan in numbers. Hours are hours a week. */
export type PlanSummary = {
  /** The hours a week that the positions lack. */
  lacking_hours: DecimalText
  /** The hours that the plan covers. */
  planned_hours: DecimalText
  /** The most that any plan can cover; proved by the certificate. */
  maximum_hours: DecimalText
  /** The most that any plan could cover without `minimum_hours`. */
  maximum_hours_without_minimum: DecimalText
  /** Whether the plan reaches `maximum_hours`. */
  is_maximum: boolean
  /** The hours that positions still lack after the plan. */
  open_hours: DecimalText
  /** The number of new assignments. */
  new_assignments: number
  /** The fewest new assignments that a plan with the maximum needs. */
  new_assignments_at_least: number
  /** The number of assignments that get more hours. */
  raised_assignments: number
  /** The number of people with a line in the plan. */
  employees: number
  /** The number of positions with a line in the plan. */
  positions: number
  /** Assigned hours as a percentage of the required ones before, at most 999.99. */
  coverage_pct_before: DecimalText
  /** The same with the planned hours assigned. */
  coverage_pct_after: DecimalText
  /** The hours that positions have above what they require, which a plan leaves as they are. */
  surplus_hours: DecimalText
  /** The hours that people already have above their pools, which a plan leaves as they are. */
  over_contract_hours: DecimalText
  /** The same in words, in English. */
  sentence: string
}

/** New hours of an employee on a position. */
export type PlanLine = {
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The position’s id. */
  position_id: Uuid
  /** The position’s title. */
  position_title: string
  /** The id of the org unit that holds the position. */
  org_unit_id: Uuid
  /** The name of the org unit that holds the position. */
  org_unit_name: string
  /** The id of the assignment to change; null for a new one. */
  assignment: Uuid | null
  /** The hours a week that the assignment has now; 0.00 for a new one. */
  current_hours: DecimalText
  /** The hours a week that the assignment would have, which is what to send; 0.00 if a rebalance ends it. */
  effective_hours: DecimalText
  /**
   * The balance with these hours assigned; in plans and rebalances, with those of earlier lines or
   * changes too.
   */
  balance_after: DecimalText
  /** What the enabled business rules find, by severity. */
  violations: {
    /** Violations for which creation is refused. */
    blocking: Violation[]
    /** Violations that do not prevent the assignment but should be looked at; they are stored with it. */
    warnings: Violation[]
    /** Violations that are only recorded with the assignment. */
    info: Violation[]
  }
  /** Why it is suggested and, if so, why it would be refused, in English. */
  reason: string
  /** CREATE is a new assignment, RAISE more hours on an existing one. */
  kind: 'CREATE' | 'RAISE'
  /** The hours a week that the line adds. */
  added_hours: DecimalText
  /** The hours that the position still lacks after this line and those before it. */
  lacking_hours_after: DecimalText
}

/** Positions that stay short in every plan, and why. Hours are hours a week. */
export type Shortage = {
  /** The hours that no plan can cover. */
  short_hours: DecimalText
  /** The same as full-time equivalents: of 40 hours, unless the clinic has set others. */
  short_fte: DecimalText
  /** The hours a week that the positions lack. */
  lacking_hours: DecimalText
  /** The hours left to the people who may fill these positions. */
  free_hours: DecimalText
  /** The sets of mandatory tags that these positions require; the set that lacks most hours comes first. */
  tag_sets: Array<{
    /** The short names of the tags, sorted. */
    tags: string[]
    /** The number of these positions that require exactly this set. */
    position_count: number
    /** The hours a week that the positions lack. */
    lacking_hours: DecimalText
    /** The hours that would stay open if these were the only positions. */
    short_alone_hours: DecimalText
  }>
  /** The positions, those that lack most first; 50 at most. */
  positions: Array<{
    /** The position’s id. */
    position_id: Uuid
    /** What the work is called; at most 200 characters. */
    title: string
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours a week that the position lacks. */
    lacking_hours: DecimalText
  }>
  /** The number of these positions, including those not listed. */
  position_count: number
  /** The people who hold all mandatory tags of one of these positions. */
  holders: {
    /** The people that the plan could use. */
    active: number
    /** The people on leave. */
    on_leave: number
    /** All others, such as people with another status or excluded by a rule. */
    other: number
    /** The total pool of the active ones. */
    contract_hours: DecimalText
    /** The hours that the active ones are assigned, here and elsewhere. */
    assigned_hours: DecimalText
    /** The hours left to those with too few for a new assignment and none here to raise. */
    left_below_minimum_hours: DecimalText
  }
  /**
   * No active person holds the tags (NOBODY_HOLDS), those who hold them have no hours left
   * (NO_HOURS_LEFT), or too few (NOT_ENOUGH_HOURS).
   */
  cause: 'NOBODY_HOLDS' | 'NO_HOURS_LEFT' | 'NOT_ENOUGH_HOURS'
  /** The same in words, in English. */
  sentence: string
  /**
   * Changes that would close some of the shortage. Each was planned on its own, so their hours do not
   * add up.
   */
  remedies: Array<{
    /**
     * Up to three people who lack only this certificate get it: those who work on these positions (RENEW),
     * or others with hours left (CERTIFY). People on leave come back (RETURN), the holders work up to the
     * weekly cap (OVERTIME), new people are hired who hold all the tags (HIRE), or new assignments may be
     * as short as 0.25 hours (SMALLER_MINIMUM).
     */
    kind: 'RENEW' | 'CERTIFY' | 'RETURN' | 'OVERTIME' | 'HIRE' | 'SMALLER_MINIMUM'
    /** The id of the certificate of a RENEW or CERTIFY; otherwise null. */
    tag: Uuid | null
    /** The short name of that certificate; otherwise null. */
    tag_name: string | null
    /** The people of a RENEW, CERTIFY or RETURN; otherwise empty. */
    employees: Array<{
      /** The employee’s id. */
      id: Uuid
      /** The employee’s name, as `Last, First`. */
      name: string
    }>
    /** How many hours fewer would then stay open. */
    closes_hours: DecimalText
    /** The same in words, in English. */
    sentence: string
  }>
}

/** Hours that people could work on positions that lack them, with the proof of how many can be covered. */
export type Plan = {
  /** Identifies the data that this was computed from: equal fingerprints mean that nothing has changed. */
  fingerprint: string
  /** The day whose tags and pools counted. */
  reference_date: DateText
  /** When this was computed. */
  computed_at: Instant
  /** A plan in numbers. Hours are hours a week. */
  summary: PlanSummary
  /**
   * Why no plan can cover more: `lacking_hours` - `short_positions_lacking_hours` + `people_free_hours`
   * = `maximum_hours`.
   */
  certificate: {
    /** The hours a week that the positions lack. */
    lacking_hours: DecimalText
    /** The number of positions that only the people below may fill. */
    short_positions: number
    /** What these positions lack together. */
    short_positions_lacking_hours: DecimalText
    /** The number of people with hours left who may fill one of these positions. */
    people: number
    /** The hours that these people have left. */
    people_free_hours: DecimalText
    /** The most that any plan can cover; proved by the certificate. */
    maximum_hours: DecimalText
    /** The same in words, in English. */
    sentence: string
  }
  /** What to create or raise, by org unit, position and name. Each line counts those before it. */
  lines: PlanLine[]
  /** What stays open in any plan, and why, the largest shortage first. */
  shortages: Shortage[]
}

/** What `planning.apply_plan` takes. */
export type PlanningApplyPlanInput = {
  /**
   * The lines to apply: 1 to 500 lines of a plan, exactly as it gave them. No two may have the same
   * employee and position.
   */
  lines: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The position’s id. */
    position_id: Uuid
    /** The id of the assignment to raise; null, the default, for a new one. */
    assignment?: Uuid | null
    /** The hours a week that the assignment had in the plan; 0.00, the default, for a new one. */
    current_hours?: DecimalText
    /** The hours a week that the assignment is to have: above `current_hours`, at most 168. */
    effective_hours: DecimalText
  }>
  /** The plan’s fingerprint. If given, nothing is applied when anything has changed since the plan. */
  fingerprint?: string | undefined
  /**
   * How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the
   * default), or up to the weekly cap (WEEKLY_CAP), which is overtime.
   */
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  /** Which assigned hours count as covered, as in the plan: BOOKED, the default, or SECURE. */
  demand?: 'BOOKED' | 'SECURE' | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * The `effective_date` of new assignments: a day of this week, today by default. Contracts and
   * requirements count as of that day, or of today once it has passed.
   */
  effective_date?: DateText | undefined
  /** The notes of new assignments, at most 2000 characters; blank unless given. */
  notes?: string | undefined
  /** If a line no longer holds: refuse all (REFUSE, the default), or apply the others (SKIP). */
  on_conflict?: 'REFUSE' | 'SKIP' | undefined
}

/** The outcome of each line of a plan. */
export type AppliedPlan = {
  /**
   * The id under which all of it can be taken back while nothing has changed since; null if no line was
   * applied.
   */
  application: Uuid | null
  /** The lines that were applied. */
  applied: Array<{
    /** The index of the line among those sent, from 0. */
    index: number
    /** CREATE is a new assignment, RAISE more hours on an existing one. */
    kind: 'CREATE' | 'RAISE'
    /** The id of the assignment that was created or raised. */
    assignment: Uuid
    /** The hours a week that the assignment has now. */
    effective_hours: DecimalText
  }>
  /** The lines that no longer hold and were left out; only with `on_conflict` SKIP. */
  skipped: Array<{
    /** The index of the line among those sent, from 0. */
    index: number
    /** What is wrong, by the name of the line’s field. */
    messages: Record<string, string[]>
  }>
  /** The hours a week that were added. */
  covered_hours: DecimalText
  /**
   * Assigned hours of active positions as a percentage of those that they themselves require, at most
   * 999.99, as the clinic’s coverage counts them. A plan’s own percentage uses dated requirements
   * instead.
   */
  coverage_pct_before: DecimalText
  /** The same with the added hours. */
  coverage_pct_after: DecimalText
}

/** What `planning.rebalance` takes. */
export type PlanningRebalanceInput = {
  /** Plans only positions of this org unit and all below it; all positions by default. */
  org_unit_id?: Uuid | undefined
  /** The day whose tags and pools count: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /**
   * How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the
   * default), or up to the weekly cap (WEEKLY_CAP), which is overtime.
   */
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * The fewest hours a week of a new assignment, unless the position lacks less: 0.25 to 40.00, 4.00 by
   * default.
   */
  minimum_hours?: DecimalText | undefined
  /** The ids of up to 500 employees to leave out; none by default. */
  exclude_employees?: Uuid[] | undefined
  /** The ids of up to 500 positions to leave out; none by default. */
  exclude_positions?: Uuid[] | undefined
}

/** More or fewer hours of an employee on a position. */
export type RebalanceChange = {
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The position’s id. */
  position_id: Uuid
  /** The position’s title. */
  position_title: string
  /** The id of the org unit that holds the position. */
  org_unit_id: Uuid
  /** The name of the org unit that holds the position. */
  org_unit_name: string
  /** The id of the assignment to change; null for a new one. */
  assignment: Uuid | null
  /** The hours a week that the assignment has now; 0.00 for a new one. */
  current_hours: DecimalText
  /** The hours a week that the assignment would have, which is what to send; 0.00 if a rebalance ends it. */
  effective_hours: DecimalText
  /**
   * The balance with these hours assigned; in plans and rebalances, with those of earlier lines or
   * changes too.
   */
  balance_after: DecimalText
  /** What the enabled business rules find, by severity. */
  violations: {
    /** Violations for which creation is refused. */
    blocking: Violation[]
    /** Violations that do not prevent the assignment but should be looked at; they are stored with it. */
    warnings: Violation[]
    /** Violations that are only recorded with the assignment. */
    info: Violation[]
  }
  /** Why it is suggested and, if so, why it would be refused, in English. */
  reason: string
  /**
   * Fewer hours (LOWER), the end of an assignment (END), more hours (RAISE), or a new assignment
   * (CREATE).
   */
  kind: 'LOWER' | 'END' | 'RAISE' | 'CREATE'
  /** The hours a week that the change adds, or takes away if negative. */
  changed_hours: DecimalText
}

/** Changes that move hours from where there are too many to where they are missing. */
export type Rebalance = {
  /** Identifies the data that this was computed from: equal fingerprints mean that nothing has changed. */
  fingerprint: string
  /** The day whose tags and pools counted. */
  reference_date: DateText
  /** When this was computed. */
  computed_at: Instant
  /** The rebalance in numbers. Hours are hours a week. */
  summary: {
    /** The hours that positions lack. */
    lacking_hours: DecimalText
    /** The hours that people have above their pools, or above the weekly cap with `hours_limit` WEEKLY_CAP. */
    over_contract_hours: DecimalText
    /** The hours that positions have above what they require. */
    surplus_hours: DecimalText
    /** How many of the lacking hours the changes cover. */
    covered_hours: DecimalText
    /** How many of the hours over contract the changes take away. */
    relieved_hours: DecimalText
    /** The most that any changes can put right, covered and relieved together. */
    maximum_hours: DecimalText
    /** Whether the plan reaches `maximum_hours`. */
    is_maximum: boolean
    /** The number of changes. */
    changes: number
    /** The fewest changes that put the maximum right; null if these do not. */
    changes_at_least: number | null
    /** The same in words, in English. */
    sentence: string
  }
  /**
   * Why no changes can put more right: `missed_hours` - `short_hours` + `people_free_hours` +
   * `surplus_hours` + `elsewhere_hours` = `maximum_hours`.
   */
  certificate: {
    /** What positions lack, and what people have over contract, together. */
    missed_hours: DecimalText
    /** The number of positions that cannot get all the hours they lack. */
    short_positions: number
    /** The number of people who cannot be relieved in full. */
    short_people: number
    /** What these positions lack and these people have over contract. */
    short_hours: DecimalText
    /** The hours left to people who could help there. */
    people_free_hours: DecimalText
    /** The hours that these positions have above what they require. */
    surplus_hours: DecimalText
    /** The hours that people who could help there have on other positions. */
    elsewhere_hours: DecimalText
    /** The most that any changes can put right. */
    maximum_hours: DecimalText
    /** The same in words, in English. */
    sentence: string
  }
  /** The changes, in an order that allows making them one by one. Each counts those before it. */
  changes: RebalanceChange[]
}

/** What `planning.forecast` takes. */
export type PlanningForecastInput = {
  /** How many weeks to look ahead, the current one included: 1 to 26, the default. */
  weeks?: number | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /** UNIT adds the hours of each org unit to every week. */
  by?: 'UNIT' | undefined
}

/** The hours of one week, in hours a week. */
export type ForecastWeek = {
  /** The ISO week, such as `2027-W05`. */
  week: string
  /** The Monday of the week. */
  start_date: DateText
  /** The Sunday of the week. */
  end_date: DateText
  /**
   * The day whose tags and pools count: in the first week the day that the forecast starts from, in
   * later weeks the Monday.
   */
  reference_date: DateText
  /** The hours a week that active positions need in the week. */
  required_hours: DecimalText
  /** The hours a week of all ACTIVE assignments, secure or not. */
  booked_hours: DecimalText
  /**
   * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
   * assignments that have begun, up to their pools.
   */
  secure_hours: DecimalText
  /** The booked hours that are not secure, each under the first reason that applies, in this order. */
  at_risk: {
    /** Hours of people who are not on duty, such as those on leave. */
    away_hours: DecimalText
    /** Hours of people who lack a mandatory tag of the position. */
    missing_tags_hours: DecimalText
    /** Hours of assignments that begin after the week. */
    not_started_hours: DecimalText
    /** Hours above people’s pools; each of their assignments has its share. */
    over_contract_hours: DecimalText
  }
  /**
   * The pools of people on duty; for an org unit, of those with an ACTIVE assignment there, so that
   * units may add up to more than the clinic.
   */
  contract_hours: DecimalText
  /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
  coverage_pct: DecimalText
  /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
  secure_coverage_pct: DecimalText
  /** The number of positions in each coverage state, if only secure hours count. */
  secure_states: {
    /** Positions without secure hours. */
    vacant: number
    /** Positions with fewer secure hours than they require. */
    partial: number
    /** Positions with as many secure hours as they require. */
    covered: number
    /** Positions with more secure hours than they require. */
    over_covered: number
  }
  /** The same by org unit, by name; only with `by` UNIT. Units without active positions are left out. */
  by_unit?: Array<{
    /** The org unit’s id. */
    org_unit_id: Uuid
    /** The org unit’s name. */
    org_unit_name: string
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** The booked hours that are not secure, each under the first reason that applies, in this order. */
    at_risk: {
      /** Hours of people who are not on duty, such as those on leave. */
      away_hours: DecimalText
      /** Hours of people who lack a mandatory tag of the position. */
      missing_tags_hours: DecimalText
      /** Hours of assignments that begin after the week. */
      not_started_hours: DecimalText
      /** Hours above people’s pools; each of their assignments has its share. */
      over_contract_hours: DecimalText
    }
    /**
     * The pools of people on duty; for an org unit, of those with an ACTIVE assignment there, so that
     * units may add up to more than the clinic.
     */
    contract_hours: DecimalText
    /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    coverage_pct: DecimalText
    /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    secure_coverage_pct: DecimalText
    /** The number of positions in each coverage state, if only secure hours count. */
    secure_states: {
      /** Positions without secure hours. */
      vacant: number
      /** Positions with fewer secure hours than they require. */
      partial: number
      /** Positions with as many secure hours as they require. */
      covered: number
      /** Positions with more secure hours than they require. */
      over_covered: number
    }
  }>
}

/** Required, booked and secure hours in the coming weeks. */
export type Forecast = {
  /** When this was computed. */
  computed_at: Instant
  /** The weeks, from the current one on. */
  weeks: ForecastWeek[]
  /** How often someone loses secure hours from one of these weeks to the next. */
  cliff_count: number
}

/** What `planning.cliffs` takes, but for the page. */
export type PlanningCliffsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** How many weeks to look ahead, the current one included: 1 to 26, the default. */
  weeks?: number | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /** Shows only changes with this cause. */
  cause?:
    | 'CONTRACT_ENDS'
    | 'CERTIFICATE_ENDS'
    | 'REDUCTION_BEGINS'
    | 'LEAVE_ENDS'
    | 'EMPLOYMENT_BEGINS'
    | 'OTHER'
    | undefined
  /** Shows only changes of this employee; an unknown one is 400. */
  employee?: Uuid | undefined
  /** LOSS, the default, shows who loses secure hours; GAIN shows who gains some. */
  direction?: 'LOSS' | 'GAIN' | undefined
  /** Shows only changes in this ISO week, such as `2027-W05`. */
  week?: string | undefined
  /** Shows only changes whose `date` is this day or later. */
  date_from?: DateText | undefined
  /** Shows only changes whose `date` is this day or earlier. */
  date_to?: DateText | undefined
}

/** What `planning.cliffs` takes. */
export type PlanningCliffsInput = PlanningCliffsFilters & PageNumber

/** A change of a person’s secure hours from one week to the next. */
export type Cliff = {
  /** The last day of what ends, or the first day of what begins. */
  date: DateText
  /** The first ISO week in which the hours differ, such as `2027-W05`. */
  week: string
  /**
   * A tag that gives hours ends (CONTRACT_ENDS), a required tag without hours ends (CERTIFICATE_ENDS), a
   * tag that takes hours begins (REDUCTION_BEGINS), a person is expected back from leave (LEAVE_ENDS) or
   * to start (EMPLOYMENT_BEGINS), or something else, such as an assignment that begins (OTHER).
   */
  cause:
    | 'CONTRACT_ENDS'
    | 'CERTIFICATE_ENDS'
    | 'REDUCTION_BEGINS'
    | 'LEAVE_ENDS'
    | 'EMPLOYMENT_BEGINS'
    | 'OTHER'
  /** LOSS if there are fewer secure hours than before, GAIN if there are more. */
  direction: 'LOSS' | 'GAIN'
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /**
   * The id of the employee tag that ends or begins; null if an assignment or the person’s own return or
   * start is the cause.
   */
  employee_tag: Uuid | null
  /** That tag’s short name; null where `employee_tag` is. */
  tag_name: string | null
  /** How many secure hours a week are lost or gained; always positive. */
  hours: DecimalText
  /** The positions where the hours change, most hours first. */
  positions: Array<{
    /** The position’s id. */
    position_id: Uuid
    /** What the work is called; at most 200 characters. */
    title: string
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours lost or gained there; negative where they change the other way. */
    hours: DecimalText
  }>
  /** The same in words, in English. */
  sentence: string
}

/** What `planning.employee_forecast` takes. */
export type PlanningEmployeeForecastInput = {
  /** The employee’s id. */
  employee_id: Uuid
  /** How many weeks to look ahead, the current one included: 1 to 26, the default. */
  weeks?: number | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
}

/** An employee’s hours balances in the coming weeks. */
export type EmployeeForecast = {
  /** When this was computed. */
  computed_at: Instant
  /** The weeks, from the current one on, with the hours balance in each. */
  weeks: Array<{
    /** The ISO week, such as `2027-W05`. */
    week: string
    /**
     * The day whose tags and pools count: in the first week the day that the forecast starts from, in
     * later weeks the Monday.
     */
    reference_date: DateText
    /** The employee’s id. */
    employee_id: Uuid
    /** The ISO week, Monday to Sunday, that contains the reference date. */
    period: {
      /** The Monday. */
      start_date: DateText
      /** The Sunday. */
      end_date: DateText
    }
    /** The hours of the week that the employee’s ACTIVE tags give. */
    pool: {
      /**
       * The sum of the positive `hours_delta` of the tags held on the reference date; always for a whole
       * week.
       */
      base_hours: DecimalText
      /**
       * The sum of the negative `hours_delta` of the tags held in the week, each in proportion to its days
       * in the week.
       */
      adjustment_delta: DecimalText
      /** The sum of both: `base_hours` plus `adjustment_delta`, but at least 0.00. */
      effective_hours: DecimalText
    }
    /** What the employee is assigned. */
    consumption: {
      /** The hours a week of the employee’s ACTIVE assignments. */
      assigned_hours: DecimalText
      /** The number of the employee’s ACTIVE assignments. */
      assignment_count: number
    }
    /**
     * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
     * more is assigned than the pool gives.
     */
    balance: DecimalText
    /** The sign of the balance in a word. */
    state: BalanceState
    /** When this was computed. */
    computed_at: Instant
    /** The short names of the ACTIVE tags held in the week, sorted; a tag held twice appears twice. */
    tags: string[]
    /**
     * NO_ACTIVE_TAGS if no tag with a positive `hours_delta` is held on the reference date, otherwise
     * null.
     */
    error: 'NO_ACTIVE_TAGS' | null
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** The ACTIVE assignments whose mandatory tags the employee will lack in that week. */
    missing_tags_by_assignment: Array<{
      /** The assignment’s id. */
      assignment: Uuid
      /** The position’s id. */
      position_id: Uuid
      /** The position’s title. */
      position_title: string
      /** Short names of the mandatory tags that the employee will lack. */
      missing_tags: string[]
    }>
  }>
  /** The changes of the employee’s secure hours, by date. */
  cliffs: Cliff[]
}

/** One hypothetical change. */
export type ScenarioChange =
  | {
      /** The employee goes on leave. */
      kind: 'LEAVE'
      /** The employee’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      employee: string
      /** The first day of the leave; today by default. */
      start_date?: DateText | null
      /** The last day of the leave; null, the default, for no end. */
      end_date?: DateText | null
    }
  | {
      /** The employee returns from leave. */
      kind: 'RETURN'
      /** The employee’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      employee: string
      /** The first day back; today by default. */
      start_date?: DateText | null
    }
  | {
      /** The employee is terminated today. Assignments are not ended. */
      kind: 'TERMINATION'
      /** The employee’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      employee: string
    }
  | {
      /**
       * A new ACTIVE employee is hired. Later changes call the first one `NEW-1`, the second `NEW-2`, and so
       * on.
       */
      kind: 'HIRE'
      /** The ids of 1 to 50 active tags that the new employee holds, without end. */
      tags: Uuid[]
      /** The first day on which the tags count; today by default. */
      start_date?: DateText | null
    }
  | {
      /** An employee loses a tag today. */
      kind: 'TAG_REVOKED'
      /** The id of the employee tag, which must be ACTIVE. */
      employee_tag: Uuid
    }
  | {
      /** An employee tag gets another last day. */
      kind: 'TAG_EXTENDED'
      /** The id of the employee tag, which must be ACTIVE. */
      employee_tag: Uuid
      /** The new last day; null for no end. */
      end_date: DateText | null
    }
  | {
      /** An employee gets a tag. */
      kind: 'TAG_GRANTED'
      /** The employee’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      employee: string
      /** The id of an active tag of the catalogue. */
      tag: Uuid
      /** The first day on which the tag counts; today by default. */
      start_date?: DateText | null
      /** The last day on which the tag counts; null, the default, for no end. */
      end_date?: DateText | null
    }
  | {
      /** A position is added. Later changes call the first one `NEW-1`, the second `NEW-2`, and so on. */
      kind: 'POSITION_ADDED'
      /** The id of the org unit, an active UNIT. */
      org_unit_id: Uuid
      /** What the work is called; at most 200 characters. */
      title: string
      /** The hours a week that the position needs: above 0, at most 9999.99. */
      required_weekly_hours: DecimalText
      /** The ids of up to 50 active tags that the position requires as mandatory; none by default. */
      tags?: Uuid[]
    }
  | {
      /** A position needs other hours or tags, or moves to another org unit. */
      kind: 'POSITION_CHANGED'
      /** The position’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      position_id: string
      /** The hours a week that the position needs: above 0, at most 9999.99. */
      required_weekly_hours?: DecimalText
      /** The id of the org unit, an active UNIT. */
      org_unit_id?: Uuid
      /** The ids of up to 50 active tags that the position requires as mandatory from now on. */
      add_tags?: Uuid[]
      /** The ids of up to 50 tags that the position no longer requires. */
      remove_tags?: Uuid[]
    }
  | {
      /** A position is deactivated; refused while it has ACTIVE assignments. */
      kind: 'POSITION_CLOSED'
      /** The position’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      position_id: string
    }
  | {
      /**
       * An employee is assigned to a position. Later changes call the first assignment `NEW-1`, the second
       * `NEW-2`, and so on.
       */
      kind: 'ASSIGNMENT_ADDED'
      /** The employee’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      employee: string
      /** The position’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      position_id: string
      /** Hours a week that the employee works on the position: above 0, at most 168. */
      effective_hours: DecimalText
    }
  | {
      /** An assignment gets other hours. */
      kind: 'ASSIGNMENT_CHANGED'
      /** The assignment’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      assignment: string
      /** Hours a week that the employee works on the position: above 0, at most 168. */
      effective_hours: DecimalText
    }
  | {
      /** An assignment is ended. */
      kind: 'ASSIGNMENT_ENDED'
      /** The assignment’s id, or `NEW-1`, `NEW-2` and so on for one that an earlier change of the list adds. */
      assignment: string
    }
  | {
      /** The clinic’s weekly cap changes. */
      kind: 'CAP_CHANGED'
      /**
       * The most hours a week that an employee may be assigned: above 0, at most 168. Null for the threshold
       * of the rule MAX_WEEKLY_HOURS.
       */
      max_weekly_hours: DecimalText | null
    }
  | {
      /** A business rule changes. Fields that are left out stay as they are. */
      kind: 'RULE_CHANGED'
      /** The rule to change. */
      code: RuleCode
      /** The consequence of a violation of the rule. */
      severity?: Severity
      /** The hours or days at which the rule applies. Null for none, and for the default of 6 days. */
      threshold?: DecimalText | null
      /** Whether the rule is evaluated at all. */
      enabled?: boolean
    }

/** What `planning.scenario` takes. */
export type PlanningScenarioInput = {
  /** The changes to try, 1 to 50, made in this order. */
  changes: ScenarioChange[]
  /** A day of the first week to show: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /** How many weeks to show: 1, the default, to 26. */
  weeks?: number | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * Whether to plan the hours that are not secure in `compared_week`, before and after the changes;
   * false by default.
   */
  replan?: boolean | undefined
}

/** An org unit without and with the changes. */
export type ScenarioUnit = {
  /** The org unit’s id. */
  org_unit_id: Uuid
  /** The org unit’s name. */
  org_unit_name: string
  /** As it is without the changes; null if the changes add it. */
  before: {
    /** The number of active positions. */
    position_count: number
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    coverage_pct: DecimalText
    /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    secure_coverage_pct: DecimalText
  } | null
  /** As it is with the changes; null if the changes remove it. */
  after: {
    /** The number of active positions. */
    position_count: number
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    coverage_pct: DecimalText
    /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    secure_coverage_pct: DecimalText
  } | null
}

/** A position without and with the changes. */
export type ScenarioPosition = {
  /** The position’s id, or `NEW-1` and so on for a new one. */
  position_id: string
  /** The position’s title. */
  position_title: string
  /** As it is without the changes; null if the changes add it. */
  before: {
    /** The id of the org unit that holds the position. */
    org_unit_id: Uuid
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** How far the booked hours cover the required ones. */
    coverage_state: CoverageState
    /** How far the secure hours cover the required ones. */
    secure_coverage_state: CoverageState
  } | null
  /** As it is with the changes; null if the changes remove it. */
  after: {
    /** The id of the org unit that holds the position. */
    org_unit_id: Uuid
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** How far the booked hours cover the required ones. */
    coverage_state: CoverageState
    /** How far the secure hours cover the required ones. */
    secure_coverage_state: CoverageState
  } | null
}

/** An employee’s hours balance without and with the changes. */
export type ScenarioBalance = {
  /** The employee’s id, or `NEW-1` and so on for a new one. */
  employee: string
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** As it is without the changes; null if the changes add it. */
  before: {
    /** The hours that the employee’s tags give in the week. */
    pool_hours: DecimalText
    /** The hours a week of the employee’s ACTIVE assignments. */
    assigned_hours: DecimalText
    /**
     * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
     * more is assigned than the pool gives.
     */
    balance: DecimalText
    /** The sign of the balance in a word. */
    state: BalanceState
  } | null
  /** As it is with the changes; null if the changes remove it. */
  after: {
    /** The hours that the employee’s tags give in the week. */
    pool_hours: DecimalText
    /** The hours a week of the employee’s ACTIVE assignments. */
    assigned_hours: DecimalText
    /**
     * The hours of the pool that are still to be assigned: the pool minus all assigned hours, negative if
     * more is assigned than the pool gives.
     */
    balance: DecimalText
    /** The sign of the balance in a word. */
    state: BalanceState
  } | null
}

/** What a business rule finds against an ACTIVE assignment. */
export type AssignmentViolation = {
  /** The assignment’s id, or `NEW-1` and so on for a new one. */
  assignment: string
  /** The employee’s id, or `NEW-1` and so on for a new one. */
  employee: string
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The position’s id, or `NEW-1` and so on for a new one. */
  position_id: string
  /** The rule that was violated. */
  rule_code: RuleCode
  /** The consequence of a violation of the rule. */
  severity: Severity
  /** What is wrong, in a sentence for people. */
  message: string
}

/** As in a plan, but its positions and people may be new. */
export type ScenarioShortage = {
  /** The hours that no plan can cover. */
  short_hours: DecimalText
  /** The same as full-time equivalents: of 40 hours, unless the clinic has set others. */
  short_fte: DecimalText
  /** The hours a week that the positions lack. */
  lacking_hours: DecimalText
  /** The hours left to the people who may fill these positions. */
  free_hours: DecimalText
  /** The sets of mandatory tags that these positions require; the set that lacks most hours comes first. */
  tag_sets: Array<{
    /** The short names of the tags, sorted. */
    tags: string[]
    /** The number of these positions that require exactly this set. */
    position_count: number
    /** The hours a week that the positions lack. */
    lacking_hours: DecimalText
    /** The hours that would stay open if these were the only positions. */
    short_alone_hours: DecimalText
  }>
  /** The positions, those that lack most first; 50 at most. */
  positions: Array<{
    /** The position’s id. */
    position_id: string
    /** What the work is called; at most 200 characters. */
    title: string
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours a week that the position lacks. */
    lacking_hours: DecimalText
  }>
  /** The number of these positions, including those not listed. */
  position_count: number
  /** The people who hold all mandatory tags of one of these positions. */
  holders: {
    /** The people that the plan could use. */
    active: number
    /** The people on leave. */
    on_leave: number
    /** All others, such as people with another status or excluded by a rule. */
    other: number
    /** The total pool of the active ones. */
    contract_hours: DecimalText
    /** The hours that the active ones are assigned, here and elsewhere. */
    assigned_hours: DecimalText
    /** The hours left to those with too few for a new assignment and none here to raise. */
    left_below_minimum_hours: DecimalText
  }
  /**
   * No active person holds the tags (NOBODY_HOLDS), those who hold them have no hours left
   * (NO_HOURS_LEFT), or too few (NOT_ENOUGH_HOURS).
   */
  cause: 'NOBODY_HOLDS' | 'NO_HOURS_LEFT' | 'NOT_ENOUGH_HOURS'
  /** The same in words, in English. */
  sentence: string
  /**
   * Changes that would close some of the shortage. Each was planned on its own, so their hours do not
   * add up.
   */
  remedies: Array<{
    /**
     * Up to three people who lack only this certificate get it: those who work on these positions (RENEW),
     * or others with hours left (CERTIFY). People on leave come back (RETURN), the holders work up to the
     * weekly cap (OVERTIME), new people are hired who hold all the tags (HIRE), or new assignments may be
     * as short as 0.25 hours (SMALLER_MINIMUM).
     */
    kind: 'RENEW' | 'CERTIFY' | 'RETURN' | 'OVERTIME' | 'HIRE' | 'SMALLER_MINIMUM'
    /** The id of the certificate of a RENEW or CERTIFY; otherwise null. */
    tag: Uuid | null
    /** The short name of that certificate; otherwise null. */
    tag_name: string | null
    /** The people of a RENEW, CERTIFY or RETURN; otherwise empty. */
    employees: Array<{
      /** The employee’s id. */
      id: string
      /** The employee’s name, as `Last, First`. */
      name: string
    }>
    /** How many hours fewer would then stay open. */
    closes_hours: DecimalText
    /** The same in words, in English. */
    sentence: string
  }>
}

/** What the changes would do. */
export type ScenarioResult = {
  /** When this was computed. */
  computed_at: Instant
  /** The requested day. */
  reference_date: DateText
  /** The same in words, in English. */
  sentence: string
  /** The forecast of the weeks without the changes. */
  before: Array<{
    /** The ISO week, such as `2027-W05`. */
    week: string
    /** The Monday of the week. */
    start_date: DateText
    /** The Sunday of the week. */
    end_date: DateText
    /**
     * The day whose tags and pools count: in the first week the day that the forecast starts from, in
     * later weeks the Monday.
     */
    reference_date: DateText
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** The booked hours that are not secure, each under the first reason that applies, in this order. */
    at_risk: {
      /** Hours of people who are not on duty, such as those on leave. */
      away_hours: DecimalText
      /** Hours of people who lack a mandatory tag of the position. */
      missing_tags_hours: DecimalText
      /** Hours of assignments that begin after the week. */
      not_started_hours: DecimalText
      /** Hours above people’s pools; each of their assignments has its share. */
      over_contract_hours: DecimalText
    }
    /**
     * The pools of people on duty; for an org unit, of those with an ACTIVE assignment there, so that
     * units may add up to more than the clinic.
     */
    contract_hours: DecimalText
    /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    coverage_pct: DecimalText
    /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    secure_coverage_pct: DecimalText
    /** The number of positions in each coverage state, if only secure hours count. */
    secure_states: {
      /** Positions without secure hours. */
      vacant: number
      /** Positions with fewer secure hours than they require. */
      partial: number
      /** Positions with as many secure hours as they require. */
      covered: number
      /** Positions with more secure hours than they require. */
      over_covered: number
    }
  }>
  /** The forecast of the same weeks with the changes. */
  after: Array<{
    /** The ISO week, such as `2027-W05`. */
    week: string
    /** The Monday of the week. */
    start_date: DateText
    /** The Sunday of the week. */
    end_date: DateText
    /**
     * The day whose tags and pools count: in the first week the day that the forecast starts from, in
     * later weeks the Monday.
     */
    reference_date: DateText
    /** The hours a week that active positions need in the week. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments, secure or not. */
    booked_hours: DecimalText
    /**
     * The booked hours that can be counted on: those of people on duty who hold all mandatory tags, on
     * assignments that have begun, up to their pools.
     */
    secure_hours: DecimalText
    /** The booked hours that are not secure, each under the first reason that applies, in this order. */
    at_risk: {
      /** Hours of people who are not on duty, such as those on leave. */
      away_hours: DecimalText
      /** Hours of people who lack a mandatory tag of the position. */
      missing_tags_hours: DecimalText
      /** Hours of assignments that begin after the week. */
      not_started_hours: DecimalText
      /** Hours above people’s pools; each of their assignments has its share. */
      over_contract_hours: DecimalText
    }
    /**
     * The pools of people on duty; for an org unit, of those with an ACTIVE assignment there, so that
     * units may add up to more than the clinic.
     */
    contract_hours: DecimalText
    /** Booked hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    coverage_pct: DecimalText
    /** Secure hours as a percentage of the required ones, at most 999.99; 0.00 if none are required. */
    secure_coverage_pct: DecimalText
    /** The number of positions in each coverage state, if only secure hours count. */
    secure_states: {
      /** Positions without secure hours. */
      vacant: number
      /** Positions with fewer secure hours than they require. */
      partial: number
      /** Positions with as many secure hours as they require. */
      covered: number
      /** Positions with more secure hours than they require. */
      over_covered: number
    }
  }>
  /**
   * The ISO week that `units`, `positions` and `balances` compare: the first in which coverage differs,
   * else a balance, else the first.
   */
  compared_week: string
  /** The org units whose positions or hours differ. */
  units: ScenarioUnit[]
  /** The positions whose hours or org unit differ. */
  positions: ScenarioPosition[]
  /** The employees whose hours balance differs. Leave and termination do not change it. */
  balances: ScenarioBalance[]
  /** How violations of ACTIVE assignments differ, as if each assignment were made today. */
  violations: {
    /** The number of violations that the changes add. */
    new_count: number
    /** These violations, 1000 at most. */
    new: AssignmentViolation[]
    /** The number of violations that the changes remove. */
    resolved_count: number
    /** These violations, 1000 at most. */
    resolved: AssignmentViolation[]
  }
  /** The plan without the changes; null unless `replan` was asked for. */
  plan_before: {
    /** A plan in numbers. Hours are hours a week. */
    summary: PlanSummary
    /** What stays open in any plan, and why, the largest shortage first. */
    shortages: ScenarioShortage[]
  } | null
  /** The plan with the changes; null unless `replan` was asked for. */
  plan_after: {
    /** A plan in numbers. Hours are hours a week. */
    summary: PlanSummary
    /** What stays open in any plan, and why, the largest shortage first. */
    shortages: ScenarioShortage[]
  } | null
}

/** What `planning.renewals` takes, but for the page. */
export type PlanningRenewalsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** How many weeks to look ahead, the current one included: 1 to 26, 12 by default. */
  weeks?: number | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /** Shows only tags of this category. */
  category?: TagCategory | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
}

/** What `planning.renewals` takes. */
export type PlanningRenewalsInput = PlanningRenewalsFilters & PageNumber

/** An employee tag that ends, and the hours at stake. */
export type Renewal = {
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The id of the employee tag that ends. */
  employee_tag: Uuid
  /** The id of the tag in the catalogue. */
  tag: Uuid
  /** The tag’s short name. */
  tag_name: string
  /** The tag’s category. */
  tag_category: TagCategory
  /** The last day of the employee tag. */
  last_day: DateText
  /**
   * The secure hours a week that fall, on the positions that lose some, from the Monday after that day’s
   * week, if everything else of the person is renewed.
   */
  hours: DecimalText
  /** How many of them no plan makes up for. */
  open_hours: DecimalText
  /** The positions that lose the hours, most hours first. */
  positions: Array<{
    /** The position’s id. */
    position_id: Uuid
    /** What the work is called; at most 200 characters. */
    title: string
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** The hours lost there. */
    hours: DecimalText
  }>
  /** The same in words, in English. */
  sentence: string
}

/** What `planning.training` takes. */
export type PlanningTrainingInput = {
  /** The most pairs to name: 1 to 20, 5 by default. */
  pairs?: number | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /** The day whose tags and pools count: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /**
   * Which assigned hours count as covered: all booked ones (BOOKED, the default), or only secure ones
   * (SECURE).
   */
  demand?: 'BOOKED' | 'SECURE' | undefined
  /** Whether people may also be trained for tags of the category QUALIFICATION; false by default. */
  include_qualifications?: boolean | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
}

/** Whom to train for what, so that the most hours close. */
export type Training = {
  /** When this was computed. */
  computed_at: Instant
  /** The hours a week that positions lack. */
  lacking_hours: DecimalText
  /** The hours that stay open in every plan, without any training. */
  open_hours: DecimalText
  /**
   * The pairs of person and qualification, in the order of choice: each closes most on top of those
   * before it.
   */
  pairs: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The employee’s name, as `Last, First`. */
    employee_name: string
    /** The id of the tag in the catalogue. */
    tag: Uuid
    /** The tag’s short name. */
    tag_name: string
    /** How many fewer hours stay open with this pair than without it. */
    closes_hours: DecimalText
    /** The same for this pair and all before it together. */
    closed_hours: DecimalText
    /** The hours that still stay open in every plan. */
    open_hours: DecimalText
  }>
  /** The same in words, in English. */
  sentence: string
}

/** What `planning.single_points` takes, but for the page. */
export type PlanningSinglePointsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /** The day whose tags and pools count: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
}

/** What `planning.single_points` takes. */
export type PlanningSinglePointsInput = PlanningSinglePointsFilters & PageNumber

/** A person whose hours nobody could take over in full. */
export type SinglePoint = {
  /** The id of the org unit where most of the person’s secure hours are. */
  org_unit_id: Uuid
  /** The org unit’s name. */
  org_unit_name: string
  /** The `hours` of all people of that unit added up, each leaving alone. */
  org_unit_hours: DecimalText
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The secure hours a week that the person works. */
  works_hours: DecimalText
  /** How many of them nobody could take over if the person left. */
  hours: DecimalText
  /**
   * The short names of the mandatory tags of the person’s position that the fewest others on duty could
   * fill.
   */
  tags: string[]
  /** How many other people on duty hold all these tags. */
  other_holders: number
  /**
   * Up to three people with hours left who lack one certification or qualification of these tags, the
   * best first.
   */
  could_train: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The employee’s name, as `Last, First`. */
    employee_name: string
    /** The id of the tag in the catalogue. */
    tag: Uuid
    /** The tag’s short name. */
    tag_name: string
    /** How many fewer hours would stay open without the person. */
    closes_hours: DecimalText
  }>
  /** The same in words, in English. */
  sentence: string
}

/** What `planning.establishment` takes. */
export type PlanningEstablishmentInput = {
  /** Looks only at positions of this org unit and all below it; an unknown one is 400. */
  org_unit_id?: Uuid | undefined
  /** The day whose tags and pools count: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
}

/** What org units require, and who is there for it. */
export type Establishment = {
  /** When this was computed. */
  computed_at: Instant
  /** All positions that were asked about. */
  totals: {
    /** The number of active positions. */
    positions: number
    /** The hours a week that these positions need. */
    required_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    required_fte: DecimalText
    /**
     * The pools of people on duty, each divided among the person’s ACTIVE assignments in proportion to
     * their hours.
     */
    contracted_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    contracted_fte: DecimalText
    /** The hours a week of all ACTIVE assignments there. */
    assigned_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    assigned_fte: DecimalText
    /** The assigned hours that can be counted on, as the forecast does. */
    secure_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    secure_fte: DecimalText
    /** The hours that positions lack, each by itself: a surplus elsewhere fills nothing. */
    vacant_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    vacant_fte: DecimalText
    /** The vacant hours as a percentage of the required ones. */
    vacant_pct: DecimalText
    /** The secure hours as a percentage of the required ones, at most 999.99. */
    secure_coverage_pct: DecimalText
  }
  /**
   * The pools of people on duty who have no ACTIVE assignment, in the whole clinic: contracted, but in
   * no unit.
   */
  unplaced_hours: DecimalText
  /** The org units that hold these positions, by name. */
  units: Array<{
    /** The org unit’s id. */
    org_unit_id: Uuid
    /** The org unit’s name. */
    org_unit_name: string
    /** The org unit’s code. */
    org_unit_code: string
    /** The number of active positions. */
    positions: number
    /** The hours a week that these positions need. */
    required_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    required_fte: DecimalText
    /**
     * The pools of people on duty, each divided among the person’s ACTIVE assignments in proportion to
     * their hours.
     */
    contracted_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    contracted_fte: DecimalText
    /** The hours a week of all ACTIVE assignments there. */
    assigned_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    assigned_fte: DecimalText
    /** The assigned hours that can be counted on, as the forecast does. */
    secure_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    secure_fte: DecimalText
    /** The hours that positions lack, each by itself: a surplus elsewhere fills nothing. */
    vacant_hours: DecimalText
    /** The same in full-time equivalents (FTE_HOURS). */
    vacant_fte: DecimalText
    /** The vacant hours as a percentage of the required ones. */
    vacant_pct: DecimalText
    /** The secure hours as a percentage of the required ones, at most 999.99. */
    secure_coverage_pct: DecimalText
    /** The same for each group of qualifications. */
    groups: Array<{
      /**
       * The short names of the mandatory tags that all positions of the group have; none for positions
       * without any.
       */
      tags: string[]
      /** The number of active positions. */
      positions: number
      /** The hours a week that these positions need. */
      required_hours: DecimalText
      /** The same in full-time equivalents (FTE_HOURS). */
      required_fte: DecimalText
      /**
       * The pools of people on duty, each divided among the person’s ACTIVE assignments in proportion to
       * their hours.
       */
      contracted_hours: DecimalText
      /** The same in full-time equivalents (FTE_HOURS). */
      contracted_fte: DecimalText
      /** The hours a week of all ACTIVE assignments there. */
      assigned_hours: DecimalText
      /** The same in full-time equivalents (FTE_HOURS). */
      assigned_fte: DecimalText
      /** The assigned hours that can be counted on, as the forecast does. */
      secure_hours: DecimalText
      /** The same in full-time equivalents (FTE_HOURS). */
      secure_fte: DecimalText
      /** The hours that positions lack, each by itself: a surplus elsewhere fills nothing. */
      vacant_hours: DecimalText
      /** The same in full-time equivalents (FTE_HOURS). */
      vacant_fte: DecimalText
      /** The vacant hours as a percentage of the required ones. */
      vacant_pct: DecimalText
      /** The secure hours as a percentage of the required ones, at most 999.99. */
      secure_coverage_pct: DecimalText
    }>
  }>
}

/** An org unit night by night, and how right its forecasts were. */
export type History = {
  /** The org unit’s id; null while there are no org units. */
  org_unit_id: Uuid | null
  /** The org unit’s name. */
  org_unit_name: string
  /** The nights, the earliest first. A night on which the service was off is missing. */
  nights: Array<{
    /** The clinic’s date. */
    date: DateText
    /** The hours a week that active positions needed. */
    required_hours: DecimalText
    /** The hours a week of all ACTIVE assignments. */
    booked_hours: DecimalText
    /** The booked hours that could be counted on. */
    secure_hours: DecimalText
    /** The secure hours as a percentage of the required ones, at most 999.99. */
    secure_coverage_pct: DecimalText
    /** The secure hours that were then forecast for the Monday 4 weeks later. */
    secure_in_4_weeks: DecimalText
    /** The secure hours that were then forecast for the Monday 8 weeks later. */
    secure_in_8_weeks: DecimalText
    /** The secure hours that were then forecast for the Monday 12 weeks later. */
    secure_in_12_weeks: DecimalText
    /**
     * What had been forecast for this Monday 4 weeks before; null on other days, and where that night is
     * missing.
     */
    said_4_weeks_ago: DecimalText | null
    /**
     * What had been forecast for this Monday 8 weeks before; null on other days, and where that night is
     * missing.
     */
    said_8_weeks_ago: DecimalText | null
    /**
     * What had been forecast for this Monday 12 weeks before; null on other days, and where that night is
     * missing.
     */
    said_12_weeks_ago: DecimalText | null
  }>
  /** What was said against what came, over the Mondays of these nights. */
  accuracy: Array<{
    /** How many weeks before it was said: 4, 8 or 12. */
    weeks_ahead: number
    /** On how many Mondays both are known. */
    mondays: number
    /**
     * The secure hours that came less those that were said, on average; negative where fewer came. Null
     * without any Monday.
     */
    mean_difference_hours: DecimalText | null
    /** By how many hours it was wrong on average, in either direction. */
    mean_error_hours: DecimalText | null
    /** By how many hours it was wrong at most. */
    largest_error_hours: DecimalText | null
  }>
}

/** When an employee is expected back from leave, or to start. */
export type EmployeeDates = {
  /** The employee’s id. */
  employee: Uuid
  /** The employee’s name, as `Last, First`. */
  employee_name: string
  /** The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING. */
  status: EmployeeStatus
  /** The expected first day back from leave; null if unknown. */
  expected_return_date: DateText | null
  /** The expected first day of work of a new employee; null if unknown. */
  expected_start_date: DateText | null
  /**
   * The date of these that planning counts with: the return of an employee ON_LEAVE, even while a
   * proposal awaits an answer, the start of one ONBOARDING; null if there is none, or if it has passed.
   */
  counted_date: DateText | null
  /**
   * Why a stored date does not count: the employee’s status no longer fits it (STATUS), or it has passed
   * (PAST); null otherwise.
   */
  ignored_because: 'STATUS' | 'PAST' | null
}

/** What `planning.set_employee_dates` takes. */
export type PlanningSetEmployeeDatesInput = {
  /**
   * The expected first day back of an employee who is ON_LEAVE, or was when a proposal came, today or
   * later; null clears it.
   */
  expected_return_date?: DateText | null | undefined
  /** The expected first day of an employee who is ONBOARDING, today or later; null clears it. */
  expected_start_date?: DateText | null | undefined
  /** The employee’s id. */
  employee_id: Uuid
}

/** What a position requires from a date on. */
export type DatedRequirement = {
  /** The first day; the next row’s first day ends it. */
  from_date: DateText
  /**
   * The hours a week that planning counts with from that day on, 0.00 to 9999.99; null for what the
   * position itself requires.
   */
  required_weekly_hours: DecimalText | null
}

/** What a position requires, by date. */
export type PositionRequirements = {
  /** The position’s id. */
  position_id: Uuid
  /** What the work is called; at most 200 characters. */
  title: string
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours: DecimalText
  /** What planning counts with instead, by date. */
  rows: DatedRequirement[]
}

/** What `planning.keep_draft` takes. */
export type PlanningKeepDraftInput = {
  /** Plans only positions of this org unit and all below it; all positions by default. */
  org_unit_id?: Uuid | undefined
  /** The day of the plan: from today to 182 days ahead. */
  reference_date: DateText
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * The fewest hours a week of a new assignment, unless the position lacks less: 0.25 to 40.00, 4.00 by
   * default.
   */
  minimum_hours?: DecimalText | undefined
  /**
   * The ids of up to 50 org units whose positions come first, the most urgent unit first; none by
   * default.
   */
  priorities?: Uuid[] | undefined
  /** The ids of up to 500 employees to leave out; none by default. */
  exclude_employees?: Uuid[] | undefined
  /** The ids of up to 500 positions to leave out; none by default. */
  exclude_positions?: Uuid[] | undefined
  /**
   * What the plan may contain: new assignments (CREATE), more hours on existing ones (RAISE), or both
   * (CREATE_AND_RAISE, the default).
   */
  allow?: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE' | undefined
  /**
   * How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the
   * default), or up to the weekly cap (WEEKLY_CAP), which is overtime.
   */
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  /**
   * Which assigned hours count as covered: all booked ones (BOOKED, the default), or only those that the
   * forecast finds secure (SECURE), and with `hours_limit` WEEKLY_CAP those over contract too. SECURE is
   * 400 while the rule COVERAGE_EXCEEDED is BLOCKING.
   */
  demand?: 'BOOKED' | 'SECURE' | undefined
  /** A name for the draft, at most 200 characters; blank unless given. */
  name?: string | undefined
  /**
   * The lines to keep: 1 to 500 lines of a plan for that day, exactly as it gave them. No two may have
   * the same employee and position.
   */
  lines: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The position’s id. */
    position_id: Uuid
    /** The id of the assignment to raise; null, the default, for a new one. */
    assignment?: Uuid | null
    /** The hours a week that the assignment had in the plan; 0.00, the default, for a new one. */
    current_hours?: DecimalText
    /** The hours a week that the assignment is to have: above `current_hours`, at most 168. */
    effective_hours: DecimalText
  }>
}

/** A draft with its lines, and how far they still hold. */
export type Draft = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** Its name; blank if it has none. */
  name: string
  /** The day whose tags and pools counted. */
  reference_date: DateText
  /** The Monday from which it can be applied. */
  applies_from: DateText
  /** How many hours people may be given, as in the plan. */
  hours_limit: 'CONTRACT' | 'WEEKLY_CAP'
  /** Which assigned hours count as covered, as in the plan. */
  demand: 'BOOKED' | 'SECURE'
  /** The number of its lines. */
  line_count: number
  /** The hours a week that its lines add. */
  added_hours: DecimalText
  /** Identifies the clinic’s data for which it was kept, as in a plan. */
  fingerprint: string
  /** The user who kept it; null for the command line. */
  kept_by: Uuid | null
  /** That user’s name, as `Family, Given`; the system user, on the command line. */
  kept_by_name: string
  /** When it was kept. */
  created_at: Instant
  /** By whom and when it was applied; null if it was not, or was taken back. */
  application: {
    /** The id under which this can be taken back. */
    id: Uuid
    /** When it was applied. */
    applied_at: Instant
    /** The user who applied it; null for the command line. */
    applied_by: Uuid | null
    /** That user’s name. */
    applied_by_name: string
  } | null
  /** What else it was planned with. */
  options: {
    /** The id of the org unit whose positions were planned; missing if all were. */
    org_unit_id?: Uuid
    /** The percentage of every pool that was kept for leave, sickness and study. */
    headroom_pct: DecimalText
    /** The fewest hours a week of a new assignment. */
    minimum_hours: DecimalText
    /** The ids of the org units whose positions came first. */
    priorities: Uuid[]
    /** The ids of the employees who were left out. */
    exclude_employees: Uuid[]
    /** The ids of the positions that were left out. */
    exclude_positions: Uuid[]
    /** What the plan might contain. */
    allow: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE'
  }
  /** Its lines, in the order of the plan. */
  lines: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The employee’s name, as `Last, First`. */
    employee_name: string
    /** The position’s id. */
    position_id: Uuid
    /** The position’s title. */
    position_title: string
    /** The id of the org unit that holds the position; null if the position was deleted. */
    org_unit_id: Uuid | null
    /** The name of the org unit that holds the position. */
    org_unit_name: string
    /** CREATE is a new assignment, RAISE more hours on an existing one. */
    kind: 'CREATE' | 'RAISE'
    /** The id of the assignment to raise; null for a new one. */
    assignment: Uuid | null
    /** The hours a week that the assignment had; 0.00 for a new one. */
    current_hours: DecimalText
    /** The hours a week that the assignment is to have. */
    effective_hours: DecimalText
    /** The hours a week that the line adds. */
    added_hours: DecimalText
    /** The hours that the position lacked when the draft was kept. */
    lacking_hours: DecimalText
    /** The hours that the employee had left then. */
    free_hours: DecimalText
    /**
     * The line as the clinic stands now, on the day of the draft, or if its week has begun, as applying it
     * now would find it (the answer to keeping it always shows its day); null once the draft is applied.
     */
    now: {
      /**
       * Whether the line would be accepted (HOLDS), adds hours that the position no longer lacks
       * (NOT_NEEDED), or would be refused for another reason (NOT_ACCEPTED).
       */
      state: 'HOLDS' | 'NOT_NEEDED' | 'NOT_ACCEPTED'
      /** What is wrong, by the name of the line’s field. */
      messages: Record<string, string[]>
      /** The hours that the position lacks; null if it is inactive. */
      lacking_hours: DecimalText | null
      /** The hours that the employee has left; null if the position is inactive. */
      free_hours: DecimalText | null
    } | null
  }>
  /** How far the draft still holds; null once it is applied. */
  drift: {
    /** When this was computed. */
    computed_at: Instant
    /** Identifies the clinic’s data as it is now, today’s date included. */
    fingerprint: string
    /** The same in words, in English. */
    sentence: string
    /** The same plan made now; null if it would be refused, as where its org unit is gone. */
    planned_again: PlanSummary | null
  } | null
}

/** What `planning.drafts` takes, but for the page. */
export type PlanningDraftsFilters = ListOptions<'created_at' | 'reference_date' | 'id'>

/** What `planning.drafts` takes. */
export type PlanningDraftsInput = PlanningDraftsFilters & PageNumber

/** A plan for a coming week that is kept. */
export type DraftRow = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** Its name; blank if it has none. */
  name: string
  /** The day whose tags and pools counted. */
  reference_date: DateText
  /** The Monday from which it can be applied. */
  applies_from: DateText
  /** How many hours people may be given, as in the plan. */
  hours_limit: 'CONTRACT' | 'WEEKLY_CAP'
  /** Which assigned hours count as covered, as in the plan. */
  demand: 'BOOKED' | 'SECURE'
  /** The number of its lines. */
  line_count: number
  /** The hours a week that its lines add. */
  added_hours: DecimalText
  /** Identifies the clinic’s data for which it was kept, as in a plan. */
  fingerprint: string
  /** The user who kept it; null for the command line. */
  kept_by: Uuid | null
  /** That user’s name, as `Family, Given`; the system user, on the command line. */
  kept_by_name: string
  /** When it was kept. */
  created_at: Instant
  /** By whom and when it was applied; null if it was not, or was taken back. */
  application: {
    /** The id under which this can be taken back. */
    id: Uuid
    /** When it was applied. */
    applied_at: Instant
    /** The user who applied it; null for the command line. */
    applied_by: Uuid | null
    /** That user’s name. */
    applied_by_name: string
  } | null
}

/** What `planning.apply_rebalance` takes. */
export type PlanningApplyRebalanceInput = {
  /**
   * The changes to apply: 1 to 500 changes of a rebalance, exactly as it gave them. No two that give
   * hours, and no two that take hours, may have the same employee and position.
   */
  changes: Array<{
    /** The employee’s id. */
    employee: Uuid
    /** The position’s id. */
    position_id: Uuid
    /** The id of the assignment to change; null, the default, for a new one. */
    assignment?: Uuid | null
    /** The hours a week that the assignment had in the rebalance; 0.00, the default, for a new one. */
    current_hours?: DecimalText
    /** The hours a week that the assignment is to have, at most 168; 0.00 ends it. */
    effective_hours: DecimalText
  }>
  /**
   * The rebalance’s fingerprint. If given, nothing is applied when anything has changed since the
   * rebalance.
   */
  fingerprint?: string | undefined
  /**
   * How many hours people may be given: up to their contracts, the pool of their balance (CONTRACT, the
   * default), or up to the weekly cap (WEEKLY_CAP), which is overtime.
   */
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * The `effective_date` of new assignments: a day of this week, today by default. Contracts and
   * requirements count as of that day, or of today once it has passed.
   */
  effective_date?: DateText | undefined
  /** The notes of new assignments, and what is appended to those of ended ones; blank unless given. */
  notes?: string | undefined
}

/** What became of the changes of a rebalance. */
export type AppliedRebalance = {
  /** The id under which all of it can be taken back while nothing has changed since. */
  application: Uuid
  /** The changes, in the order in which they were sent. */
  applied: Array<{
    /** What was done, as in the rebalance. */
    kind: 'LOWER' | 'END' | 'RAISE' | 'CREATE'
    /** The id of the assignment that was created or changed. */
    assignment: Uuid
    /** The hours a week that the assignment has now; 0.00 if it was ended. */
    effective_hours: DecimalText
  }>
  /** The hours a week that were given, here or elsewhere. */
  added_hours: DecimalText
}

/** What `planning.applications` takes, but for the page. */
export type PlanningApplicationsFilters = ListOptions<'created_at' | 'id'>

/** What `planning.applications` takes. */
export type PlanningApplicationsInput = PlanningApplicationsFilters & PageNumber

/** A plan or a rebalance that was applied. */
export type Application = {
  /** The id under which it can be taken back. */
  id: Uuid
  /** What was applied. */
  kind: 'PLAN' | 'REBALANCE'
  /** The draft that was applied; null if it was none. */
  draft_id: Uuid | null
  /** How many assignments were created, raised, lowered or ended. */
  change_count: number
  /** The hours a week that were given to people. */
  added_hours: DecimalText
  /** When it was applied. */
  applied_at: Instant
  /** The user who applied it; null for the command line. */
  applied_by: Uuid | null
  /** That user’s name, as `Family, Given`; the system user, on the command line. */
  applied_by_name: string
  /** By whom and when it was taken back; null if it was not. */
  taken_back: {
    /** When it was taken back. */
    at: Instant
    /** The user who took it back; null for the command line. */
    by: Uuid | null
    /** That user’s name, as `Family, Given`; the system user, on the command line. */
    by_name: string
  } | null
}

/** What was done to take a plan or a rebalance back. */
export type TakenBack = {
  /** How many new assignments were removed. */
  removed: number
  /** How many assignments have the hours that they had before. */
  put_back: number
  /** How many assignments that had been ended are ACTIVE again. */
  reopened: number
}

/** Changes to try, kept under a name. */
export type KeptScenario = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** Its name. */
  name: string
  /** The changes, as `POST /planning/v1/scenarios/` takes them. */
  changes: Array<{
    /** What the change is. */
    kind: string
  }>
  /** The user who kept it. */
  kept_by: Uuid
  /** That user’s name, as `Family, Given`: the email if there is no name. */
  kept_by_name: string
  /** When it was kept. */
  created_at: Instant
}

/** What `planning.kept_scenarios` takes, but for the page. */
export type PlanningKeptScenariosFilters = ListOptions<'created_at' | 'name' | 'id'>

/** What `planning.kept_scenarios` takes. */
export type PlanningKeptScenariosInput = PlanningKeptScenariosFilters & PageNumber

/** What `planning.compare_scenarios` takes. */
export type PlanningCompareScenariosInput = {
  /** The id of a kept scenario. */
  first: Uuid
  /** The id of another kept scenario. */
  second: Uuid
  /** A day of the first week to show: from today, the default, to 182 days ahead. */
  reference_date?: DateText | undefined
  /** How many weeks to show: 1, the default, to 26. */
  weeks?: number | undefined
  /**
   * The percentage of every pool that is kept for leave, sickness and study, 0.00 to 90.00: by default
   * what the clinic has set (HEADROOM_PCT), otherwise 0.00.
   */
  headroom_pct?: DecimalText | undefined
  /**
   * Whether to plan the hours that are not secure in `compared_week`, before and after the changes;
   * false by default.
   */
  replan?: boolean | undefined
}

/** Two scenarios beside each other. */
export type ScenarioComparison = {
  /** When this was computed. */
  computed_at: Instant
  /** What the first scenario would do. */
  first: {
    /** The object’s id, which never changes. */
    id: Uuid
    /** Its name. */
    name: string
    /** Its answer; null if a change would be refused now. */
    result: ScenarioResult | null
    /** Why a change would be refused now; null if none would be. */
    refusal: string | null
  }
  /** What the second scenario would do. */
  second: {
    /** The object’s id, which never changes. */
    id: Uuid
    /** Its name. */
    name: string
    /** Its answer; null if a change would be refused now. */
    result: ScenarioResult | null
    /** Why a change would be refused now; null if none would be. */
    refusal: string | null
  }
}

/** What `integration.changes` takes. */
export type IntegrationChangesInput = {
  /** The cursor of the last answer, or of the last change that was dealt with. */
  after?: string | undefined
  /**
   * The kinds of objects, with commas between them; all by default: `employees`, `tags`,
   * `employee_tags`, `org_units`, `positions`, `position_tags`, `assignments`, `business_rules`,
   * `cliffs`.
   */
  subjects?: string | undefined
  /** How many changes to list at most: 1 to 1000, by default 100. */
  limit?: number | undefined
  /** How many seconds to wait for a change if there is none: 0, the default, to 30. */
  wait?: number | undefined
}

/** The stored fields of Employee, or those of them that were changed. */
export type ChangedEmployee = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The clinic’s own number for the employee: unique, at most 50 characters. */
  employee_number?: string
  /** The first name, at most 150 characters. */
  first_name?: string
  /** The last name, at most 150 characters. */
  last_name?: string
  /**
   * Where the employee is reached, at most 254 characters. A user of role EMPLOYEE is this employee if
   * their emails match, ignoring case.
   */
  email?: string
  /** The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING. */
  status?: EmployeeStatus
  /** The first day of employment; null if unknown. Nothing is computed from it. */
  hire_date?: DateText | null
  /** The `http` or `https` address of a picture, or a path; at most 500 characters. Null for none. */
  photo?: string | null
  /** When the object was created. */
  created_at?: Instant
  /** The number of an identity document, at most 50 characters; blank unless given. */
  document_number?: string
  /** The date of birth; null if unknown. */
  date_of_birth?: DateText | null
  /** The day of the transition `terminate`; null before it and after `rehire`. */
  termination_date?: DateText | null
  /** When the current leave began, by the transition `go_on_leave`; null when not on leave. */
  leave_started_at?: Instant | null
  /** The proposal that awaits the employee’s answer; null unless the status is PROPOSAL_PENDING. */
  current_proposal?: {
    /** What is proposed. */
    proposal_type: ProposalType
    /** What the proposer wrote; blank if nothing. */
    notes: string
    /**
     * When the proposal lapses: from then on it cannot be accepted, and the employee returns to
     * `previous_status`. Null if it never does.
     */
    expires_at: Instant | null
    /** The status that the employee returns to, however the proposal ends. */
    previous_status: EmployeeStatus
  } | null
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfEmployee = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'employees'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedEmployee | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedEmployee | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of Tag, or those of them that were changed. */
export type ChangedTag = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** A short name, as for a badge: unique, 5 to 15 characters. */
  name?: string
  /** A name in full, at most 200 characters. */
  display_name?: string
  /** What kind of tag it is. */
  category?: TagCategory
  /**
   * The hours that the tag adds to its holder’s weekly pool, or subtracts if negative; a tag with 0.00
   * only qualifies its holder. From -9999.99 to 9999.99, 0.00 unless given at creation.
   */
  hours_delta?: DecimalText
  /** What the tag stands for, at most 2000 characters; blank unless given. */
  description?: string
  /**
   * Whether the tag can be given to employees and required for positions. Existing holders and positions
   * keep it. True unless given at creation.
   */
  is_active?: boolean
  /** When the object was created. */
  created_at?: Instant
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfTag = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'tags'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedTag | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedTag | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of EmployeeTag, or those of them that were changed. */
export type ChangedEmployeeTag = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The employee who holds the tag; cannot be changed later. */
  employee?: Uuid
  /** The tag’s id in the catalogue; cannot be changed later. It must be active. */
  tag?: Uuid
  /** The first day on which the tag counts. */
  start_date?: DateText
  /** The last day on which the tag counts, no earlier than `start_date`; null for no end, the default. */
  end_date?: DateText | null
  /** Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again. */
  status?: EmployeeTagStatus
  /** When the object was created. */
  created_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfEmployeeTag = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'employee_tags'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedEmployeeTag | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedEmployeeTag | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of OrgUnit, or those of them that were changed. */
export type ChangedOrgUnit = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The unit directly above; null for the CLINIC alone. */
  parent_id?: Uuid | null
  /** Where the unit belongs in the hierarchy; cannot be changed later. */
  unit_type?: UnitType
  /** The code that people know the unit by: unique, at most 50 characters. */
  code?: string
  /** The unit’s name, at most 200 characters. */
  name?: string
  /** An abbreviation, at most 50 characters; blank unless given. */
  short_name?: string
  /**
   * Whether the unit is in use. A unit with active children or positions cannot be deactivated. True
   * unless given at creation.
   */
  is_active?: boolean
  /** Whether the unit is a management unit, which only a UNIT can be; cannot be set through this API. */
  is_management?: boolean
  /** Where the unit stands among its siblings, the smallest first; 0 unless given at creation. */
  sort_order?: number
  /**
   * The most hours a week that an employee may be assigned, in place of the threshold of the rule
   * MAX_WEEKLY_HOURS: above 0, at most 168. Null for that threshold; anything else is refused on units
   * other than the CLINIC.
   */
  max_weekly_hours?: DecimalText | null
  /** When the object was created. */
  created_at?: Instant
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfOrgUnit = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'org_units'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedOrgUnit | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedOrgUnit | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of Position, or those of them that were changed. */
export type ChangedPosition = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The id of the org unit that holds the position: an active UNIT. */
  org_unit_id?: Uuid
  /** What the work is called; at most 200 characters. */
  title?: string
  /** The hours a week that the position needs: above 0, at most 9999.99. */
  required_weekly_hours?: DecimalText
  /**
   * Whether the position is in use. One with ACTIVE assignments cannot be deactivated, and only an
   * active one can be assigned. True unless given at creation.
   */
  is_active?: boolean
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string
  /** When the object was created. */
  created_at?: Instant
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfPosition = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'positions'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedPosition | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedPosition | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of PositionTag, or those of them that were changed. */
export type ChangedPositionTag = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The position that requires the tag; cannot be changed later. */
  position?: Uuid
  /**
   * The tag’s id in the catalogue; cannot be changed later. It must be active, and required for the
   * position only once.
   */
  tag?: Uuid
  /**
   * Whether an assignment of an employee without the tag is refused while the rule
   * TAG_REQUIREMENT_MISMATCH is BLOCKING; otherwise there is only a warning. True unless given at
   * creation.
   */
  is_mandatory?: boolean
  /** When the object was created. */
  created_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfPositionTag = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'position_tags'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedPositionTag | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedPositionTag | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of Assignment, or those of them that were changed. */
export type ChangedAssignment = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The employee’s id. */
  employee?: Uuid
  /** The position’s id. */
  position_id?: Uuid
  /** Hours a week that the employee works on the position: above 0, at most 168. */
  effective_hours?: DecimalText
  /**
   * Whether the hours are meant to exceed what the position requires. No rule looks at this, and the
   * hours count like any others. False unless given at creation; cannot be changed later.
   */
  is_reinforcement?: boolean
  /** Only ACTIVE assignments count towards coverage and hours. Only transitions change the status. */
  status?: AssignmentStatus
  /**
   * The first day of the assignment: the employee must hold the position’s tags on that day. Null, the
   * default, means today. The hours count from creation on, also before that day.
   */
  effective_date?: DateText | null
  /** The day of the transition `end`; null before it. */
  end_date?: DateText | null
  /** When the object was created. */
  created_at?: Instant
  /** Why the assignment was ended; blank before that. */
  end_reason?: string
  /** When it was suspended; null before that and after a resume. */
  suspended_at?: Instant | null
  /** Remarks, at most 2000 characters; blank unless given. */
  notes?: string
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfAssignment = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'assignments'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedAssignment | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedAssignment | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of BusinessRule, or those of them that were changed. */
export type ChangedBusinessRule = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** Which rule it is, such as MAX_WEEKLY_HOURS. */
  code?: string
  /** The rule’s name, for people. */
  name?: string
  /** The consequence of a violation of the rule. */
  severity?: Severity
  /** The hours or days at which the rule applies. Null for none, and for the default of 6 days. */
  threshold?: DecimalText | null
  /** Whether the rule is evaluated at all. */
  enabled?: boolean
  /** When the rule is violated. */
  description?: string
  /** When the object was created. */
  created_at?: Instant
  /** When the object last changed. */
  updated_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfBusinessRule = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'business_rules'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedBusinessRule | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedBusinessRule | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** The stored fields of Cliff, or those of them that were changed. */
export type ChangedCliff = {
  /** The object’s id, which never changes. */
  id?: Uuid
  /** The employee’s id. */
  employee?: Uuid
  /** The id of the employee tag that ends or begins; null if an assignment is the cause. */
  employee_tag?: Uuid | null
  /** The id of the org unit where most of the hours are. */
  org_unit_id?: Uuid
  /** Why the person loses secure hours, as in the forecast. */
  cause?:
    | 'CONTRACT_ENDS'
    | 'CERTIFICATE_ENDS'
    | 'REDUCTION_BEGINS'
    | 'LEAVE_ENDS'
    | 'EMPLOYMENT_BEGINS'
    | 'OTHER'
  /** The last day of what ends, or the first day of what begins. */
  date?: DateText
  /** The first ISO week in which the hours are missing, such as `2027-W05`. */
  week?: string
  /** How many secure hours a week are lost. */
  hours?: DecimalText
  /** When the object was created. */
  created_at?: Instant
}

/** A committed change of an object. */
export type ChangeOfCliff = {
  /** The place right after this change, for `after`. */
  cursor: string
  /** What kind of object was changed. */
  subject: 'cliffs'
  /** The object’s id. */
  id: Uuid
  /** Whether the object was created, changed or deleted. */
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  /** The changed fields as they were; all fields of a deleted object; null for a new one. */
  before: ChangedCliff | null
  /** The changed fields as they became; all fields of a new object; null for a deleted one. */
  after: ChangedCliff | null
  /** The user who made the change; null for the service itself, the command line and SQL. */
  actor: Uuid | null
  /** How the change was made; `database` is SQL by hand. */
  via: 'rest' | 'trpc' | 'token' | 'operator' | 'command line' | 'service' | 'database'
  /** When the change was made. The changes of one object are in this order. */
  changed_at: Instant
}

/** Committed changes, and how to go on. */
export type ChangePage = {
  /** The changes, each after all that it may depend on. There may be none although more follow. */
  changes: Array<
    | ChangeOfEmployee
    | ChangeOfTag
    | ChangeOfEmployeeTag
    | ChangeOfOrgUnit
    | ChangeOfPosition
    | ChangeOfPositionTag
    | ChangeOfAssignment
    | ChangeOfBusinessRule
    | ChangeOfCliff
  >
  /** Where to go on: the next `after`. */
  cursor: string
  /** Whether more changes may follow: then call again at once, even if the page is empty. */
  has_more: boolean
}

/** What `integration.start_import` takes. */
export type IntegrationStartImportInput = {
  /** The texts of the CSV files by name; one is enough. Nothing is said about what the others would hold. */
  files: {
    /** The text of org_units.csv. */
    'org_units.csv'?: string
    /** The text of tags.csv. */
    'tags.csv'?: string
    /** The text of employees.csv. */
    'employees.csv'?: string
    /** The text of employee_tags.csv. */
    'employee_tags.csv'?: string
    /** The text of positions.csv. */
    'positions.csv'?: string
    /** The text of position_tags.csv. */
    'position_tags.csv'?: string
    /** The text of assignments.csv. */
    'assignments.csv'?: string
  }
  /** Whether to find all mistakes and count the changes, but store nothing; false unless given. */
  dry_run?: boolean | undefined
  /** Whether to end the open assignments of employees whom the files terminate; false unless given. */
  end_assignments?: boolean | undefined
}

/** An import of clinic files, and its outcome. */
export type Import = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The user who sent it. */
  sent_by: Uuid
  /** QUEUED: waits for its turn. RUNNING: is at work. DONE: everything is stored. FAILED: nothing is. */
  state: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'
  /** Whether mistakes are looked for and changes counted, but nothing is stored. */
  dry_run: boolean
  /** Whether open assignments of terminated employees are ended. */
  end_assignments: boolean
  /** The names of the files that were sent. */
  files: string[]
  /** How many steps of the work are done. */
  steps_done: number
  /** How many steps there are; null until they are known. */
  steps: number | null
  /** What was done, or would be, with the rows of each file; null unless DONE. */
  counts: Array<{
    /** The file. */
    file: string
    /** New rows. */
    inserted: number
    /** Rows that were different. */
    updated: number
    /** Rows that were stored already. */
    unchanged: number
  }> | null
  /** How many assignments of employees whom the files terminate stay open; null unless DONE. */
  open_assignments_of_leavers: number | null
  /** The first hundred emails that several stored employees have; null unless DONE. */
  shared_emails: Array<{
    /** The email, in lower case. */
    email: string
    /** Whose it is: the user of the email sees the data of them all. */
    employee_numbers: string[]
  }> | null
  /** Why it has failed, in a sentence; null otherwise. */
  detail: string | null
  /** How many mistakes were found; the search stops at 1,000. */
  error_count: number
  /** The first hundred mistakes. */
  errors: Array<{
    /** The file. */
    file: string
    /** The line, from 1; null for the file as a whole. */
    line: number | null
    /** The column; null for a line as a whole. */
    column: string | null
    /** What is wrong. */
    message: string
  }>
  /** When it was sent. */
  created_at: Instant
  /** When its turn came. */
  started_at: Instant | null
  /** When it was done or had failed. It is kept for 30 days. */
  finished_at: Instant | null
}

/** What `integration.imports` takes, but for the page. */
export type IntegrationImportsFilters = ListOptions<'created_at' | 'id'>

/** What `integration.imports` takes. */
export type IntegrationImportsInput = IntegrationImportsFilters & PageNumber

/** What `integration.employees` takes, but for the page. */
export type IntegrationEmployeesFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only the employee with exactly this number. */
  employee_number?: string | undefined
  /** Shows only employees with exactly this email, ignoring case. */
  email?: string | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.employees` takes. */
export type IntegrationEmployeesInput = IntegrationEmployeesFilters & PageNumber

/** What `integration.tags` takes, but for the page. */
export type IntegrationTagsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only the tag with exactly this short name. */
  name?: string | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.tags` takes. */
export type IntegrationTagsInput = IntegrationTagsFilters & PageNumber

/** What `integration.org_units` takes, but for the page. */
export type IntegrationOrgUnitsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only the org unit with exactly this code. */
  code?: string | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.org_units` takes. */
export type IntegrationOrgUnitsInput = IntegrationOrgUnitsFilters & PageNumber

/** What `integration.positions` takes, but for the page. */
export type IntegrationPositionsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only what concerns positions of the org unit with exactly this code. */
  org_unit_code?: string | undefined
  /** Shows only what concerns positions with exactly this title. */
  title?: string | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.positions` takes. */
export type IntegrationPositionsInput = IntegrationPositionsFilters & PageNumber

/** What `integration.employee_tags` takes, but for the page. */
export type IntegrationEmployeeTagsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only what concerns the employee with exactly this number. */
  employee_number?: string | undefined
  /** Shows only rows of the tag with exactly this short name. */
  tag_name?: string | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.employee_tags` takes. */
export type IntegrationEmployeeTagsInput = IntegrationEmployeeTagsFilters & PageNumber

/** An employee tag, and when it last changed. */
export type EmployeeTagLookUp = {
  /** The object’s id, which never changes. */
  id: Uuid
  /** The employee who holds the tag; cannot be changed later. */
  employee: Uuid
  /** The tag’s id in the catalogue; cannot be changed later. It must be active. */
  tag: Uuid
  /** The tag’s short name. */
  tag_name: string
  /** The tag’s long name. */
  tag_display_name: string
  /** What kind of tag it is. */
  tag_category: TagCategory
  /** The hours that the tag adds to the employee’s weekly pool; if negative, it reduces the pool. */
  hours_delta: DecimalText
  /** The first day on which the tag counts. */
  start_date: DateText
  /** The last day on which the tag counts, no earlier than `start_date`; null for no end, the default. */
  end_date: DateText | null
  /** Only ACTIVE tags count. A tag that is EXPIRED or REVOKED cannot become ACTIVE again. */
  status: EmployeeTagStatus
  /** When the object was created. */
  created_at: Instant
  /** When the object last changed. */
  updated_at: Instant
}

/** What `integration.position_tags` takes, but for the page. */
export type IntegrationPositionTagsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only what concerns positions of the org unit with exactly this code. */
  org_unit_code?: string | undefined
  /** Shows only what concerns positions with exactly this title. */
  title?: string | undefined
  /** Shows only rows of the tag with exactly this short name. */
  tag_name?: string | undefined
}

/** What `integration.position_tags` takes. */
export type IntegrationPositionTagsInput = IntegrationPositionTagsFilters & PageNumber

/** What `integration.assignments` takes, but for the page. */
export type IntegrationAssignmentsFilters = {
  /** Rows per page: 25 by default, 100 at most; more means 100. */
  page_size?: number | undefined
  /** Shows only what concerns the employee with exactly this number. */
  employee_number?: string | undefined
  /** Shows only what concerns positions of the org unit with exactly this code. */
  org_unit_code?: string | undefined
  /** Shows only what concerns positions with exactly this title. */
  title?: string | undefined
  /** Shows only assignments with this status. */
  status?: AssignmentStatus | undefined
  /**
   * Shows only rows that changed at this instant or later. A change is stamped before its commit, so ask
   * from a minute before the last answer; only the feed leaves nothing out.
   */
  updated_after?: Instant | undefined
}

/** What `integration.assignments` takes. */
export type IntegrationAssignmentsInput = IntegrationAssignmentsFilters & PageNumber

/** The health of the service and its database. */
export type Health = {
  /** The service works. */
  status: 'healthy'
  /** The database answers and can store changes. */
  database: 'connected'
  /** When the check was made. */
  timestamp: Instant
  /** The version of the service; only for signed-in callers and in debug mode. */
  version?: string
}

/** The user who is signed in. */
export type User = {
  /** The user’s id, by its name in OpenID Connect. */
  sub: Uuid
  /** The email with which the user signs in, ignoring case. */
  email: string
  /** The user’s given name; may be blank. */
  given_name: string
  /** The user’s family name; may be blank. */
  family_name: string
  /** What the user may do. */
  role: Role
  /** Whether the email is known to belong to the user. */
  email_verified: boolean
  /** Whether the user may open the operators’ console. */
  is_staff: boolean
}

/** What the service stores about a user. */
export type PersonalData = {
  /** The email with which the user signs in, ignoring case. */
  email: string
  /** The user’s given name; may be blank. */
  given_name: string
  /** The user’s family name; may be blank. */
  family_name: string
  /** What the user may do. */
  role: Role
  /** When the account was created. */
  date_joined: Instant
  /** When the user last signed in; null if never. */
  last_login: Instant | null
}

/** A session of the user who is signed in. */
export type OwnSession = {
  /** The session’s id. */
  id: string
  /** When the user signed in. */
  started_at: Instant
  /** When the session was last renewed. */
  refreshed_at: Instant
  /** When the session ends unless it is renewed again. */
  expires_at: Instant
  /** The IP address that the session was last used from. */
  address: string
  /** The browser or program that the session was last used with, as it calls itself. */
  user_agent: string
  /** Whether it is the session of this request. */
  is_current: boolean
}

/** Every procedure, by resource. */
export type Procedures = {
  employees: {
    /** List employees. */
    list: {
      /**
       * List employees.
       *
       * Paginated, ordered by `last_name`, then `first_name` unless `ordering` says otherwise. For every
       * role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employees/`.
       */
      query(input?: EmployeesListInput, options?: CallOptions): Promise<Page<EmployeeRow>>
    }
    /** Create an employee. */
    create: {
      /**
       * Create an employee.
       *
       * The new employee is ONBOARDING, and can be assigned once activated. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/employees/`.
       */
      mutate(input: EmployeesCreateInput, options?: CallOptions): Promise<EmployeeDetail>
    }
    /** Show an employee. */
    get: {
      /**
       * Show an employee.
       *
       * With all fields. Their tags, assignments and hours are resources of their own. For every role; an
       * EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employees/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Change an employee. */
    update: {
      /**
       * Change an employee.
       *
       * Only the fields that are sent change. A `status` is ignored: only transitions change it. For ADMIN
       * and MANAGER.
       *
       * REST: `PATCH /api/v1/employees/{id}/`.
       */
      mutate(input: EmployeesUpdateInput, options?: CallOptions): Promise<EmployeeDetail>
    }
    /** Activate an employee. */
    activate: {
      /**
       * Activate an employee.
       *
       * ONBOARDING to ACTIVE. For ADMIN.
       *
       * REST: `POST /api/v1/employees/{id}/activate/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Propose an assignment or a transfer. */
    propose: {
      /**
       * Propose an assignment or a transfer.
       *
       * ACTIVE or ON_LEAVE to PROPOSAL_PENDING. When it lapses, the service returns the employee to the
       * previous status. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/employees/{id}/propose/`.
       */
      mutate(input: EmployeesProposeInput, options?: CallOptions): Promise<EmployeeDetail>
    }
    /** Accept the proposal. */
    accept_proposal: {
      /**
       * Accept the proposal.
       *
       * PROPOSAL_PENDING to the previous status. For the employee themselves, with role EMPLOYEE.
       *
       * REST: `POST /api/v1/employees/{id}/accept-proposal/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Reject the proposal. */
    reject_proposal: {
      /**
       * Reject the proposal.
       *
       * PROPOSAL_PENDING to the previous status. For the employee themselves, with role EMPLOYEE.
       *
       * REST: `POST /api/v1/employees/{id}/reject-proposal/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Cancel the proposal. */
    cancel_proposal: {
      /**
       * Cancel the proposal.
       *
       * PROPOSAL_PENDING to the previous status. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/employees/{id}/cancel-proposal/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Accept the proposal on the employee’s behalf. */
    force_accept_proposal: {
      /**
       * Accept the proposal on the employee’s behalf.
       *
       * PROPOSAL_PENDING to the previous status. For superusers.
       *
       * REST: `POST /api/v1/employees/{id}/force-accept-proposal/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Go on leave. */
    go_on_leave: {
      /**
       * Go on leave.
       *
       * ACTIVE to ON_LEAVE. For the employee themselves, with role EMPLOYEE.
       *
       * REST: `POST /api/v1/employees/{id}/go-on-leave/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Return from leave. */
    return_from_leave: {
      /**
       * Return from leave.
       *
       * ON_LEAVE to ACTIVE. For the employee themselves, with role EMPLOYEE.
       *
       * REST: `POST /api/v1/employees/{id}/return-from-leave/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Deactivate an employee. */
    deactivate: {
      /**
       * Deactivate an employee.
       *
       * ACTIVE to DEACTIVATED. For ADMIN.
       *
       * REST: `POST /api/v1/employees/{id}/deactivate/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Reactivate an employee. */
    reactivate: {
      /**
       * Reactivate an employee.
       *
       * DEACTIVATED to ACTIVE. For ADMIN.
       *
       * REST: `POST /api/v1/employees/{id}/reactivate/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Terminate an employee. */
    terminate: {
      /**
       * Terminate an employee.
       *
       * ACTIVE, ON_LEAVE, or DEACTIVATED to TERMINATED. Assignments are not ended. For ADMIN.
       *
       * REST: `POST /api/v1/employees/{id}/terminate/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** Rehire an employee. */
    rehire: {
      /**
       * Rehire an employee.
       *
       * TERMINATED to ONBOARDING. For ADMIN.
       *
       * REST: `POST /api/v1/employees/{id}/rehire/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<EmployeeDetail>
    }
    /** List an employee’s transitions. */
    transitions: {
      /**
       * List an employee’s transitions.
       *
       * Paginated, the newest first unless `ordering` says otherwise. The transitions of their assignments
       * are not included. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employees/{id}/transitions/`.
       */
      query(input: EmployeesTransitionsInput, options?: CallOptions): Promise<Page<OwnTransition>>
    }
    /** List the transitions that the employee’s status allows. */
    available_transitions: {
      /**
       * List the transitions that the employee’s status allows.
       *
       * Only the status counts; some transitions may be reserved for other users. For every role; an
       * EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employees/{id}/available-transitions/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<{
        /** The employee’s place in the lifecycle. Only transitions change it; a new employee is ONBOARDING. */
        status: EmployeeStatus
        /** The transitions that the status allows. Some may be reserved for other users. */
        transitions: EmployeeTransition[]
      }>
    }
  }
  transitions: {
    /** List the transitions of all employees and assignments. */
    list: {
      /**
       * List the transitions of all employees and assignments.
       *
       * Paginated, the newest first unless `ordering` says otherwise. Entries are never changed or deleted.
       * For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/transitions/`.
       */
      query(input?: TransitionsListInput, options?: CallOptions): Promise<Page<Transition>>
    }
    /** Show one transition. */
    get: {
      /**
       * Show one transition.
       *
       * As the list shows it. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/transitions/{id}/`.
       */
      query(
        input: {
          /** The entry’s id, an integer. */
          id: number
        },
        options?: CallOptions,
      ): Promise<Transition>
    }
  }
  tag_change_logs: {
    /** List the changes of employee tags. */
    list: {
      /**
       * List the changes of employee tags.
       *
       * Paginated, the newest first unless `ordering` says otherwise. Entries are never changed or deleted.
       * For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/tag-change-logs/`.
       */
      query(input?: TagChangeLogsListInput, options?: CallOptions): Promise<Page<TagChange>>
    }
    /** Show one change of an employee tag. */
    get: {
      /**
       * Show one change of an employee tag.
       *
       * As the list shows it. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/tag-change-logs/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: number
        },
        options?: CallOptions,
      ): Promise<TagChange>
    }
  }
  tags: {
    /** List the tag catalogue. */
    list: {
      /**
       * List the tag catalogue.
       *
       * Paginated, ordered by `name` unless `ordering` says otherwise. Inactive tags are included, deleted
       * ones are not. For every role.
       *
       * REST: `GET /api/v1/tags/`.
       */
      query(input?: TagsListInput, options?: CallOptions): Promise<Page<Tag>>
    }
    /** Create a tag. */
    create: {
      /**
       * Create a tag.
       *
       * Employees can hold it and positions can require it at once. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/tags/`.
       */
      mutate(input: TagsCreateInput, options?: CallOptions): Promise<Tag>
    }
    /** Show a tag. */
    get: {
      /**
       * Show a tag.
       *
       * As the list shows it; 404 once it is deleted. For every role.
       *
       * REST: `GET /api/v1/tags/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<Tag>
    }
    /** Change a tag. */
    update: {
      /**
       * Change a tag.
       *
       * Only the fields that are sent change. A new `hours_delta` counts at once for everybody who holds the
       * tag. Assignments are not checked again. For ADMIN and MANAGER.
       *
       * REST: `PATCH /api/v1/tags/{id}/`.
       */
      mutate(input: TagsUpdateInput, options?: CallOptions): Promise<Tag>
    }
    /** Delete a tag. */
    delete: {
      /**
       * Delete a tag.
       *
       * A tag that was held in the past disappears from the API and stays in the logs. For ADMIN and
       * MANAGER.
       *
       * REST: `DELETE /api/v1/tags/{id}/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
  }
  employee_tags: {
    /** List the tags that employees hold. */
    list: {
      /**
       * List the tags that employees hold.
       *
       * Paginated, the newest first unless `ordering` says otherwise. EXPIRED and REVOKED tags are included.
       * For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employee-tags/`.
       */
      query(input?: EmployeeTagsListInput, options?: CallOptions): Promise<Page<EmployeeTag>>
    }
    /** Give an employee a tag. */
    create: {
      /**
       * Give an employee a tag.
       *
       * An employee can hold the same tag several times. Logged as ASSIGNED. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/employee-tags/`.
       */
      mutate(input: EmployeeTagsCreateInput, options?: CallOptions): Promise<EmployeeTag>
    }
    /** Show an employee tag. */
    get: {
      /**
       * Show an employee tag.
       *
       * As the list shows it. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/employee-tags/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<EmployeeTag>
    }
    /** Change an employee tag. */
    update: {
      /**
       * Change an employee tag.
       *
       * Takes dates, or the status REVOKED or EXPIRED; writes one log entry, with the reason. Employee and
       * tag cannot be changed. For ADMIN and MANAGER.
       *
       * REST: `PATCH /api/v1/employee-tags/{id}/`.
       */
      mutate(input: EmployeeTagsUpdateInput, options?: CallOptions): Promise<EmployeeTag>
    }
    /** Revoke an employee tag. */
    delete: {
      /**
       * Revoke an employee tag.
       *
       * The record stays, with status REVOKED. For ADMIN and MANAGER.
       *
       * REST: `DELETE /api/v1/employee-tags/{id}/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
  }
  position_tags: {
    /** List the tags that positions require. */
    list: {
      /**
       * List the tags that positions require.
       *
       * Paginated, ordered by `created_at` unless `ordering` says otherwise. For every role.
       *
       * REST: `GET /api/v1/position-tags/`.
       */
      query(input?: PositionTagsListInput, options?: CallOptions): Promise<Page<PositionTag>>
    }
    /** Require a tag for a position. */
    create: {
      /**
       * Require a tag for a position.
       *
       * A position requires each tag only once. Its assignments are not checked again. For ADMIN and
       * MANAGER.
       *
       * REST: `POST /api/v1/position-tags/`.
       */
      mutate(input: PositionTagsCreateInput, options?: CallOptions): Promise<PositionTag>
    }
    /** Show a position tag. */
    get: {
      /**
       * Show a position tag.
       *
       * As the list shows it. For every role.
       *
       * REST: `GET /api/v1/position-tags/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<PositionTag>
    }
    /** Change whether a required tag is mandatory. */
    update: {
      /**
       * Change whether a required tag is mandatory.
       *
       * Position and tag cannot be changed. For ADMIN and MANAGER.
       *
       * REST: `PATCH /api/v1/position-tags/{id}/`.
       */
      mutate(input: PositionTagsUpdateInput, options?: CallOptions): Promise<PositionTag>
    }
    /** Stop requiring a tag. */
    delete: {
      /**
       * Stop requiring a tag.
       *
       * The requirement is deleted for good. Tag and position stay as they are. For ADMIN and MANAGER.
       *
       * REST: `DELETE /api/v1/position-tags/{id}/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
  }
  org_units: {
    /** List org units. */
    list: {
      /**
       * List org units.
       *
       * Paginated, ordered by `sort_order`, then `code` unless `ordering` says otherwise. Inactive ones are
       * included. For every role.
       *
       * REST: `GET /api/v1/org-units/`.
       */
      query(input?: OrgUnitsListInput, options?: CallOptions): Promise<Page<OrgUnitRow>>
    }
    /** Create an org unit. */
    create: {
      /**
       * Create an org unit.
       *
       * There is one CLINIC, without a parent. A DEPARTMENT sits under the CLINIC, a SERVICE under a
       * DEPARTMENT, a UNIT under a SERVICE or a DEPARTMENT. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/org-units/`.
       */
      mutate(input: OrgUnitsCreateInput, options?: CallOptions): Promise<OrgUnitDetail>
    }
    /** Show an org unit. */
    get: {
      /**
       * Show an org unit.
       *
       * With the units and the positions below it counted. For every role.
       *
       * REST: `GET /api/v1/org-units/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<OrgUnitDetail>
    }
    /** Change or move an org unit. */
    update: {
      /**
       * Change or move an org unit.
       *
       * Only the fields that are sent change. The `unit_type` cannot be changed. For ADMIN and MANAGER.
       *
       * REST: `PATCH /api/v1/org-units/{id}/`.
       */
      mutate(input: OrgUnitsUpdateInput, options?: CallOptions): Promise<OrgUnitDetail>
    }
    /** Deactivate an org unit. */
    delete: {
      /**
       * Deactivate an org unit.
       *
       * The record stays, inactive. For ADMIN and MANAGER.
       *
       * REST: `DELETE /api/v1/org-units/{id}/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
  }
  positions: {
    /** List positions with their coverage. */
    list: {
      /**
       * List positions with their coverage.
       *
       * Paginated, ordered by `title` unless `ordering` says otherwise. Inactive positions are included.
       * `eligible_for_employee` fills `required_tags`, `is_eligible` and `missing_tags`, which are null
       * otherwise. For every role.
       *
       * REST: `GET /api/v1/demand/`.
       */
      query(input?: PositionsListInput, options?: CallOptions): Promise<Page<PositionRow>>
    }
    /** Create a position. */
    create: {
      /**
       * Create a position.
       *
       * Only an active UNIT can hold positions. For ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/demand/`.
       */
      mutate(input: PositionsCreateInput, options?: CallOptions): Promise<PositionRow>
    }
    /** Show a position with its active assignments. */
    get: {
      /**
       * Show a position with its active assignments.
       *
       * `eligible_for_employee` fills `is_eligible` and `missing_tags`, which are null otherwise. For every
       * role.
       *
       * REST: `GET /api/v1/demand/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /**
           * The id of an employee whose tags are compared with those that the position requires; an unknown one
           * is 400.
           */
          eligible_for_employee?: Uuid | undefined
        },
        options?: CallOptions,
      ): Promise<PositionDetail>
    }
    /** Change a position. */
    update: {
      /**
       * Change a position.
       *
       * Only the fields that are sent change. The position can move to another active UNIT. Its assignments
       * are not checked again. For ADMIN and MANAGER.
       *
       * REST: `PATCH /api/v1/demand/{id}/`.
       */
      mutate(input: PositionsUpdateInput, options?: CallOptions): Promise<PositionDetail>
    }
    /** Deactivate a position. */
    delete: {
      /**
       * Deactivate a position.
       *
       * The record stays, inactive. For ADMIN and MANAGER.
       *
       * REST: `DELETE /api/v1/demand/{id}/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
    /** Copy a position with its required tags. */
    duplicate: {
      /**
       * Copy a position with its required tags.
       *
       * Into the same org unit, without assignments. Fields in the body override those of the original. For
       * ADMIN and MANAGER.
       *
       * REST: `POST /api/v1/demand/{id}/duplicate/`.
       */
      mutate(input: PositionsDuplicateInput, options?: CallOptions): Promise<PositionRow>
    }
    /** Summarise the coverage of all active positions. */
    coverage_summary: {
      /**
       * Summarise the coverage of all active positions.
       *
       * Not paginated. Inactive positions are left out. For every role.
       *
       * REST: `GET /api/v1/demand/coverage-summary/`.
       */
      query(input?: undefined, options?: CallOptions): Promise<CoverageSummary>
    }
  }
  assignments: {
    /** List assignments. */
    list: {
      /**
       * List assignments.
       *
       * Paginated, the newest first unless `ordering` says otherwise. ENDED ones are included. For every
       * role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/assignments/`.
       */
      query(input?: AssignmentsListInput, options?: CallOptions): Promise<Page<AssignmentRow>>
    }
    /** Assign an employee to a position. */
    create: {
      /**
       * Assign an employee to a position.
       *
       * Refused with 400 unless the employee is ACTIVE or ON_LEAVE, the position is active, the employee has
       * no active assignment to it and no blocking rule is broken. Messages under `non_field_errors` begin
       * with the rule’s code. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /api/v1/assignments/`.
       */
      mutate(input: AssignmentsCreateInput, options?: CallOptions): Promise<AssignmentDetail>
    }
    /** Show an assignment. */
    get: {
      /**
       * Show an assignment.
       *
       * In full. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/assignments/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<AssignmentDetail>
    }
    /** Change an assignment. */
    update: {
      /**
       * Change an assignment.
       *
       * Only the fields that are sent change. Changing the employee, position, hours or effective date
       * checks everything again, as creation does. Only the notes of an ENDED assignment can be changed. For
       * ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `PATCH /api/v1/assignments/{id}/`.
       */
      mutate(input: AssignmentsUpdateInput, options?: CallOptions): Promise<AssignmentDetail>
    }
    /** Suspend an assignment. */
    suspend: {
      /**
       * Suspend an assignment.
       *
       * ACTIVE to SUSPENDED: its hours no longer count. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /api/v1/assignments/{id}/suspend/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<AssignmentDetail>
    }
    /** Resume an assignment. */
    resume: {
      /**
       * Resume an assignment.
       *
       * SUSPENDED to ACTIVE. No rule is checked. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /api/v1/assignments/{id}/resume/`.
       */
      mutate(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
          /** Why this is done; goes into the log. At most 2000 characters; blank unless given. */
          reason?: string | undefined
        },
        options?: CallOptions,
      ): Promise<AssignmentDetail>
    }
    /** End an assignment. */
    end: {
      /**
       * End an assignment.
       *
       * ACTIVE or SUSPENDED to ENDED. The notes are appended to those of the assignment. For ADMIN, MANAGER
       * and SUPERVISOR.
       *
       * REST: `POST /api/v1/assignments/{id}/end/`.
       */
      mutate(input: AssignmentsEndInput, options?: CallOptions): Promise<AssignmentDetail>
    }
    /** List the transitions that the assignment’s status allows. */
    available_transitions: {
      /**
       * List the transitions that the assignment’s status allows.
       *
       * Only the status counts; a transition can still be refused for another reason. For every role; an
       * EMPLOYEE sees only their own data.
       *
       * REST: `GET /api/v1/assignments/{id}/available-transitions/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<{
        /** Only ACTIVE assignments count towards coverage and hours. Only transitions change the status. */
        status: AssignmentStatus
        /** The transitions that the status allows. Some may be reserved for other users. */
        transitions: AssignmentTransition[]
      }>
    }
    /** List an assignment’s transitions. */
    transitions: {
      /**
       * List an assignment’s transitions.
       *
       * Paginated, the newest first unless `ordering` says otherwise. For every role; an EMPLOYEE sees only
       * their own data.
       *
       * REST: `GET /api/v1/assignments/{id}/transitions/`.
       */
      query(input: AssignmentsTransitionsInput, options?: CallOptions): Promise<Page<OwnTransition>>
    }
    /** Check an assignment without creating it. */
    preview: {
      /**
       * Check an assignment without creating it.
       *
       * Nothing is stored. The tags of today count, because the request has no date: creation with another
       * `effective_date` looks at the tags of that day, so it may refuse what is valid here, and accept what
       * is not. For today, anything that creation would refuse is a blocking violation or a 400 here. For
       * every role; an EMPLOYEE may only ask about themselves.
       *
       * REST: `POST /api/v1/assignments/preview/`.
       */
      mutate(input: AssignmentsPreviewInput, options?: CallOptions): Promise<AssignmentPreview>
    }
  }
  hours: {
    /** Show an employee’s hours balance. */
    balance: {
      /**
       * Show an employee’s hours balance.
       *
       * For the ISO week that contains `reference_date`. For every role; an EMPLOYEE sees only their own
       * data.
       *
       * REST: `GET /api/v1/offer/employees/{employee_id}/balance/`.
       */
      query(
        input: {
          /** The employee’s id. */
          employee_id: Uuid
          /** Any day of the week to look at; today by default. */
          reference_date?: DateText | undefined
        },
        options?: CallOptions,
      ): Promise<HoursBalance>
    }
    /** Show the hours balances of up to 500 employees. */
    batch_balance: {
      /**
       * Show the hours balances of up to 500 employees.
       *
       * In the order of the ids. An id given twice gets two balances. For every role; an EMPLOYEE may only
       * ask about themselves.
       *
       * REST: `POST /api/v1/offer/employees/batch-balance/`.
       */
      mutate(
        input: {
          /** The ids of 1 to 500 employees. If one is unknown, the whole request is refused. */
          employee_ids: Uuid[]
          /** Any day of the week to look at; today by default. */
          reference_date?: DateText | undefined
        },
        options?: CallOptions,
      ): Promise<HoursBalance[]>
    }
    /** Show what an employee’s balance would be with more hours assigned. */
    simulate: {
      /**
       * Show what an employee’s balance would be with more hours assigned.
       *
       * Nothing is stored. For every role; an EMPLOYEE may only ask about themselves.
       *
       * REST: `POST /api/v1/offer/employees/{employee_id}/simulate/`.
       */
      mutate(input: HoursSimulateInput, options?: CallOptions): Promise<HoursSimulation>
    }
  }
  business_rules: {
    /** List the business rules. */
    list: {
      /**
       * List the business rules.
       *
       * Not paginated. Operators set the rules, outside this API. For every role.
       *
       * REST: `GET /api/v1/business-rules/`.
       */
      query(input?: undefined, options?: CallOptions): Promise<BusinessRule[]>
    }
    /** Show a business rule. */
    get: {
      /**
       * Show a business rule.
       *
       * Operators set the rules, outside this API. For every role.
       *
       * REST: `GET /api/v1/business-rules/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<BusinessRule>
    }
  }
  planning: {
    /** List who could cover a position, the best first. */
    candidates: {
      /**
       * List who could cover a position, the best first.
       *
       * Paginated. What would be accepted comes first; then people who are ACTIVE, hours within the pool,
       * what costs least elsewhere (among people: the most hours covered, less that cost), what has the
       * fewest warnings, existing assignments, and people who work in the unit already. Employee and
       * position are left out as a pair if their only assignment is SUSPENDED. For ADMIN, MANAGER,
       * SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/positions/{position_id}/candidates/`.
       */
      query(input: PlanningCandidatesInput, options?: CallOptions): Promise<Page<Candidate>>
    }
    /** List the positions that lack hours and that an employee could cover, the best first. */
    openings: {
      /**
       * List the positions that lack hours and that an employee could cover, the best first.
       *
       * Paginated. What would be accepted comes first; then people who are ACTIVE, hours within the pool,
       * what costs least elsewhere (among people: the most hours covered, less that cost), what has the
       * fewest warnings, existing assignments, and people who work in the unit already. Employee and
       * position are left out as a pair if their only assignment is SUSPENDED. For every role; an EMPLOYEE
       * sees only their own data.
       *
       * REST: `GET /planning/v1/employees/{employee_id}/openings/`.
       */
      query(input: PlanningOpeningsInput, options?: CallOptions): Promise<Page<Opening>>
    }
    /** Plan who covers the hours that positions lack. */
    solve: {
      /**
       * Plan who covers the hours that positions lack.
       *
       * Nothing is stored. The plan adds hours, by new assignments (CREATE) and by raising existing ones
       * (RAISE); it never moves, lowers or ends any. Only ACTIVE employees who hold all mandatory tags are
       * planned. The same data and the same request always give the same plan. Its `certificate` proves how
       * much any plan can cover. A plan has at most 10,000 lines. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `POST /planning/v1/plans/`.
       */
      mutate(input?: PlanningSolveInput, options?: CallOptions): Promise<Plan>
    }
    /** Apply lines of a plan. */
    apply_plan: {
      /**
       * Apply lines of a plan.
       *
       * Creates and raises assignments, all of them or none. Each line is checked as its assignment would
       * be, and the plan’s promise must still hold: the position lacks the hours (with `demand` SECURE, if
       * only secure hours count), and the employee is ACTIVE and has the hours left by `hours_limit`. Send
       * `demand`, `hours_limit` and `headroom_pct` as in the plan. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /planning/v1/plans/apply/`.
       */
      mutate(input: PlanningApplyPlanInput, options?: CallOptions): Promise<AppliedPlan>
    }
    /** Propose changes that move hours from where there are too many to where they are missing. */
    rebalance: {
      /**
       * Propose changes that move hours from where there are too many to where they are missing.
       *
       * Nothing is stored; `apply_rebalance` applies the changes as a whole. Assignments are lowered or
       * ended where there are too many hours, and created or raised where hours are missing: first to cover
       * what positions lack, then to relieve people who are over contract, whose hours others take over. No
       * position loses hours that it would then lack. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `POST /planning/v1/rebalances/`.
       */
      mutate(input?: PlanningRebalanceInput, options?: CallOptions): Promise<Rebalance>
    }
    /** Show required, booked and secure hours of the coming weeks. */
    forecast: {
      /**
       * Show required, booked and secure hours of the coming weeks.
       *
       * Booked hours are assigned; secure hours are booked hours that can be counted on. Known returns,
       * starts and dated requirements count from the first `reference_date` on or after their date. For
       * ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/forecast/`.
       */
      query(input?: PlanningForecastInput, options?: CallOptions): Promise<Forecast>
    }
    /** List who loses secure hours in the coming weeks, when and why. */
    cliffs: {
      /**
       * List who loses secure hours in the coming weeks, when and why.
       *
       * Paginated, by date, then by hours, the most first. A cliff is a change of a person’s secure hours
       * from one week to the next. A contract that follows another without a gap makes none. For ADMIN,
       * MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/forecast/cliffs/`.
       */
      query(input?: PlanningCliffsInput, options?: CallOptions): Promise<Page<Cliff>>
    }
    /** Show an employee’s hours balances in the coming weeks, and what changes when. */
    employee_forecast: {
      /**
       * Show an employee’s hours balances in the coming weeks, and what changes when.
       *
       * Each week has the balance of its `reference_date`, as `hours.balance` would answer for that day. For
       * every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /planning/v1/employees/{employee_id}/forecast/`.
       */
      query(input: PlanningEmployeeForecastInput, options?: CallOptions): Promise<EmployeeForecast>
    }
    /** Show what changes would do, without making them. */
    scenario: {
      /**
       * Show what changes would do, without making them.
       *
       * Nothing is stored. The changes are made in their order on a copy of the clinic. Leave counts in a
       * week if it covers the week’s `reference_date`. A change that the service would refuse is refused in
       * the same words, at its place in `changes`. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `POST /planning/v1/scenarios/`.
       */
      mutate(input: PlanningScenarioInput, options?: CallOptions): Promise<ScenarioResult>
    }
    /** List the employee tags to renew, those with the most hours at stake first. */
    renewals: {
      /**
       * List the employee tags to renew, those with the most hours at stake first.
       *
       * Paginated, by `hours`, then by `last_day`. Lists tags of people on duty that end in these weeks and
       * that secure hours depend on: contracts, qualifications and certificates. Tags that are renewed
       * already are left out. What stays open is found by planning that Monday again with `demand` SECURE:
       * others take over what they can, and their own tags end as they do now. For ADMIN, MANAGER,
       * SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/renewals/`.
       */
      query(input?: PlanningRenewalsInput, options?: CallOptions): Promise<Page<Renewal>>
    }
    /** Show which qualifications, for which people, would close most hours. */
    training: {
      /**
       * Show which qualifications, for which people, would close most hours.
       *
       * Nothing is stored. People who lack one mandatory tag get it, one pair after the other, and the plan
       * is made again each time, with new assignments of at least 4.00 hours. Only certifications count,
       * unless qualifications are asked for. The hours are those of planning again; that no other pairs
       * together close more is not proved. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/training/`.
       */
      query(input?: PlanningTrainingInput, options?: CallOptions): Promise<Training>
    }
    /** List the people whose hours nobody could take over, by org unit, the worst first. */
    single_points: {
      /**
       * List the people whose hours nobody could take over, by org unit, the worst first.
       *
       * Paginated, by the hours of the org unit, then by those of the person. For each person, a plan with
       * `demand` SECURE is made again as if they had left, and compared with one that gives them no more
       * hours. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/single-points/`.
       */
      query(input?: PlanningSinglePointsInput, options?: CallOptions): Promise<Page<SinglePoint>>
    }
    /** Show what each org unit requires and has, by qualifications, in hours and full-time equivalents. */
    establishment: {
      /**
       * Show what each org unit requires and has, by qualifications, in hours and full-time equivalents.
       *
       * For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/establishment/`.
       */
      query(input?: PlanningEstablishmentInput, options?: CallOptions): Promise<Establishment>
    }
    /** Show the required, booked and secure hours of an org unit over the last year. */
    history: {
      /**
       * Show the required, booked and secure hours of an org unit over the last year.
       *
       * Each night the service keeps the hours of every org unit with all units below it, as they stand on
       * that day, with the headroom that the clinic has set. They are kept for 400 days. For ADMIN, MANAGER,
       * SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/history/`.
       */
      query(
        input?: {
          /** The org unit, with all units below it; the clinic by default. An unknown one is 400. */
          org_unit_id?: Uuid | undefined
          /** How many days to show, today included: 1 to 366, the default. */
          days?: number | undefined
        },
        options?: CallOptions,
      ): Promise<History>
    }
    /** Show when an employee is expected back, or to start. */
    employee_dates: {
      /**
       * Show when an employee is expected back, or to start.
       *
       * In its answers for later days, planning counts the employee as at work from that date on. The status
       * stays. For every role; an EMPLOYEE sees only their own data.
       *
       * REST: `GET /planning/v1/employees/{employee_id}/dates/`.
       */
      query(
        input: {
          /** The employee’s id. */
          employee_id: Uuid
        },
        options?: CallOptions,
      ): Promise<EmployeeDates>
    }
    /** Say when an employee is expected back from leave, or to start. */
    set_employee_dates: {
      /**
       * Say when an employee is expected back from leave, or to start.
       *
       * Only the fields that are sent change. The status stays: its transition is still made by hand. For
       * ADMIN and MANAGER.
       *
       * REST: `PATCH /planning/v1/employees/{employee_id}/dates/`.
       */
      mutate(input: PlanningSetEmployeeDatesInput, options?: CallOptions): Promise<EmployeeDates>
    }
    /** Show what a position requires from which date on. */
    position_requirements: {
      /**
       * Show what a position requires from which date on.
       *
       * Planning counts with these hours; coverage and the rules go by what the position itself requires.
       * For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/positions/{position_id}/requirements/`.
       */
      query(
        input: {
          /** The position’s id. */
          position_id: Uuid
        },
        options?: CallOptions,
      ): Promise<PositionRequirements>
    }
    /** Say what a position requires from which date on. */
    set_position_requirements: {
      /**
       * Say what a position requires from which date on.
       *
       * The rows replace all others of the position; none clears them. The position stays as it is. For
       * ADMIN and MANAGER.
       *
       * REST: `PATCH /planning/v1/positions/{position_id}/requirements/`.
       */
      mutate(
        input: {
          /** The position’s id. */
          position_id: Uuid
          /** The requirements, 100 at most, each from another date on. */
          rows: Array<{
            /** The first day; the next row’s first day ends it. */
            from_date: DateText
            /**
             * The hours a week that planning counts with from that day on, 0.00 to 9999.99; null for what the
             * position itself requires.
             */
            required_weekly_hours: DecimalText | null
          }>
        },
        options?: CallOptions,
      ): Promise<PositionRequirements>
    }
    /** Keep a plan for a coming week as a draft. */
    keep_draft: {
      /**
       * Keep a plan for a coming week as a draft.
       *
       * Stores the lines, and no assignment. Each line is checked as it would be when it is applied on the
       * day, so it must hold now. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /planning/v1/drafts/`.
       */
      mutate(input: PlanningKeepDraftInput, options?: CallOptions): Promise<Draft>
    }
    /** List drafts. */
    drafts: {
      /**
       * List drafts.
       *
       * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
       * VIEWER.
       *
       * REST: `GET /planning/v1/drafts/`.
       */
      query(input?: PlanningDraftsInput, options?: CallOptions): Promise<Page<DraftRow>>
    }
    /** Show a draft and how far it still holds. */
    draft: {
      /**
       * Show a draft and how far it still holds.
       *
       * Checks each line as the service would on the day of the draft, as known dates have it, or once its
       * week has begun, as it would when the draft is applied now. Makes the same plan again. For ADMIN,
       * MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /planning/v1/drafts/{draft_id}/`.
       */
      query(
        input: {
          /** The id of the draft. */
          draft_id: Uuid
        },
        options?: CallOptions,
      ): Promise<Draft>
    }
    /** Delete a draft. */
    delete_draft: {
      /**
       * Delete a draft.
       *
       * What was applied stays, and can still be taken back. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `DELETE /planning/v1/drafts/{draft_id}/`.
       */
      mutate(
        input: {
          /** The id of the draft. */
          draft_id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
    /** Apply a draft. */
    apply_draft: {
      /**
       * Apply a draft.
       *
       * Possible from the Monday of its week on. Checks all lines again and applies them as a plan, all of
       * them or none. New assignments begin on the day of the draft, or today once that has passed. For
       * ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /planning/v1/drafts/{draft_id}/apply/`.
       */
      mutate(
        input: {
          /** The id of the draft. */
          draft_id: Uuid
          /** The notes of new assignments, at most 2000 characters; blank unless given. */
          notes?: string | undefined
        },
        options?: CallOptions,
      ): Promise<AppliedPlan>
    }
    /** Apply the changes of a rebalance. */
    apply_rebalance: {
      /**
       * Apply the changes of a rebalance.
       *
       * Lowers, ends, raises and creates assignments, all of them or none. First everything that takes hours
       * is checked as a change of its assignment would be, then everything that gives them, as lines of a
       * plan are, except that people and positions may get back what they have just lost. No position may
       * lack hours that it does not lack now. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /planning/v1/rebalances/apply/`.
       */
      mutate(input: PlanningApplyRebalanceInput, options?: CallOptions): Promise<AppliedRebalance>
    }
    /** List the plans and rebalances that were applied. */
    applications: {
      /**
       * List the plans and rebalances that were applied.
       *
       * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
       * VIEWER.
       *
       * REST: `GET /planning/v1/applications/`.
       */
      query(input?: PlanningApplicationsInput, options?: CallOptions): Promise<Page<Application>>
    }
    /** Take back a plan or a rebalance as a whole. */
    take_back: {
      /**
       * Take back a plan or a rebalance as a whole.
       *
       * All of it or nothing: new assignments are removed, those that were raised or lowered have their
       * hours back, and those that were ended are ACTIVE again. Afterwards everything is as it was before,
       * but for the logs. For ADMIN, MANAGER and SUPERVISOR.
       *
       * REST: `POST /planning/v1/applications/{application_id}/take-back/`.
       */
      mutate(
        input: {
          /** The id of the application. */
          application_id: Uuid
        },
        options?: CallOptions,
      ): Promise<TakenBack>
    }
    /** Keep a scenario under a name. */
    keep_scenario: {
      /**
       * Keep a scenario under a name.
       *
       * Stores the changes to try, and makes none of them. They are checked when they are asked about. A
       * user may keep a hundred. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `POST /planning/v1/kept-scenarios/`.
       */
      mutate(
        input: {
          /** A name for the scenario: 1 to 200 characters. */
          name: string
          /** The changes to try, 1 to 50, made in this order. */
          changes: ScenarioChange[]
        },
        options?: CallOptions,
      ): Promise<KeptScenario>
    }
    /** List kept scenarios. */
    kept_scenarios: {
      /**
       * List kept scenarios.
       *
       * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
       * VIEWER.
       *
       * REST: `GET /planning/v1/kept-scenarios/`.
       */
      query(input?: PlanningKeptScenariosInput, options?: CallOptions): Promise<Page<KeptScenario>>
    }
    /** Delete a kept scenario. */
    delete_scenario: {
      /**
       * Delete a kept scenario.
       *
       * One that somebody else has kept can be deleted only by those who may apply plans. For ADMIN,
       * MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `DELETE /planning/v1/kept-scenarios/{scenario_id}/`.
       */
      mutate(
        input: {
          /** The id of the kept scenario. */
          scenario_id: Uuid
        },
        options?: CallOptions,
      ): Promise<void>
    }
    /** Compare two kept scenarios. */
    compare_scenarios: {
      /**
       * Compare two kept scenarios.
       *
       * Nothing is stored. Both are computed from the clinic as it is now, for the same weeks; each as if
       * the other did not exist. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `POST /planning/v1/kept-scenarios/compare/`.
       */
      mutate(input: PlanningCompareScenariosInput, options?: CallOptions): Promise<ScenarioComparison>
    }
  }
  integration: {
    /** List committed changes, or wait for the next. */
    changes: {
      /**
       * List committed changes, or wait for the next.
       *
       * Nothing is left out, and a reader that goes on from the cursors it got is told of nothing twice.
       * Without `after`, the answer has no changes, but the cursor of the present: get it first, then read
       * the lists, then ask for what has changed since. 410 if changes after the cursor are no longer kept,
       * or the database was restored to an earlier time: start anew. For ADMIN, MANAGER, SUPERVISOR and
       * VIEWER.
       *
       * REST: `GET /integration/v1/changes/`.
       */
      query(input?: IntegrationChangesInput, options?: CallOptions): Promise<ChangePage>
    }
    /** Import CSV files. */
    start_import: {
      /**
       * Import CSV files.
       *
       * Takes the files that `coverage import` takes: as a zip or as the parts of a form, 50 MiB at most, or
       * as texts in JSON, 1 MiB at most. They are imported in the background, one import at a time:
       * everything, or nothing if anything is wrong. Rows are found by their natural keys, so sending the
       * same files again changes nothing. For ADMIN.
       *
       * REST: `POST /integration/v1/imports/`.
       */
      mutate(input: IntegrationStartImportInput, options?: CallOptions): Promise<Import>
    }
    /** List imports. */
    imports: {
      /**
       * List imports.
       *
       * Paginated, the newest first unless `ordering` says otherwise. For ADMIN.
       *
       * REST: `GET /integration/v1/imports/`.
       */
      query(input?: IntegrationImportsInput, options?: CallOptions): Promise<Page<Import>>
    }
    /** Show an import. */
    import: {
      /**
       * Show an import.
       *
       * Its state, how far it is, and what became of it. For ADMIN.
       *
       * REST: `GET /integration/v1/imports/{id}/`.
       */
      query(
        input: {
          /** The object’s id, which never changes. */
          id: Uuid
        },
        options?: CallOptions,
      ): Promise<Import>
    }
    /** Look up employees by number, email or time of change. */
    employees: {
      /**
       * Look up employees by number, email or time of change.
       *
       * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/employees/`.
       */
      query(input?: IntegrationEmployeesInput, options?: CallOptions): Promise<Page<EmployeeDetail>>
    }
    /** Look up tags by name or time of change. */
    tags: {
      /**
       * Look up tags by name or time of change.
       *
       * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/tags/`.
       */
      query(input?: IntegrationTagsInput, options?: CallOptions): Promise<Page<Tag>>
    }
    /** Look up org units by code or time of change. */
    org_units: {
      /**
       * Look up org units by code or time of change.
       *
       * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/org-units/`.
       */
      query(input?: IntegrationOrgUnitsInput, options?: CallOptions): Promise<Page<OrgUnitRow>>
    }
    /** Look up positions by org unit, title or time of change. */
    positions: {
      /**
       * Look up positions by org unit, title or time of change.
       *
       * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/positions/`.
       */
      query(input?: IntegrationPositionsInput, options?: CallOptions): Promise<Page<PositionRow>>
    }
    /** Look up employee tags by employee, tag or time of change. */
    employee_tags: {
      /**
       * Look up employee tags by employee, tag or time of change.
       *
       * Paginated, the newest first. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/employee-tags/`.
       */
      query(input?: IntegrationEmployeeTagsInput, options?: CallOptions): Promise<Page<EmployeeTagLookUp>>
    }
    /** Look up the tags that positions require, by position or tag. */
    position_tags: {
      /**
       * Look up the tags that positions require, by position or tag.
       *
       * Paginated, the newest last. Position tags have no time of change. For ADMIN, MANAGER, SUPERVISOR and
       * VIEWER.
       *
       * REST: `GET /integration/v1/position-tags/`.
       */
      query(input?: IntegrationPositionTagsInput, options?: CallOptions): Promise<Page<PositionTag>>
    }
    /** Look up assignments by employee, position or time of change. */
    assignments: {
      /**
       * Look up assignments by employee, position or time of change.
       *
       * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
       *
       * REST: `GET /integration/v1/assignments/`.
       */
      query(input?: IntegrationAssignmentsInput, options?: CallOptions): Promise<Page<AssignmentDetail>>
    }
  }
  health: {
    /** Check that the service and its database work. */
    check: {
      /**
       * Check that the service and its database work.
       *
       * Needs no session. The version is shown to signed-in callers, and to everyone in debug mode.
       *
       * REST: `GET /api/health/`.
       */
      query(input?: undefined, options?: CallOptions): Promise<Health>
    }
  }
  auth: {
    /** Sign in. */
    login: {
      /**
       * Sign in.
       *
       * Exchanges the credentials for the cookies `access_token`, `refresh_token` and `csrftoken`. If the
       * request carries the cookies of another session, that one ends. Needs no session.
       *
       * REST: `POST /api/v1/auth/login/`.
       */
      mutate(
        input: {
          /** The email with which the user signs in, ignoring case. */
          email: string
          /** The password; never trimmed. */
          password: string
        },
        options?: CallOptions,
      ): Promise<{
        /** The user who is signed in. */
        user: User
      }>
    }
    /** Sign out. */
    logout: {
      /**
       * Sign out.
       *
       * Ends the session and clears its cookies. For everyone who is signed in, but no machine.
       *
       * REST: `POST /api/v1/auth/logout/`.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<void>
    }
    /** Show the signed-in user. */
    me: {
      /**
       * Show the signed-in user.
       *
       * With the role, which decides what the user may do. For everyone who is signed in.
       *
       * REST: `GET /api/v1/auth/me/`.
       */
      query(input?: undefined, options?: CallOptions): Promise<User>
    }
    /** Deactivate your own account. */
    deactivate: {
      /**
       * Deactivate your own account.
       *
       * Ends all sessions of the user. The record and everything that belongs to it are kept. For everyone
       * who is signed in, but no machine.
       *
       * REST: `POST /api/v1/auth/me/deactivate/`.
       */
      mutate(input?: undefined, options?: CallOptions): Promise<void>
    }
    /** Download your own personal data. */
    export: {
      /**
       * Download your own personal data.
       *
       * As the file `my-data.json`. For everyone who is signed in.
       *
       * REST: `GET /api/v1/auth/me/export/`.
       */
      query(input?: undefined, options?: CallOptions): Promise<PersonalData>
    }
  }
  account: {
    /** Change your own password, which ends all your other sessions. */
    change_password: {
      /**
       * Change your own password, which ends all your other sessions.
       *
       * For everyone who is signed in, but no machine.
       *
       * Over tRPC only.
       */
      mutate(
        input: {
          /** The password that is in use now. */
          current_password: string
          /**
           * At least 12 characters. It must not be a common password, the email, the product’s name, or the
           * current password.
           */
          new_password: string
        },
        options?: CallOptions,
      ): Promise<void>
    }
    /** Your own open sessions, most recently used first. */
    sessions: {
      /**
       * Your own open sessions, most recently used first.
       *
       * For everyone who is signed in, but no machine.
       *
       * Over tRPC only.
       */
      query(input?: undefined, options?: CallOptions): Promise<OwnSession[]>
    }
    /** End one of your own sessions. */
    end_session: {
      /**
       * End one of your own sessions.
       *
       * For everyone who is signed in, but no machine.
       *
       * Over tRPC only.
       */
      mutate(
        input: {
          /** The id of the session to end. */
          id: string
          /** The password that is in use now. */
          current_password: string
        },
        options?: CallOptions,
      ): Promise<void>
    }
  }
}

/** The mutations that change nothing, and are mutations only because their inputs may be long. */
export type Reads =
  | 'assignments.preview'
  | 'hours.batch_balance'
  | 'hours.simulate'
  | 'planning.solve'
  | 'planning.rebalance'
  | 'planning.scenario'
  | 'planning.compare_scenarios'

/** The same, at run time. @internal */
export const reads: readonly string[] = [
  'assignments.preview',
  'hours.batch_balance',
  'hours.simulate',
  'planning.solve',
  'planning.rebalance',
  'planning.scenario',
  'planning.compare_scenarios',
]

/** Every list, row by row through all its pages. */
export type Pages = {
  /**
   * List employees, row by row.
   *
   * Paginated, ordered by `last_name`, then `first_name` unless `ordering` says otherwise. For every
   * role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/employees/`.
   */
  employees: Rows<[input?: EmployeesListFilters], EmployeeRow>
  /**
   * List an employee’s transitions, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. The transitions of their assignments
   * are not included. For every role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/employees/{id}/transitions/`.
   */
  employee_transitions: Rows<[input: EmployeesTransitionsFilters], OwnTransition>
  /**
   * List the transitions of all employees and assignments, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. Entries are never changed or deleted.
   * For every role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/transitions/`.
   */
  transitions: Rows<[input?: TransitionsListFilters], Transition>
  /**
   * List the changes of employee tags, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. Entries are never changed or deleted.
   * For every role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/tag-change-logs/`.
   */
  tag_change_logs: Rows<[input?: TagChangeLogsListFilters], TagChange>
  /**
   * List the tag catalogue, row by row.
   *
   * Paginated, ordered by `name` unless `ordering` says otherwise. Inactive tags are included, deleted
   * ones are not. For every role.
   *
   * REST: `GET /api/v1/tags/`.
   */
  tags: Rows<[input?: TagsListFilters], Tag>
  /**
   * List the tags that employees hold, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. EXPIRED and REVOKED tags are included.
   * For every role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/employee-tags/`.
   */
  employee_tags: Rows<[input?: EmployeeTagsListFilters], EmployeeTag>
  /**
   * List the tags that positions require, row by row.
   *
   * Paginated, ordered by `created_at` unless `ordering` says otherwise. For every role.
   *
   * REST: `GET /api/v1/position-tags/`.
   */
  position_tags: Rows<[input?: PositionTagsListFilters], PositionTag>
  /**
   * List org units, row by row.
   *
   * Paginated, ordered by `sort_order`, then `code` unless `ordering` says otherwise. Inactive ones are
   * included. For every role.
   *
   * REST: `GET /api/v1/org-units/`.
   */
  org_units: Rows<[input?: OrgUnitsListFilters], OrgUnitRow>
  /**
   * List positions with their coverage, row by row.
   *
   * Paginated, ordered by `title` unless `ordering` says otherwise. Inactive positions are included.
   * `eligible_for_employee` fills `required_tags`, `is_eligible` and `missing_tags`, which are null
   * otherwise. For every role.
   *
   * REST: `GET /api/v1/demand/`.
   */
  positions: Rows<[input?: PositionsListFilters], PositionRow>
  /**
   * List assignments, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. ENDED ones are included. For every
   * role; an EMPLOYEE sees only their own data.
   *
   * REST: `GET /api/v1/assignments/`.
   */
  assignments: Rows<[input?: AssignmentsListFilters], AssignmentRow>
  /**
   * List an assignment’s transitions, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. For every role; an EMPLOYEE sees only
   * their own data.
   *
   * REST: `GET /api/v1/assignments/{id}/transitions/`.
   */
  assignment_transitions: Rows<[input: AssignmentsTransitionsFilters], OwnTransition>
  /**
   * List the business rules, row by row.
   *
   * Not paginated. Operators set the rules, outside this API. For every role.
   *
   * REST: `GET /api/v1/business-rules/`.
   */
  business_rules: Rows<[input?: undefined], BusinessRule>
  /**
   * List who could cover a position, the best first, row by row.
   *
   * Paginated. What would be accepted comes first; then people who are ACTIVE, hours within the pool,
   * what costs least elsewhere (among people: the most hours covered, less that cost), what has the
   * fewest warnings, existing assignments, and people who work in the unit already. Employee and
   * position are left out as a pair if their only assignment is SUSPENDED. For ADMIN, MANAGER,
   * SUPERVISOR and VIEWER.
   *
   * REST: `GET /planning/v1/positions/{position_id}/candidates/`.
   */
  planning_candidates: Rows<[input: PlanningCandidatesFilters], Candidate>
  /**
   * List the positions that lack hours and that an employee could cover, the best first, row by row.
   *
   * Paginated. What would be accepted comes first; then people who are ACTIVE, hours within the pool,
   * what costs least elsewhere (among people: the most hours covered, less that cost), what has the
   * fewest warnings, existing assignments, and people who work in the unit already. Employee and
   * position are left out as a pair if their only assignment is SUSPENDED. For every role; an EMPLOYEE
   * sees only their own data.
   *
   * REST: `GET /planning/v1/employees/{employee_id}/openings/`.
   */
  planning_openings: Rows<[input: PlanningOpeningsFilters], Opening>
  /**
   * List who loses secure hours in the coming weeks, when and why, row by row.
   *
   * Paginated, by date, then by hours, the most first. A cliff is a change of a person’s secure hours
   * from one week to the next. A contract that follows another without a gap makes none. For ADMIN,
   * MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /planning/v1/forecast/cliffs/`.
   */
  planning_cliffs: Rows<[input?: PlanningCliffsFilters], Cliff>
  /**
   * List the employee tags to renew, those with the most hours at stake first, row by row.
   *
   * Paginated, by `hours`, then by `last_day`. Lists tags of people on duty that end in these weeks and
   * that secure hours depend on: contracts, qualifications and certificates. Tags that are renewed
   * already are left out. What stays open is found by planning that Monday again with `demand` SECURE:
   * others take over what they can, and their own tags end as they do now. For ADMIN, MANAGER,
   * SUPERVISOR and VIEWER.
   *
   * REST: `GET /planning/v1/renewals/`.
   */
  planning_renewals: Rows<[input?: PlanningRenewalsFilters], Renewal>
  /**
   * List the people whose hours nobody could take over, by org unit, the worst first, row by row.
   *
   * Paginated, by the hours of the org unit, then by those of the person. For each person, a plan with
   * `demand` SECURE is made again as if they had left, and compared with one that gives them no more
   * hours. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /planning/v1/single-points/`.
   */
  planning_single_points: Rows<[input?: PlanningSinglePointsFilters], SinglePoint>
  /**
   * List drafts, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
   * VIEWER.
   *
   * REST: `GET /planning/v1/drafts/`.
   */
  planning_drafts: Rows<[input?: PlanningDraftsFilters], DraftRow>
  /**
   * List the plans and rebalances that were applied, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
   * VIEWER.
   *
   * REST: `GET /planning/v1/applications/`.
   */
  planning_applications: Rows<[input?: PlanningApplicationsFilters], Application>
  /**
   * List kept scenarios, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. For ADMIN, MANAGER, SUPERVISOR and
   * VIEWER.
   *
   * REST: `GET /planning/v1/kept-scenarios/`.
   */
  planning_kept_scenarios: Rows<[input?: PlanningKeptScenariosFilters], KeptScenario>
  /**
   * List imports, row by row.
   *
   * Paginated, the newest first unless `ordering` says otherwise. For ADMIN.
   *
   * REST: `GET /integration/v1/imports/`.
   */
  integration_imports: Rows<[input?: IntegrationImportsFilters], Import>
  /**
   * Look up employees by number, email or time of change, row by row.
   *
   * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/employees/`.
   */
  integration_employees: Rows<[input?: IntegrationEmployeesFilters], EmployeeDetail>
  /**
   * Look up tags by name or time of change, row by row.
   *
   * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/tags/`.
   */
  integration_tags: Rows<[input?: IntegrationTagsFilters], Tag>
  /**
   * Look up org units by code or time of change, row by row.
   *
   * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/org-units/`.
   */
  integration_org_units: Rows<[input?: IntegrationOrgUnitsFilters], OrgUnitRow>
  /**
   * Look up positions by org unit, title or time of change, row by row.
   *
   * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/positions/`.
   */
  integration_positions: Rows<[input?: IntegrationPositionsFilters], PositionRow>
  /**
   * Look up employee tags by employee, tag or time of change, row by row.
   *
   * Paginated, the newest first. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/employee-tags/`.
   */
  integration_employee_tags: Rows<[input?: IntegrationEmployeeTagsFilters], EmployeeTagLookUp>
  /**
   * Look up the tags that positions require, by position or tag, row by row.
   *
   * Paginated, the newest last. Position tags have no time of change. For ADMIN, MANAGER, SUPERVISOR and
   * VIEWER.
   *
   * REST: `GET /integration/v1/position-tags/`.
   */
  integration_position_tags: Rows<[input?: IntegrationPositionTagsFilters], PositionTag>
  /**
   * Look up assignments by employee, position or time of change, row by row.
   *
   * Paginated, the newest last. For ADMIN, MANAGER, SUPERVISOR and VIEWER.
   *
   * REST: `GET /integration/v1/assignments/`.
   */
  integration_assignments: Rows<[input?: IntegrationAssignmentsFilters], AssignmentDetail>
}

/** The procedures of each resource. @internal */
export const actions = {
  employees: {
    query: ['list', 'get', 'transitions', 'available_transitions'],
    mutation: [
      'create',
      'update',
      'activate',
      'propose',
      'accept_proposal',
      'reject_proposal',
      'cancel_proposal',
      'force_accept_proposal',
      'go_on_leave',
      'return_from_leave',
      'deactivate',
      'reactivate',
      'terminate',
      'rehire',
    ],
  },
  transitions: { query: ['list', 'get'], mutation: [] },
  tag_change_logs: { query: ['list', 'get'], mutation: [] },
  tags: { query: ['list', 'get'], mutation: ['create', 'update', 'delete'] },
  employee_tags: { query: ['list', 'get'], mutation: ['create', 'update', 'delete'] },
  position_tags: { query: ['list', 'get'], mutation: ['create', 'update', 'delete'] },
  org_units: { query: ['list', 'get'], mutation: ['create', 'update', 'delete'] },
  positions: {
    query: ['list', 'get', 'coverage_summary'],
    mutation: ['create', 'update', 'delete', 'duplicate'],
  },
  assignments: {
    query: ['list', 'get', 'available_transitions', 'transitions'],
    mutation: ['create', 'update', 'suspend', 'resume', 'end', 'preview'],
  },
  hours: { query: ['balance'], mutation: ['batch_balance', 'simulate'] },
  business_rules: { query: ['list', 'get'], mutation: [] },
  planning: {
    query: [
      'candidates',
      'openings',
      'forecast',
      'cliffs',
      'employee_forecast',
      'renewals',
      'training',
      'single_points',
      'establishment',
      'history',
      'employee_dates',
      'position_requirements',
      'drafts',
      'draft',
      'applications',
      'kept_scenarios',
    ],
    mutation: [
      'solve',
      'apply_plan',
      'rebalance',
      'scenario',
      'set_employee_dates',
      'set_position_requirements',
      'keep_draft',
      'delete_draft',
      'apply_draft',
      'apply_rebalance',
      'take_back',
      'keep_scenario',
      'delete_scenario',
      'compare_scenarios',
    ],
  },
  integration: {
    query: [
      'changes',
      'imports',
      'import',
      'employees',
      'tags',
      'org_units',
      'positions',
      'employee_tags',
      'position_tags',
      'assignments',
    ],
    mutation: ['start_import'],
  },
  health: { query: ['check'], mutation: [] },
  auth: { query: ['me', 'export'], mutation: ['login', 'logout', 'deactivate'] },
  account: { query: ['sessions'], mutation: ['change_password', 'end_session'] },
}

/** The procedure behind each member of `Pages`. @internal */
export const lists = {
  employees: 'employees.list',
  employee_transitions: 'employees.transitions',
  transitions: 'transitions.list',
  tag_change_logs: 'tag_change_logs.list',
  tags: 'tags.list',
  employee_tags: 'employee_tags.list',
  position_tags: 'position_tags.list',
  org_units: 'org_units.list',
  positions: 'positions.list',
  assignments: 'assignments.list',
  assignment_transitions: 'assignments.transitions',
  business_rules: 'business_rules.list',
  planning_candidates: 'planning.candidates',
  planning_openings: 'planning.openings',
  planning_cliffs: 'planning.cliffs',
  planning_renewals: 'planning.renewals',
  planning_single_points: 'planning.single_points',
  planning_drafts: 'planning.drafts',
  planning_applications: 'planning.applications',
  planning_kept_scenarios: 'planning.kept_scenarios',
  integration_imports: 'integration.imports',
  integration_employees: 'integration.employees',
  integration_tags: 'integration.tags',
  integration_org_units: 'integration.org_units',
  integration_positions: 'integration.positions',
  integration_employee_tags: 'integration.employee_tags',
  integration_position_tags: 'integration.position_tags',
  integration_assignments: 'integration.assignments',
}
