import { appRouter } from '../app-router.ts'
import { mergeRouters, router } from '../gate/procedure.ts'
import { machinesRouter } from './accounts/machines.ts'
import { userQueriesRouter } from './accounts/user-queries.ts'
import { userChangesRouter } from './accounts/users.ts'
import { auditRouter } from './audit.ts'
import { find } from './find.ts'
import { overviewRouter } from './overview.ts'
import { peopleRouter } from './people.ts'
import { systemRouter } from './system.ts'
import { activityRouter } from './throttles/activity.ts'
import { oneKeyRouter } from './throttles/one-key.ts'
import { throttlesRouter } from './throttles/throttles.ts'
import { webhooksRouter } from './webhooks.ts'
import { coverageRouter } from './work/coverage.ts'
import { positionsRouter } from './work/positions.ts'
import { rulesRouter } from './work/rules.ts'
import { unitsRouter } from './work/units.ts'

const operatorRouter = router({
  find,
  overview: overviewRouter,
  throttles: mergeRouters(activityRouter, throttlesRouter, oneKeyRouter),
  coverage: coverageRouter,
  people: peopleRouter,
  machines: machinesRouter,
  webhooks: webhooksRouter,
  users: mergeRouters(userQueriesRouter, userChangesRouter),
  positions: positionsRouter,
  rules: rulesRouter,
  units: unitsRouter,
  audit: auditRouter,
  system: systemRouter,
})

/** Served under `/trpc` on the ops port: the ordinary procedures and those of operators. */
export const consoleRouter = mergeRouters(appRouter, router({ operator: operatorRouter }))
export type ConsoleRouter = typeof consoleRouter
