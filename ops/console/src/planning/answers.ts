import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../routers/operator/router.ts'
import { type Answers, api } from '../api.ts'

// The answers of planning, by the names that these pages use.

type Planning = Answers['planning']

export type Forecast = Planning['forecast']
export type Week = Forecast['weeks'][number]
export type Cliff = Planning['cliffs']['results'][number]
export type EmployeeForecast = Planning['employee_forecast']
export type PersonWeek = EmployeeForecast['weeks'][number]
export type Candidate = Planning['candidates']['results'][number]
export type Opening = Planning['openings']['results'][number]
/** What candidates and openings have in common. */
export type Suggested = Pick<Candidate, keyof Candidate & keyof Opening>
export type Violations = Candidate['violations']
export type Plan = Planning['solve']
export type PlanLine = Plan['lines'][number]
export type Shortage = Plan['shortages'][number]
export type Remedy = Shortage['remedies'][number]

type Inputs = inferRouterInputs<ConsoleRouter>['planning']
export type PlanInput = Inputs['solve']

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

type Mutation<I, O> = { mutate: (input: I, options?: { signal: AbortSignal }) => Promise<O> }
export const planning = (api as unknown as { planning: { scenario: Mutation<ScenarioInput, Scenario> } })
  .planning
