import { appRouter } from '../app-router.ts'
import { mergeRouters, router } from '../gate/procedure.ts'
import { activityRouter } from './activity.ts'
import { auditRouter } from './audit.ts'
import { coverageRouter } from './coverage.ts'
import { find } from './find.ts'
import { oneKeyRouter } from './one-key.ts'
import { overviewRouter } from './overview.ts'
import { peopleRouter } from './people.ts'
import { planningRouter } from './planning.ts'
import { positionsRouter } from './positions.ts'
import { rulesRouter } from './rules.ts'
import { systemRouter } from './system.ts'
import { throttlesRouter } from './throttles.ts'
import { unitsRouter } from './units.ts'
import { userQueriesRouter } from './user-queries.ts'
import { userChangesRouter } from './users.ts'

const operatorRouter = router({
  find,
  overview: overviewRouter,
  throttles: mergeRouters(activityRouter, throttlesRouter, oneKeyRouter),
  coverage: coverageRouter,
  people: peopleRouter,
  users: mergeRouters(userQueriesRouter, userChangesRouter),
  positions: positionsRouter,
  rules: rulesRouter,
  units: unitsRouter,
  planning: planningRouter,
  audit: auditRouter,
  system: systemRouter,
})

/** Served under `/trpc` on the ops port: the ordinary procedures and those of operators. */
export const consoleRouter = mergeRouters(appRouter, router({ operator: operatorRouter }))
export type ConsoleRouter = typeof consoleRouter
