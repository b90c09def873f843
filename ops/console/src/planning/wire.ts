import { api } from '../api.ts'

type Page<Row> = { count: number; next: string | null; results: Row[] }
type Query<I, O> = { query: (input: I, options?: { signal: AbortSignal }) => Promise<O> }
type Mutation<I, O> = { mutate: (input: I, options?: { signal: AbortSignal }) => Promise<O> }

type Violation = { rule_code: string; message: string; missing_tags?: string[] | undefined }
export type Violations = { blocking: Violation[]; warnings: Violation[]; info: Violation[] }

export type Week = {
  week: string
  start_date: string
  end_date: string
  reference_date: string
  required_hours: string
  booked_hours: string
  secure_hours: string
  at_risk: {
    away_hours: string
    missing_tags_hours: string
    over_contract_hours: string
    not_started_hours: string
  }
  contract_hours: string
  coverage_pct: string
  secure_coverage_pct: string
  secure_states: { vacant: number; partial: number; covered: number; over_covered: number }
}
export type Forecast = { computed_at: string; weeks: Week[]; cliff_count: number }

export const causes = ['CONTRACT_ENDS', 'CERTIFICATE_ENDS', 'REDUCTION_BEGINS', 'OTHER'] as const
export type Cliff = {
  date: string
  week: string
  cause: (typeof causes)[number]
  direction: 'LOSS' | 'GAIN'
  employee: string
  employee_name: string
  employee_tag: string | null
  tag_name: string | null
  hours: string
  positions: { position_id: string; title: string; org_unit_name: string; hours: string }[]
  sentence: string
}

export type PersonWeek = {
  week?: string
  period: { start_date: string; end_date: string }
  pool: { effective_hours: string }
  consumption: { assigned_hours: string }
  balance: string
  state: 'DEFICIT' | 'BALANCED' | 'SURPLUS'
  missing_tags_by_assignment: { assignment: string; title: string; missing_tags: string[] }[]
}
export type EmployeeForecast = { weeks: PersonWeek[]; cliffs: Cliff[] }

export type Suggested = {
  rank: number
  kind: 'CREATE' | 'RAISE'
  assignment: string | null
  current_hours: string
  effective_hours: string
  is_valid: boolean
  violations: Violations
  missing_tags: string[]
  pool_hours: string
  balance: string
  balance_after: string
  state_after: 'DEFICIT' | 'BALANCED' | 'SURPLUS'
  would_exceed_pool: boolean
  works_in_unit: boolean
  costs_elsewhere_hours: string | null
  reason: string
}
export type Candidate = Suggested & {
  employee: string
  employee_name: string
  employee_number: string
  status: 'ACTIVE' | 'ON_LEAVE'
}
export type Opening = Suggested & {
  position_id: string
  position_title: string
  org_unit_id: string
  org_unit_name: string
  lacking_hours: string
  coverage_state_after: 'VACANT' | 'PARTIAL' | 'COVERED' | 'OVER_COVERED'
}

export type PlanLine = {
  kind: 'CREATE' | 'RAISE'
  employee: string
  employee_name: string
  position_id: string
  position_title: string
  org_unit_id: string
  org_unit_name: string
  assignment: string | null
  current_hours: string
  added_hours: string
  effective_hours: string
  balance_after: string
  lacking_hours_after: string
  violations: Violations
  reason: string
}
export type Remedy = {
  kind: 'CERTIFY' | 'RETURN' | 'OVERTIME' | 'HIRE' | 'SMALLER_MINIMUM'
  tag: string | null
  tag_name: string
  employees: { id: string; name: string }[]
  closes_hours: string
  sentence: string
}
export type Shortage = {
  short_hours: string
  short_fte: string
  lacking_hours: string
  free_hours: string
  tag_sets: { tags: string[]; position_count: number; lacking_hours: string; short_alone_hours: string }[]
  positions: { position_id: string; title: string; org_unit_name: string; lacking_hours: string }[]
  position_count: number
  cause: string
  sentence: string
  remedies: Remedy[]
}
export type PlanInput = {
  org_unit_id?: string | undefined
  reference_date?: string | undefined
  hours_limit?: 'CONTRACT' | 'WEEKLY_CAP'
  demand?: 'BOOKED' | 'SECURE'
  minimum_hours?: string | undefined
  priorities?: string[]
  exclude_employees?: string[]
  exclude_positions?: string[]
  keep?: object[]
}
export type Plan = {
  fingerprint: string
  reference_date: string
  computed_at: string
  summary: {
    lacking_hours: string
    planned_hours: string
    maximum_hours: string
    maximum_hours_without_minimum: string
    is_maximum: boolean
    open_hours: string
    new_assignments: number
    new_assignments_at_least: number
    raised_assignments: number
    employees: number
    positions: number
    coverage_pct_before: string
    coverage_pct_after: string
    surplus_hours: string
    over_contract_hours: string
    sentence: string
  }
  certificate: {
    lacking_hours: string
    short_positions: number
    short_positions_lacking_hours: string
    people: number
    people_free_hours: string
    maximum_hours: string
    sentence: string
  }
  lines: PlanLine[]
  shortages: Shortage[]
}

export type ScenarioInput = {
  changes: object[]
  reference_date?: string | undefined
  weeks?: number
  replan?: boolean
}
type Found = {
  assignment: string
  employee: string
  employee_name: string
  position_id: string
  rule_code: string
  severity: 'BLOCKING' | 'WARNING' | 'INFO'
  message: string
}
type Hours = { required_hours: string; booked_hours: string; secure_hours: string }
type Balance = { pool_hours: string; assigned_hours: string; balance: string }
type Changed<Row> = { before: Row | null; after: Row | null }
export type Scenario = {
  sentence: string
  compared_week: string
  before: Week[]
  after: Week[]
  units: ({ org_unit_id: string; org_unit_name: string } & Changed<Hours>)[]
  positions: ({ position_id: string; position_title: string } & Changed<Hours & { org_unit_name: string }>)[]
  balances: ({ employee: string; employee_name: string } & Changed<Balance>)[]
  violations: { new_count: number; new: Found[]; resolved_count: number; resolved: Found[] }
  plan_before: Pick<Plan, 'summary' | 'shortages'> | null
  plan_after: Pick<Plan, 'summary' | 'shortages'> | null
}

type Paging = { page?: number; page_size?: number }

type PlanningApi = {
  forecast: Query<{ weeks?: number; org_unit_id?: string | undefined }, Forecast>
  cliffs: Query<
    {
      weeks?: number
      org_unit_id?: string | undefined
      cause?: (typeof causes)[number] | undefined
      date_from?: string | undefined
      date_to?: string | undefined
    } & Paging,
    Page<Cliff>
  >
  employee_forecast: Query<{ employee_id: string }, EmployeeForecast>
  candidates: Query<{ position_id: string; effective_hours?: string | undefined } & Paging, Page<Candidate>>
  openings: Query<{ employee_id: string } & Paging, Page<Opening>>
  solve: Mutation<PlanInput, Plan>
  scenario: Mutation<ScenarioInput, Scenario>
}

export const planning = (api as unknown as { planning: PlanningApi }).planning

type Applied = {
  applied: { index: number; kind: 'CREATE' | 'RAISE'; assignment: string; effective_hours: string }[]
  covered_hours: string
  coverage_pct_before: string
  coverage_pct_after: string
}
type ApplyInput = { lines: object[]; hours_limit: 'CONTRACT' | 'WEEKLY_CAP'; reason: string }

export const planningChanges = (
  api.operator as unknown as { planning: { apply: Mutation<ApplyInput, Applied> } }
).planning
