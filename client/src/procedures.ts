// Generated from the procedures of the service by `npm run generate`.

import type {
  Changes,
  DateText,
  DecimalText,
  Instant,
  ListInput,
  Mutation,
  Page,
  Query,
  Rows,
  Uuid,
} from './wire.ts'

export type Role = 'ADMIN' | 'MANAGER' | 'SUPERVISOR' | 'VIEWER' | 'EMPLOYEE'

export type EmployeeStatus =
  | 'ONBOARDING'
  | 'ACTIVE'
  | 'PROPOSAL_PENDING'
  | 'ON_LEAVE'
  | 'DEACTIVATED'
  | 'TERMINATED'

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

export type ProposalType = 'ASSIGNMENT' | 'TRANSFER'

export type AssignmentStatus = 'ACTIVE' | 'SUSPENDED' | 'ENDED'

export type AssignmentTransition = 'suspend' | 'resume' | 'end'

export type LoggedStatus = EmployeeStatus | AssignmentStatus

export type LoggedTransition = EmployeeTransition | AssignmentTransition | 'expire_proposal'

export type EndReason = 'RESIGNATION' | 'TRANSFER' | 'POSITION_CLOSED' | 'TERMINATED' | 'OTHER'

export type TagCategory = 'CONTRACT' | 'QUALIFICATION' | 'EXCEPTION' | 'CERTIFICATION'

export type EmployeeTagStatus = 'ACTIVE' | 'EXPIRED' | 'REVOKED'

export type TagChangeAction = 'ASSIGNED' | 'REMOVED' | 'REVOKED' | 'EXPIRED' | 'MODIFIED'

export type UnitType = 'CLINIC' | 'DEPARTMENT' | 'SERVICE' | 'UNIT'

export type CoverageState = 'VACANT' | 'PARTIAL' | 'COVERED' | 'OVER_COVERED'

export type BalanceState = 'DEFICIT' | 'BALANCED' | 'SURPLUS'

export type RuleCode =
  | 'MAX_WEEKLY_HOURS'
  | 'DUPLICATE_ASSIGNMENT'
  | 'EMPLOYEE_TERMINATED'
  | 'TAG_REQUIREMENT_MISMATCH'
  | 'MAX_CONSECUTIVE_SHIFTS'
  | 'COVERAGE_EXCEEDED'
  | 'CONTRACT_NEAR_EXPIRY'

export type Severity = 'BLOCKING' | 'WARNING' | 'INFO'

export type EmployeesListInput = ListInput<
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
> & { status?: EmployeeStatus | undefined; search?: string | undefined }

export type EmployeeRow = {
  id: Uuid
  employee_number: string
  first_name: string
  last_name: string
  email: string
  status: EmployeeStatus
  hire_date: DateText | null
  photo: string | null
  created_at: Instant
}

export type EmployeesCreateInput = {
  employee_number: string
  first_name: string
  last_name: string
  email: string
  document_number?: string | undefined
  date_of_birth?: DateText | null | undefined
  hire_date?: DateText | null | undefined
  photo?: string | null | undefined
}

export type EmployeeDetail = {
  id: Uuid
  employee_number: string
  first_name: string
  last_name: string
  email: string
  status: EmployeeStatus
  hire_date: DateText | null
  photo: string | null
  created_at: Instant
  document_number: string
  date_of_birth: DateText | null
  termination_date: DateText | null
  leave_started_at: Instant | null
  current_proposal: {
    proposal_type: ProposalType
    notes: string
    expires_at: Instant | null
    previous_status: EmployeeStatus
  } | null
  updated_at: Instant
}

export type EmployeesUpdateInput = Changes<EmployeesCreateInput> & { id: Uuid }

export type EmployeesProposeInput = {
  id: Uuid
  proposal_type: ProposalType
  notes?: string | undefined
  expires_in_days?: number | undefined
}

export type EmployeesTransitionsInput = ListInput<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & { id: Uuid }

export type OwnTransition = {
  id: number
  from_status: string
  to_status: string
  transition: string
  actor: Uuid | null
  reason: string
  metadata: Record<string, unknown>
  created_at: Instant
  actor_email: string | null
}

export type TransitionsListInput = ListInput<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & {
  search?: string | undefined
  transition?: LoggedTransition | undefined
  from_status?: LoggedStatus | undefined
  to_status?: LoggedStatus | undefined
  employee?: Uuid | undefined
  date_from?: DateText | undefined
  date_to?: DateText | undefined
  exclude_admin_actors?: boolean | undefined
}

export type Transition = {
  id: number
  from_status: string
  to_status: string
  transition: string
  actor: Uuid | null
  reason: string
  metadata: Record<string, unknown>
  created_at: Instant
  employee: Uuid
  employee_name: string
  employee_number: string
  actor_name: string
}

export type TagChangeLogsListInput = ListInput<
  'created_at' | 'employee' | 'tag' | 'action' | 'actor' | 'reason' | 'id'
> & {
  search?: string | undefined
  employee?: Uuid | undefined
  tag?: Uuid | undefined
  action?: TagChangeAction | undefined
  date_from?: DateText | undefined
  date_to?: DateText | undefined
}

export type TagChange = {
  id: number
  employee: Uuid
  employee_name: string
  employee_number: string
  tag: Uuid
  tag_name: string
  tag_display_name: string
  tag_category: TagCategory
  action: TagChangeAction
  actor: Uuid | null
  actor_name: string
  reason: string
  created_at: Instant
}

export type TagsListInput = ListInput<
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

export type Tag = {
  id: Uuid
  name: string
  display_name: string
  category: TagCategory
  hours_delta: DecimalText
  description: string
  is_active: boolean
  created_at: Instant
  updated_at: Instant
}

export type TagsCreateInput = {
  name: string
  display_name: string
  category: TagCategory
  hours_delta?: DecimalText | undefined
  description?: string | undefined
  is_active?: boolean | undefined
}

