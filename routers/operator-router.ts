import { mergeRouters, router } from '../server/trpc.ts'
import { appRouter } from './app-router.ts'
import { authRouter, refreshRouter } from './auth.ts'
import { auditRouter } from './operator/audit.ts'
import { coverageRouter } from './operator/coverage.ts'
import { peopleRouter } from './operator/people.ts'
import { rulesRouter } from './operator/rules.ts'
import { systemRouter } from './operator/system.ts'
import { throttlesRouter } from './operator/throttles.ts'
import { unitsRouter } from './operator/units.ts'
import { usersRouter } from './operator/users.ts'

const operatorRouter = router({
  throttles: throttlesRouter,
  coverage: coverageRouter,
  people: peopleRouter,
  users: usersRouter,
  rules: rulesRouter,
  units: unitsRouter,
  audit: auditRouter,
  system: systemRouter,
})

/** What the operators' listener serves under `/trpc`: the ordinary procedures, and those of operators. */
export const consoleRouter = mergeRouters(appRouter, router({ operator: operatorRouter }))
export type ConsoleRouter = typeof consoleRouter

/** What the operators' listener serves over REST: signing in, staying so, and signing out. */
export const consoleRestRouter = router({ auth: mergeRouters(authRouter, refreshRouter) })
