import { drift, keptPlan } from './applied/drift.ts'
import { establishment } from './establishment/establishment.ts'
import { night } from './establishment/night.ts'
import type { ClinicFacts } from './facts/clinic-facts.ts'
import { board } from './forecast/board.ts'
import { cliffs } from './forecast/cliffs.ts'
import { employeeForecast } from './forecast/employee-forecast.ts'
import { forecast } from './forecast/forecast.ts'
import { planAnswer } from './plans/plan-answer.ts'
import { renewals } from './qualifications/renewals.ts'
import { singlePoints } from './qualifications/single-points.ts'
import { training } from './qualifications/training.ts'
import { rebalanceAnswer } from './rebalance/rebalance-answer.ts'
import { comparedScenarios, scenario } from './scenario/scenario.ts'
import { candidates, openings } from './suggestions/suggestions.ts'

// What the planner's thread computes: pure functions of the clinic's facts and of an input that can be cloned.

type Task = (facts: ClinicFacts, input: never) => unknown

export const tasks = {
  candidates,
  openings,
  plan: planAnswer,
  drift,
  kept_plan: keptPlan,
  rebalance: rebalanceAnswer,
  forecast,
  cliffs,
  board,
  employee_forecast: employeeForecast,
  scenario,
  compared_scenarios: comparedScenarios,
  renewals,
  training,
  single_points: singlePoints,
  establishment,
  night,
} satisfies Record<string, Task>

export type Tasks = typeof tasks
export type TaskName = keyof Tasks & string
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[1]
export type TaskResult<Name extends TaskName> = ReturnType<Tasks[Name]>