export type TagsUpdateInput = Changes<TagsCreateInput> & { id: Uuid }

export type EmployeeTagsListInput = ListInput<
  'created_at' | 'employee' | 'tag' | 'start_date' | 'end_date' | 'status' | 'id'
> & {
  employee_id?: Uuid | undefined
  category?: TagCategory | undefined
  status?: EmployeeTagStatus | undefined
}

export type EmployeeTag = {
  id: Uuid
  employee: Uuid
  tag: Uuid
  tag_name: string
  tag_display_name: string
  tag_category: TagCategory
  hours_delta: DecimalText
  start_date: DateText
  end_date: DateText | null
  status: EmployeeTagStatus
  created_at: Instant
}

export type EmployeeTagsCreateInput = {
  employee: Uuid
  tag: Uuid
  start_date: DateText
  end_date?: DateText | null | undefined
}

export type EmployeeTagsUpdateInput = Changes<EmployeeTagsCreateInput> & {
  status?: EmployeeTagStatus | undefined
  id: Uuid
  reason?: string | undefined
}

export type PositionTagsListInput = ListInput<'created_at' | 'position' | 'tag' | 'is_mandatory' | 'id'> & {
  position_id?: Uuid | undefined
}

export type PositionTag = {
  id: Uuid
  position: Uuid
  tag: Uuid
  tag_name: string
  tag_display_name: string
  tag_category: TagCategory
  is_mandatory: boolean
  created_at: Instant
}

export type PositionTagsCreateInput = { position: Uuid; tag: Uuid; is_mandatory?: boolean | undefined }

export type PositionTagsUpdateInput = Changes<PositionTagsCreateInput> & { id: Uuid }

export type OrgUnitsListInput = ListInput<
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
  unit_type?: UnitType | undefined
  is_active?: boolean | undefined
  parent_id?: Uuid | undefined
  search?: string | undefined
}

export type OrgUnitRow = {
  id: Uuid
  parent_id: Uuid | null
  unit_type: UnitType
  code: string
  name: string
  short_name: string
  is_active: boolean
  is_management: boolean
  sort_order: number
  max_weekly_hours: DecimalText | null
  position_count: number
  created_at: Instant
  updated_at: Instant
}

export type OrgUnitsCreateInput = {
  parent_id?: Uuid | null | undefined
  unit_type: UnitType
  code: string
  name: string
  short_name?: string | undefined
  sort_order?: number | undefined
  is_active?: boolean | undefined
  max_weekly_hours?: DecimalText | null | undefined
}

export type OrgUnitDetail = {
  id: Uuid
  parent_id: Uuid | null
  unit_type: UnitType
  code: string
  name: string
  short_name: string
  is_active: boolean
  is_management: boolean
  sort_order: number
  max_weekly_hours: DecimalText | null
  position_count: number
  created_at: Instant
  updated_at: Instant
  children_count: number
  descendant_count: number
  total_position_count: number
}

export type OrgUnitsUpdateInput = Changes<OrgUnitsCreateInput> & { id: Uuid }

export type PositionsListInput = ListInput<
  | 'title'
  | 'org_unit_id'
  | 'required_weekly_hours'
  | 'is_active'
  | 'notes'
  | 'created_at'
  | 'updated_at'
  | 'id'
> & {
  org_unit_id?: Uuid | undefined
  is_active?: boolean | undefined
  coverage_state?: CoverageState | undefined
  search?: string | undefined
  eligible_for_employee?: Uuid | undefined
}

export type PositionRow = {
  id: Uuid
  org_unit_id: Uuid
  org_unit_name: string
  title: string
  required_weekly_hours: DecimalText
  is_active: boolean
  coverage_state: CoverageState
  assigned_hours: DecimalText
  assignment_count: number
  is_eligible: boolean | null
  missing_tags: string[] | null
  notes: string
  created_at: Instant
  updated_at: Instant
  required_tags: Array<{ name: string; category: TagCategory; is_mandatory: boolean }> | null
}

export type PositionsCreateInput = {
  org_unit_id: Uuid
  title: string
  required_weekly_hours: DecimalText
  is_active?: boolean | undefined
  notes?: string | undefined
}

export type AssignmentRow = {
  id: Uuid
  employee: Uuid
  employee_name: string
  position_id: Uuid
  effective_hours: DecimalText
  is_reinforcement: boolean
  status: AssignmentStatus
  effective_date: DateText | null
  end_date: DateText | null
  created_at: Instant
  position_title: string
  org_unit_name: string
}

export type PositionDetail = {
  id: Uuid
  org_unit_id: Uuid
  org_unit_name: string
  title: string
  required_weekly_hours: DecimalText
  is_active: boolean
  coverage_state: CoverageState
  assigned_hours: DecimalText
  assignment_count: number
  is_eligible: boolean | null
  missing_tags: string[] | null
  notes: string
  created_at: Instant
  updated_at: Instant
  required_tags: Array<{
    id: Uuid
    tag_id: Uuid
    tag_name: string
    tag_category: TagCategory
    is_mandatory: boolean
  }>
  assignments: AssignmentRow[]
}

export type PositionsUpdateInput = Changes<PositionsCreateInput> & { id: Uuid }

export type PositionsDuplicateInput = {
  title?: string | undefined
  required_weekly_hours?: DecimalText | undefined
  is_active?: boolean | undefined
  notes?: string | undefined
  id: Uuid
}

export type CoverageSummary = {
  global: {
    total_positions: number
    covered_positions: number
    partial_positions: number
    vacant_positions: number
    over_covered_positions: number
    total_required_hours: DecimalText
    total_assigned_hours: DecimalText
    coverage_pct: DecimalText
  }
  by_unit: Array<{
    org_unit_id: Uuid
    org_unit_name: string
    org_unit_type: UnitType
    parent_id: Uuid | null
    position_count: number
    covered: number
    partial: number
    vacant: number
    over_covered: number
    required_hours: DecimalText
    assigned_hours: DecimalText
    coverage_pct: DecimalText
    employee_breakdown: { active: number; on_leave: number; other: number }
  }>
}

