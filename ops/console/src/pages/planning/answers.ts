import type { inferRouterInputs } from '@trpc/server'
import type { ConsoleRouter } from '../../../../../routers/console/router.ts'
import type { Answers } from '../../live/api.ts'

// Types of the answers of planning, under the names that these pages use.

type Planning = Answers['planning']

export type Forecast = Planning['forecast']
export type Week = Forecast['weeks'][number]
export type Cliff = Planning['cliffs']['results'][number]
export type EmployeeForecast = Planning['employee_forecast']
export type EmployeeWeek = EmployeeForecast['weeks'][number]
export type Candidate = Planning['candidates']['results'][number]
export type Opening = Planning['openings']['results'][number]
/** What candidates and openings have in common. */
export type Suggested = Pick<Candidate, keyof Candidate & keyof Opening>
export type Violations = Candidate['violations']
export type Plan = Planning['solve']
export type PlanLine = Plan['lines'][number]
export type Rebalance = Planning['rebalance']
export type RebalanceChange = Rebalance['changes'][number]
export type Shortage = Plan['shortages'][number]
export type Scenario = Planning['scenario']
export type Renewal = Planning['renewals']['results'][number]
export type Training = Planning['training']
export type SinglePoint = Planning['single_points']['results'][number]
export type DraftRow = Planning['drafts']['results'][number]
export type Draft = Planning['draft']
export type Application = Planning['applications']['results'][number]
export type KeptScenario = Planning['kept_scenarios']['results'][number]
export type Remedy = Shortage['remedies'][number]

type Inputs = inferRouterInputs<ConsoleRouter>['planning']
export type PlanInput = Inputs['solve']
export type ScenarioInput = Inputs['scenario']
