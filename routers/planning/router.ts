import { router } from '../gate/procedure.ts'
import { candidates } from './candidates.ts'
import { cliffs, employee_forecast, forecast } from './forecast.ts'
import { openings } from './openings.ts'

export const planningRouter = router({ candidates, openings, forecast, cliffs, employee_forecast })