export type AssignmentsListInput = ListInput<
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
  employee?: Uuid | undefined
  position_id?: Uuid | undefined
  status?: AssignmentStatus | undefined
  employee__employee_number?: string | undefined
  search?: string | undefined
}

export type AssignmentsCreateInput = {
  employee: Uuid
  position_id: Uuid
  effective_hours: DecimalText
  effective_date?: DateText | null | undefined
  notes?: string | undefined
  is_reinforcement?: boolean | undefined
}

export type AssignmentDetail = {
  id: Uuid
  employee: Uuid
  employee_name: string
  position_id: Uuid
  effective_hours: DecimalText
  is_reinforcement: boolean
  status: AssignmentStatus
  effective_date: DateText | null
  end_date: DateText | null
  created_at: Instant
  end_reason: string
  suspended_at: Instant | null
  notes: string
  updated_at: Instant
}

export type AssignmentsUpdateInput = Changes<AssignmentsCreateInput> & { id: Uuid }

export type AssignmentsEndInput = { id: Uuid; end_reason?: EndReason | undefined; notes?: string | undefined }

export type AssignmentsTransitionsInput = ListInput<
  'created_at' | 'employee' | 'actor' | 'transition' | 'from_status' | 'to_status' | 'reason' | 'id'
> & { id: Uuid }

export type AssignmentsPreviewInput = { employee: Uuid; position_id: Uuid; effective_hours: DecimalText }

export type Violation = { rule_code: RuleCode; message: string; missing_tags?: string[] }

export type AssignmentPreview = {
  assignment: { employee: Uuid; employee_name: string; position_id: Uuid; effective_hours: DecimalText }
  is_valid: boolean
  violations: { blocking: Violation[]; warnings: Violation[]; info: Violation[] }
}

export type HoursBalance = {
  employee_id: Uuid
  period: { start_date: DateText; end_date: DateText }
  pool: { base_hours: DecimalText; adjustment_delta: DecimalText; effective_hours: DecimalText }
  consumption: { assigned_hours: DecimalText; assignment_count: number }
  balance: DecimalText
  state: BalanceState
  computed_at: Instant
  tags: string[]
  error: 'NO_ACTIVE_TAGS' | null
}

export type HoursSimulateInput = {
  employee_id: Uuid
  additional_hours: DecimalText
  reference_date?: DateText | undefined
}

export type HoursSimulation = {
  current_balance: HoursBalance
  projected_balance: DecimalText
  projected_state: BalanceState
  would_exceed_pool: boolean
}

export type BusinessRule = {
  id: Uuid
  code: string
  name: string
  severity: Severity
  threshold: DecimalText | null
  enabled: boolean
  description: string
  created_at: Instant
  updated_at: Instant
}

export type PlanningCandidatesInput = {
  page?: number | undefined
  page_size?: number | undefined
  position_id: Uuid
  effective_hours?: DecimalText | undefined
  reference_date?: DateText | undefined
  include_ineligible?: boolean | undefined
}

export type Candidate = {
  rank: number
  employee: Uuid
  employee_name: string
  employee_number: string
  status: 'ACTIVE' | 'ON_LEAVE'
  kind: 'CREATE' | 'RAISE'
  assignment: Uuid | null
  current_hours: DecimalText
  effective_hours: DecimalText
  is_valid: boolean
  violations: { blocking: Violation[]; warnings: Violation[]; info: Violation[] }
  missing_tags: string[]
  missing_tag_display_names: string[]
  pool_hours: DecimalText
  balance: DecimalText
  balance_after: DecimalText
  state_after: BalanceState
  would_exceed_pool: boolean
  works_in_unit: boolean
  costs_elsewhere_hours: DecimalText | null
  reason: string
}

export type PlanningOpeningsInput = {
  page?: number | undefined
  page_size?: number | undefined
  employee_id: Uuid
  effective_hours?: DecimalText | undefined
  org_unit_id?: Uuid | undefined
  include_ineligible?: boolean | undefined
}

export type Opening = {
  rank: number
  position_id: Uuid
  position_title: string
  org_unit_id: Uuid
  org_unit_name: string
  lacking_hours: DecimalText
  coverage_state_after: CoverageState
  kind: 'CREATE' | 'RAISE'
  assignment: Uuid | null
  current_hours: DecimalText
  effective_hours: DecimalText
  is_valid: boolean
  violations: { blocking: Violation[]; warnings: Violation[]; info: Violation[] }
  missing_tags: string[]
  missing_tag_display_names: string[]
  pool_hours: DecimalText
  balance: DecimalText
  balance_after: DecimalText
  state_after: BalanceState
  would_exceed_pool: boolean
  works_in_unit: boolean
  costs_elsewhere_hours: DecimalText | null
  reason: string
}

export type PlanningSolveInput = {
  org_unit_id?: Uuid | undefined
  reference_date?: DateText | undefined
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  demand?: 'BOOKED' | 'SECURE' | undefined
  minimum_hours?: DecimalText | undefined
  priorities?: Uuid[] | undefined
  exclude_employees?: Uuid[] | undefined
  exclude_positions?: Uuid[] | undefined
  allow?: 'CREATE_AND_RAISE' | 'CREATE' | 'RAISE' | undefined
  keep?:
    | Array<{
        employee: Uuid
        position_id: Uuid
        assignment: Uuid | null
        current_hours: DecimalText
        effective_hours: DecimalText
      }>
    | undefined
}

