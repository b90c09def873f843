import { appRouter } from '../app-router.ts'
import { authRouter, refreshRouter } from '../auth.ts'
import { mergeRouters, router } from '../gate/procedure.ts'
import { auditRouter } from './audit.ts'
import { coverageRouter } from './coverage.ts'
import { peopleRouter } from './people.ts'
import { rulesRouter } from './rules.ts'
import { systemRouter } from './system.ts'
import { throttlesRouter } from './throttles.ts'
import { unitsRouter } from './units.ts'
import { usersRouter } from './users.ts'

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
