import { router } from '../gate/procedure.ts'
import { apply_plan } from './apply.ts'
import { establishment, history } from './establishment.ts'
import { cliffs, employee_forecast, forecast } from './forecast.ts'
import { solve } from './plans.ts'
import { renewals, single_points, training } from './qualifications.ts'
import { rebalance } from './rebalances.ts'
import { scenario } from './scenarios.ts'
import { candidates, openings } from './suggestions.ts'

// `apply` itself is a reserved name in tRPC.
export const planningRouter = router({
  candidates,
  openings,
  solve,
  apply_plan,
  rebalance,
  forecast,
  cliffs,
  employee_forecast,
  scenario,
  renewals,
  training,
  single_points,
  establishment,
  history,
})