export type PlanSummary = {
  lacking_hours: DecimalText
  planned_hours: DecimalText
  maximum_hours: DecimalText
  maximum_hours_without_minimum: DecimalText
  is_maximum: boolean
  open_hours: DecimalText
  new_assignments: number
  new_assignments_at_least: number
  raised_assignments: number
  employees: number
  positions: number
  coverage_pct_before: DecimalText
  coverage_pct_after: DecimalText
  surplus_hours: DecimalText
  over_contract_hours: DecimalText
  sentence: string
}

export type PlanLine = {
  employee: Uuid
  employee_name: string
  position_id: Uuid
  position_title: string
  org_unit_id: Uuid
  org_unit_name: string
  assignment: Uuid | null
  current_hours: DecimalText
  effective_hours: DecimalText
  balance_after: DecimalText
  violations: { blocking: Violation[]; warnings: Violation[]; info: Violation[] }
  reason: string
  kind: 'CREATE' | 'RAISE'
  added_hours: DecimalText
  lacking_hours_after: DecimalText
}

export type Shortage = {
  short_hours: DecimalText
  short_fte: DecimalText
  lacking_hours: DecimalText
  free_hours: DecimalText
  tag_sets: Array<{
    tags: string[]
    position_count: number
    lacking_hours: DecimalText
    short_alone_hours: DecimalText
  }>
  positions: Array<{ position_id: Uuid; title: string; org_unit_name: string; lacking_hours: DecimalText }>
  position_count: number
  holders: {
    active: number
    on_leave: number
    other: number
    contract_hours: DecimalText
    assigned_hours: DecimalText
    left_below_minimum_hours: DecimalText
  }
  cause: 'NOBODY_HOLDS' | 'NO_HOURS_LEFT' | 'NOT_ENOUGH_HOURS'
  sentence: string
  remedies: Array<{
    kind: 'CERTIFY' | 'RETURN' | 'OVERTIME' | 'HIRE' | 'SMALLER_MINIMUM'
    tag: Uuid | null
    tag_name: string | null
    employees: Array<{ id: Uuid; name: string }>
    closes_hours: DecimalText
    sentence: string
  }>
}

export type Plan = {
  fingerprint: string
  reference_date: DateText
  computed_at: Instant
  summary: PlanSummary
  certificate: {
    lacking_hours: DecimalText
    short_positions: number
    short_positions_lacking_hours: DecimalText
    people: number
    people_free_hours: DecimalText
    maximum_hours: DecimalText
    sentence: string
  }
  lines: PlanLine[]
  shortages: Shortage[]
}

export type PlanningApplyPlanInput = {
  lines: Array<{
    employee: Uuid
    position_id: Uuid
    assignment: Uuid | null
    current_hours: DecimalText
    effective_hours: DecimalText
  }>
  fingerprint?: string | undefined
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  demand?: 'BOOKED' | 'SECURE' | undefined
  effective_date?: DateText | undefined
  notes?: string | undefined
  on_conflict?: 'REFUSE' | 'SKIP' | undefined
}

export type AppliedPlan = {
  applied: Array<{ index: number; kind: 'CREATE' | 'RAISE'; assignment: Uuid; effective_hours: DecimalText }>
  skipped: Array<{ index: number; messages: Record<string, string[]> }>
  covered_hours: DecimalText
  coverage_pct_before: DecimalText
  coverage_pct_after: DecimalText
}

export type PlanningRebalanceInput = {
  org_unit_id?: Uuid | undefined
  reference_date?: DateText | undefined
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP' | undefined
  minimum_hours?: DecimalText | undefined
  exclude_employees?: Uuid[] | undefined
  exclude_positions?: Uuid[] | undefined
}

export type RebalanceChange = {
  employee: Uuid
  employee_name: string
  position_id: Uuid
  position_title: string
  org_unit_id: Uuid
  org_unit_name: string
  assignment: Uuid | null
  current_hours: DecimalText
  effective_hours: DecimalText
  balance_after: DecimalText
  violations: { blocking: Violation[]; warnings: Violation[]; info: Violation[] }
  reason: string
  kind: 'LOWER' | 'END' | 'RAISE' | 'CREATE'
  changed_hours: DecimalText
}

export type Rebalance = {
  fingerprint: string
  reference_date: DateText
  computed_at: Instant
  summary: {
    lacking_hours: DecimalText
    over_contract_hours: DecimalText
    surplus_hours: DecimalText
    covered_hours: DecimalText
    relieved_hours: DecimalText
    maximum_hours: DecimalText
    is_maximum: boolean
    changes: number
    changes_at_least: number | null
    sentence: string
  }
  certificate: {
    missed_hours: DecimalText
    short_positions: number
    short_people: number
    short_hours: DecimalText
    people_free_hours: DecimalText
    surplus_hours: DecimalText
    elsewhere_hours: DecimalText
    maximum_hours: DecimalText
    sentence: string
  }
  changes: RebalanceChange[]
}

export type PlanningForecastInput = {
  weeks?: number | undefined
  org_unit_id?: Uuid | undefined
  by?: 'UNIT' | undefined
}

export type ForecastWeek = {
  week: string
  start_date: DateText
  end_date: DateText
  reference_date: DateText
  required_hours: DecimalText
  booked_hours: DecimalText
  secure_hours: DecimalText
  at_risk: {
    away_hours: DecimalText
    missing_tags_hours: DecimalText
    not_started_hours: DecimalText
    over_contract_hours: DecimalText
  }
  contract_hours: DecimalText
  coverage_pct: DecimalText
  secure_coverage_pct: DecimalText
  secure_states: { vacant: number; partial: number; covered: number; over_covered: number }
  by_unit?: Array<{
    org_unit_id: Uuid
    org_unit_name: string
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    at_risk: {
      away_hours: DecimalText
      missing_tags_hours: DecimalText
      not_started_hours: DecimalText
      over_contract_hours: DecimalText
    }
    contract_hours: DecimalText
    coverage_pct: DecimalText
    secure_coverage_pct: DecimalText
    secure_states: { vacant: number; partial: number; covered: number; over_covered: number }
  }>
}

export type Forecast = { computed_at: Instant; weeks: ForecastWeek[]; cliff_count: number }

export type PlanningCliffsInput = {
  page?: number | undefined
  page_size?: number | undefined
  weeks?: number | undefined
  org_unit_id?: Uuid | undefined
  cause?: 'CONTRACT_ENDS' | 'CERTIFICATE_ENDS' | 'REDUCTION_BEGINS' | 'OTHER' | undefined
  employee?: Uuid | undefined
  direction?: 'LOSS' | 'GAIN' | undefined
  week?: string | undefined
  date_from?: DateText | undefined
  date_to?: DateText | undefined
}

export type Cliff = {
  date: DateText
  week: string
  cause: 'CONTRACT_ENDS' | 'CERTIFICATE_ENDS' | 'REDUCTION_BEGINS' | 'OTHER'
  direction: 'LOSS' | 'GAIN'
  employee: Uuid
  employee_name: string
  employee_tag: Uuid | null
  tag_name: string | null
  hours: DecimalText
  positions: Array<{ position_id: Uuid; title: string; org_unit_name: string; hours: DecimalText }>
  sentence: string
}

export type EmployeeForecast = {
  computed_at: Instant
  weeks: Array<{
    week: string
    reference_date: DateText
    employee_id: Uuid
    period: { start_date: DateText; end_date: DateText }
    pool: { base_hours: DecimalText; adjustment_delta: DecimalText; effective_hours: DecimalText }
    consumption: { assigned_hours: DecimalText; assignment_count: number }
    balance: DecimalText
    state: BalanceState
    computed_at: Instant
    tags: string[]
    error: 'NO_ACTIVE_TAGS' | null
    secure_hours: DecimalText
    missing_tags_by_assignment: Array<{
      assignment: Uuid
      position_id: Uuid
      position_title: string
      missing_tags: string[]
    }>
  }>
  cliffs: Cliff[]
}

export type PlanningScenarioInput = {
  changes: Array<
    | { kind: 'LEAVE'; employee: string; start_date?: DateText | null; end_date?: DateText | null }
    | { kind: 'RETURN'; employee: string; start_date?: DateText | null }
    | { kind: 'TERMINATION'; employee: string }
    | { kind: 'HIRE'; tags: Uuid[]; start_date?: DateText | null }
    | { kind: 'TAG_REVOKED'; employee_tag: Uuid }
    | { kind: 'TAG_EXTENDED'; employee_tag: Uuid; end_date: DateText | null }
    | {
        kind: 'TAG_GRANTED'
        employee: string
        tag: Uuid
        start_date?: DateText | null
        end_date?: DateText | null
      }
    | {
        kind: 'POSITION_ADDED'
        org_unit_id: Uuid
        title: string
        required_weekly_hours: DecimalText
        tags?: Uuid[]
      }
    | {
        kind: 'POSITION_CHANGED'
        position_id: string
        required_weekly_hours?: DecimalText
        org_unit_id?: Uuid
        add_tags?: Uuid[]
        remove_tags?: Uuid[]
      }
    | { kind: 'POSITION_CLOSED'; position_id: string }
    | { kind: 'ASSIGNMENT_ADDED'; employee: string; position_id: string; effective_hours: DecimalText }
    | { kind: 'ASSIGNMENT_CHANGED'; assignment: string; effective_hours: DecimalText }
    | { kind: 'ASSIGNMENT_ENDED'; assignment: string }
    | { kind: 'CAP_CHANGED'; max_weekly_hours: DecimalText | null }
    | {
        kind: 'RULE_CHANGED'
        code: RuleCode
        severity?: Severity
        threshold?: DecimalText | null
        enabled?: boolean
      }
  >
  reference_date?: DateText | undefined
  weeks?: number | undefined
  replan?: boolean | undefined
}

export type ScenarioUnit = {
  org_unit_id: Uuid
  org_unit_name: string
  before: {
    position_count: number
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    coverage_pct: DecimalText
    secure_coverage_pct: DecimalText
  } | null
  after: {
    position_count: number
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    coverage_pct: DecimalText
    secure_coverage_pct: DecimalText
  } | null
}

export type ScenarioPosition = {
  position_id: string
  position_title: string
  before: {
    org_unit_id: Uuid
    org_unit_name: string
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    coverage_state: CoverageState
    secure_coverage_state: CoverageState
  } | null
  after: {
    org_unit_id: Uuid
    org_unit_name: string
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    coverage_state: CoverageState
    secure_coverage_state: CoverageState
  } | null
}

export type ScenarioBalance = {
  employee: string
  employee_name: string
  before: {
    pool_hours: DecimalText
    assigned_hours: DecimalText
    balance: DecimalText
    state: BalanceState
  } | null
  after: {
    pool_hours: DecimalText
    assigned_hours: DecimalText
    balance: DecimalText
    state: BalanceState
  } | null
}

export type AssignmentViolation = {
  assignment: string
  employee: string
  employee_name: string
  position_id: string
  rule_code: RuleCode
  severity: Severity
  message: string
}

export type ScenarioShortage = {
  short_hours: DecimalText
  short_fte: DecimalText
  lacking_hours: DecimalText
  free_hours: DecimalText
  tag_sets: Array<{
    tags: string[]
    position_count: number
    lacking_hours: DecimalText
    short_alone_hours: DecimalText
  }>
  positions: Array<{ position_id: string; title: string; org_unit_name: string; lacking_hours: DecimalText }>
  position_count: number
  holders: {
    active: number
    on_leave: number
    other: number
    contract_hours: DecimalText
    assigned_hours: DecimalText
    left_below_minimum_hours: DecimalText
  }
  cause: 'NOBODY_HOLDS' | 'NO_HOURS_LEFT' | 'NOT_ENOUGH_HOURS'
  sentence: string
  remedies: Array<{
    kind: 'CERTIFY' | 'RETURN' | 'OVERTIME' | 'HIRE' | 'SMALLER_MINIMUM'
    tag: Uuid | null
    tag_name: string | null
    employees: Array<{ id: string; name: string }>
    closes_hours: DecimalText
    sentence: string
  }>
}

export type ScenarioResult = {
  computed_at: Instant
  reference_date: DateText
  sentence: string
  before: Array<{
    week: string
    start_date: DateText
    end_date: DateText
    reference_date: DateText
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    at_risk: {
      away_hours: DecimalText
      missing_tags_hours: DecimalText
      not_started_hours: DecimalText
      over_contract_hours: DecimalText
    }
    contract_hours: DecimalText
    coverage_pct: DecimalText
    secure_coverage_pct: DecimalText
    secure_states: { vacant: number; partial: number; covered: number; over_covered: number }
  }>
  after: Array<{
    week: string
    start_date: DateText
    end_date: DateText
    reference_date: DateText
    required_hours: DecimalText
    booked_hours: DecimalText
    secure_hours: DecimalText
    at_risk: {
      away_hours: DecimalText
      missing_tags_hours: DecimalText
      not_started_hours: DecimalText
      over_contract_hours: DecimalText
    }
    contract_hours: DecimalText
    coverage_pct: DecimalText
    secure_coverage_pct: DecimalText
    secure_states: { vacant: number; partial: number; covered: number; over_covered: number }
  }>
  compared_week: string
  units: ScenarioUnit[]
  positions: ScenarioPosition[]
  balances: ScenarioBalance[]
  violations: {
    new_count: number
    new: AssignmentViolation[]
    resolved_count: number
    resolved: AssignmentViolation[]
  }
  plan_before: { summary: PlanSummary; shortages: ScenarioShortage[] } | null
  plan_after: { summary: PlanSummary; shortages: ScenarioShortage[] } | null
}

export type Health = { status: 'healthy'; database: 'connected'; timestamp: Instant; version?: string }

export type User = {
  sub: Uuid
  email: string
  given_name: string
  family_name: string
  role: Role
  email_verified: boolean
  is_staff: boolean
}

export type PersonalData = {
  email: string
  given_name: string
  family_name: string
  role: Role
  date_joined: Instant
  last_login: Instant | null
}

export type OwnSession = {
  id: string
  started_at: Instant
  refreshed_at: Instant
  expires_at: Instant
  address: string
  user_agent: string
  is_current: boolean
}

/** Every procedure, by resource. */
export type Procedures = {
  employees: {
    /** List employees: `GET /api/v1/employees/` */
    list: Query<[input?: EmployeesListInput], Page<EmployeeRow>>
    /** Create an employee: `POST /api/v1/employees/` */
    create: Mutation<[input: EmployeesCreateInput], EmployeeDetail>
    /** Show an employee: `GET /api/v1/employees/{id}/` */
    get: Query<[input: { id: Uuid }], EmployeeDetail>
    /** Change an employee: `PATCH /api/v1/employees/{id}/` */
    update: Mutation<[input: EmployeesUpdateInput], EmployeeDetail>
    /** Activate an employee: `POST /api/v1/employees/{id}/activate/` */
    activate: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Propose an assignment or a transfer: `POST /api/v1/employees/{id}/propose/` */
    propose: Mutation<[input: EmployeesProposeInput], EmployeeDetail>
    /** Accept the proposal: `POST /api/v1/employees/{id}/accept-proposal/` */
    accept_proposal: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Reject the proposal: `POST /api/v1/employees/{id}/reject-proposal/` */
    reject_proposal: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Cancel the proposal: `POST /api/v1/employees/{id}/cancel-proposal/` */
    cancel_proposal: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Accept the proposal on the employee’s behalf: `POST /api/v1/employees/{id}/force-accept-proposal/` */
    force_accept_proposal: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Go on leave: `POST /api/v1/employees/{id}/go-on-leave/` */
    go_on_leave: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Return from leave: `POST /api/v1/employees/{id}/return-from-leave/` */
    return_from_leave: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Deactivate an employee: `POST /api/v1/employees/{id}/deactivate/` */
    deactivate: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Reactivate an employee: `POST /api/v1/employees/{id}/reactivate/` */
    reactivate: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Terminate an employee: `POST /api/v1/employees/{id}/terminate/` */
    terminate: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** Rehire an employee: `POST /api/v1/employees/{id}/rehire/` */
    rehire: Mutation<[input: { id: Uuid; reason?: string | undefined }], EmployeeDetail>
    /** List an employee’s transitions: `GET /api/v1/employees/{id}/transitions/` */
    transitions: Query<[input: EmployeesTransitionsInput], Page<OwnTransition>>
    /** List the transitions that the employee’s status allows: `GET /api/v1/employees/{id}/available-transitions/` */
    available_transitions: Query<
      [input: { id: Uuid }],
      { status: EmployeeStatus; transitions: EmployeeTransition[] }
    >
  }
  transitions: {
    /** List the transitions of all employees and assignments: `GET /api/v1/transitions/` */
    list: Query<[input?: TransitionsListInput], Page<Transition>>
    /** Show one transition: `GET /api/v1/transitions/{id}/` */
    get: Query<[input: { id: number }], Transition>
  }
  tag_change_logs: {
    /** List the changes of employee tags: `GET /api/v1/tag-change-logs/` */
    list: Query<[input?: TagChangeLogsListInput], Page<TagChange>>
    /** Show one change of an employee tag: `GET /api/v1/tag-change-logs/{id}/` */
    get: Query<[input: { id: number }], TagChange>
  }
  tags: {
    /** List the tag catalogue: `GET /api/v1/tags/` */
    list: Query<[input?: TagsListInput], Page<Tag>>
    /** Create a tag: `POST /api/v1/tags/` */
    create: Mutation<[input: TagsCreateInput], Tag>
    /** Show a tag: `GET /api/v1/tags/{id}/` */
    get: Query<[input: { id: Uuid }], Tag>
    /** Change a tag: `PATCH /api/v1/tags/{id}/` */
    update: Mutation<[input: TagsUpdateInput], Tag>
    /** Delete a tag: `DELETE /api/v1/tags/{id}/` */
    delete: Mutation<[input: { id: Uuid }], void>
  }
  employee_tags: {
    /** List the tags that employees hold: `GET /api/v1/employee-tags/` */
    list: Query<[input?: EmployeeTagsListInput], Page<EmployeeTag>>
    /** Give an employee a tag: `POST /api/v1/employee-tags/` */
    create: Mutation<[input: EmployeeTagsCreateInput], EmployeeTag>
    /** Show an employee tag: `GET /api/v1/employee-tags/{id}/` */
    get: Query<[input: { id: Uuid }], EmployeeTag>
    /** Change an employee tag: `PATCH /api/v1/employee-tags/{id}/` */
    update: Mutation<[input: EmployeeTagsUpdateInput], EmployeeTag>
    /** Revoke an employee tag: `DELETE /api/v1/employee-tags/{id}/` */
    delete: Mutation<[input: { id: Uuid }], void>
  }
  position_tags: {
    /** List the tags that positions require: `GET /api/v1/position-tags/` */
    list: Query<[input?: PositionTagsListInput], Page<PositionTag>>
    /** Require a tag for a position: `POST /api/v1/position-tags/` */
    create: Mutation<[input: PositionTagsCreateInput], PositionTag>
    /** Show a position tag: `GET /api/v1/position-tags/{id}/` */
    get: Query<[input: { id: Uuid }], PositionTag>
    /** Change whether a required tag is mandatory: `PATCH /api/v1/position-tags/{id}/` */
    update: Mutation<[input: PositionTagsUpdateInput], PositionTag>
    /** Stop requiring a tag: `DELETE /api/v1/position-tags/{id}/` */
    delete: Mutation<[input: { id: Uuid }], void>
  }
  org_units: {
    /** List org units: `GET /api/v1/org-units/` */
    list: Query<[input?: OrgUnitsListInput], Page<OrgUnitRow>>
    /** Create an org unit: `POST /api/v1/org-units/` */
    create: Mutation<[input: OrgUnitsCreateInput], OrgUnitDetail>
    /** Show an org unit: `GET /api/v1/org-units/{id}/` */
    get: Query<[input: { id: Uuid }], OrgUnitDetail>
    /** Change or move an org unit: `PATCH /api/v1/org-units/{id}/` */
    update: Mutation<[input: OrgUnitsUpdateInput], OrgUnitDetail>
    /** Deactivate an org unit: `DELETE /api/v1/org-units/{id}/` */
    delete: Mutation<[input: { id: Uuid }], void>
  }
  positions: {
    /** List positions with their coverage: `GET /api/v1/demand/` */
    list: Query<[input?: PositionsListInput], Page<PositionRow>>
    /** Create a position: `POST /api/v1/demand/` */
    create: Mutation<[input: PositionsCreateInput], PositionRow>
    /** Show a position with its active assignments: `GET /api/v1/demand/{id}/` */
    get: Query<[input: { id: Uuid; eligible_for_employee?: Uuid | undefined }], PositionDetail>
    /** Change a position: `PATCH /api/v1/demand/{id}/` */
    update: Mutation<[input: PositionsUpdateInput], PositionDetail>
    /** Deactivate a position: `DELETE /api/v1/demand/{id}/` */
    delete: Mutation<[input: { id: Uuid }], void>
    /** Copy a position with its required tags: `POST /api/v1/demand/{id}/duplicate/` */
    duplicate: Mutation<[input: PositionsDuplicateInput], PositionRow>
    /** Summarise the coverage of all active positions: `GET /api/v1/demand/coverage-summary/` */
    coverage_summary: Query<[input?: undefined], CoverageSummary>
  }
  assignments: {
    /** List assignments: `GET /api/v1/assignments/` */
    list: Query<[input?: AssignmentsListInput], Page<AssignmentRow>>
    /** Assign an employee to a position: `POST /api/v1/assignments/` */
    create: Mutation<[input: AssignmentsCreateInput], AssignmentDetail>
    /** Show an assignment: `GET /api/v1/assignments/{id}/` */
    get: Query<[input: { id: Uuid }], AssignmentDetail>
    /** Change an assignment: `PATCH /api/v1/assignments/{id}/` */
    update: Mutation<[input: AssignmentsUpdateInput], AssignmentDetail>
    /** Suspend an assignment: `POST /api/v1/assignments/{id}/suspend/` */
    suspend: Mutation<[input: { id: Uuid; reason?: string | undefined }], AssignmentDetail>
    /** Resume an assignment: `POST /api/v1/assignments/{id}/resume/` */
    resume: Mutation<[input: { id: Uuid; reason?: string | undefined }], AssignmentDetail>
    /** End an assignment: `POST /api/v1/assignments/{id}/end/` */
    end: Mutation<[input: AssignmentsEndInput], AssignmentDetail>
    /** List the transitions that the assignment’s status allows: `GET /api/v1/assignments/{id}/available-transitions/` */
    available_transitions: Query<
      [input: { id: Uuid }],
      { status: AssignmentStatus; transitions: AssignmentTransition[] }
    >
    /** List an assignment’s transitions: `GET /api/v1/assignments/{id}/transitions/` */
    transitions: Query<[input: AssignmentsTransitionsInput], Page<OwnTransition>>
    /** Check an assignment without creating it: `POST /api/v1/assignments/preview/` */
    preview: Mutation<[input: AssignmentsPreviewInput], AssignmentPreview>
  }
  hours: {
    /** Show an employee’s hours balance: `GET /api/v1/offer/employees/{employee_id}/balance/` */
    balance: Query<[input: { employee_id: Uuid; reference_date?: DateText | undefined }], HoursBalance>
    /** Show the hours balances of up to 500 employees: `POST /api/v1/offer/employees/batch-balance/` */
    batch_balance: Mutation<
      [input: { employee_ids: Uuid[]; reference_date?: DateText | undefined }],
      HoursBalance[]
    >
    /** Show what an employee’s balance would be with more hours assigned: `POST /api/v1/offer/employees/{employee_id}/simulate/` */
    simulate: Mutation<[input: HoursSimulateInput], HoursSimulation>
  }
  business_rules: {
    /** List the business rules: `GET /api/v1/business-rules/` */
    list: Query<[input?: undefined], BusinessRule[]>
    /** Show a business rule: `GET /api/v1/business-rules/{id}/` */
    get: Query<[input: { id: Uuid }], BusinessRule>
  }
  planning: {
    /** List who could cover a position, the best first: `GET /planning/v1/positions/{position_id}/candidates/` */
    candidates: Query<[input: PlanningCandidatesInput], Page<Candidate>>
    /** List the positions that lack hours and that an employee could cover, the best first: `GET /planning/v1/employees/{employee_id}/openings/` */
    openings: Query<[input: PlanningOpeningsInput], Page<Opening>>
    /** Plan who covers the hours that positions lack: `POST /planning/v1/plans/` */
    solve: Mutation<[input?: PlanningSolveInput], Plan>
    /** Apply lines of a plan: `POST /planning/v1/plans/apply/` */
    apply_plan: Mutation<[input: PlanningApplyPlanInput], AppliedPlan>
    /** Propose changes that move hours from where there are too many to where they are missing: `POST /planning/v1/rebalances/` */
    rebalance: Mutation<[input?: PlanningRebalanceInput], Rebalance>
    /** Show required, booked and secure hours of the coming weeks: `GET /planning/v1/forecast/` */
    forecast: Query<[input?: PlanningForecastInput], Forecast>
    /** List who loses secure hours in the coming weeks, when and why: `GET /planning/v1/forecast/cliffs/` */
    cliffs: Query<[input?: PlanningCliffsInput], Page<Cliff>>
    /** Show an employee’s hours balances in the coming weeks, and what changes when: `GET /planning/v1/employees/{employee_id}/forecast/` */
    employee_forecast: Query<[input: { employee_id: Uuid; weeks?: number | undefined }], EmployeeForecast>
    /** Show what changes would do, without making them: `POST /planning/v1/scenarios/` */
    scenario: Mutation<[input: PlanningScenarioInput], ScenarioResult>
  }
  health: {
    /** Check that the service and its database work: `GET /api/health/` */
    check: Query<[input?: undefined], Health>
  }
  auth: {
    /** Sign in: `POST /api/v1/auth/login/` */
    login: Mutation<[input: { email: string; password: string }], { user: User }>
    /** Sign out: `POST /api/v1/auth/logout/` */
    logout: Mutation<[input?: undefined], void>
    /** Show the signed-in user: `GET /api/v1/auth/me/` */
    me: Query<[input?: undefined], User>
    /** Deactivate your own account: `POST /api/v1/auth/me/deactivate/` */
    deactivate: Mutation<[input?: undefined], void>
    /** Download your own personal data: `GET /api/v1/auth/me/export/` */
    export: Query<[input?: undefined], PersonalData>
  }
  account: {
    /** Change your own password, which ends all your other sessions: over tRPC only */
    change_password: Mutation<[input: { current_password: string; new_password: string }], void>
    /** Your own open sessions, most recently used first: over tRPC only */
    sessions: Query<[input?: undefined], OwnSession[]>
    /** End one of your own sessions: over tRPC only */
    end_session: Mutation<[input: { id: string; current_password: string }], void>
  }
}

/** Every list, row by row through all its pages. */
export type Pages = {
  employees: Rows<[input?: Omit<EmployeesListInput, 'page'>], EmployeeRow>
  employee_transitions: Rows<[input: Omit<EmployeesTransitionsInput, 'page'>], OwnTransition>
  transitions: Rows<[input?: Omit<TransitionsListInput, 'page'>], Transition>
  tag_change_logs: Rows<[input?: Omit<TagChangeLogsListInput, 'page'>], TagChange>
  tags: Rows<[input?: Omit<TagsListInput, 'page'>], Tag>
  employee_tags: Rows<[input?: Omit<EmployeeTagsListInput, 'page'>], EmployeeTag>
  position_tags: Rows<[input?: Omit<PositionTagsListInput, 'page'>], PositionTag>
  org_units: Rows<[input?: Omit<OrgUnitsListInput, 'page'>], OrgUnitRow>
  positions: Rows<[input?: Omit<PositionsListInput, 'page'>], PositionRow>
  assignments: Rows<[input?: Omit<AssignmentsListInput, 'page'>], AssignmentRow>
  assignment_transitions: Rows<[input: Omit<AssignmentsTransitionsInput, 'page'>], OwnTransition>
  business_rules: Rows<[input?: undefined], BusinessRule>
  planning_candidates: Rows<[input: Omit<PlanningCandidatesInput, 'page'>], Candidate>
  planning_openings: Rows<[input: Omit<PlanningOpeningsInput, 'page'>], Opening>
  planning_cliffs: Rows<[input?: Omit<PlanningCliffsInput, 'page'>], Cliff>
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
    query: ['candidates', 'openings', 'forecast', 'cliffs', 'employee_forecast'],
    mutation: ['solve', 'apply_plan', 'rebalance', 'scenario'],
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
}
