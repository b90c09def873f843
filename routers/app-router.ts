import { accountRouter } from './account.ts'
import { assignmentsRouter } from './assignments.ts'
import { authRouter, refreshRouter } from './auth.ts'
import { businessRulesRouter } from './business-rules.ts'
import { employeeTagsRouter } from './employee-tags.ts'
import { employeesRouter } from './employees.ts'
import { mergeRouters, router } from './gate/procedure.ts'
import { healthRouter } from './health.ts'
import { hoursRouter } from './hours.ts'
import { liveRouter } from './live.ts'
import { orgUnitsRouter } from './org-units.ts'
import { planningRouter } from './planning/router.ts'
import { positionTagsRouter } from './position-tags.ts'
import { positionsRouter } from './positions.ts'
import { tagChangeLogsRouter } from './tag-change-logs.ts'
import { tagsRouter } from './tags.ts'
import { transitionsRouter } from './transitions.ts'

const resources = {
  employees: employeesRouter,
  transitions: transitionsRouter,
  tag_change_logs: tagChangeLogsRouter,
  tags: tagsRouter,
  employee_tags: employeeTagsRouter,
  position_tags: positionTagsRouter,
  org_units: orgUnitsRouter,
  positions: positionsRouter,
  assignments: assignmentsRouter,
  hours: hoursRouter,
  business_rules: businessRulesRouter,
  planning: planningRouter,
  health: healthRouter,
}

/** The procedures under `/trpc`, and the type of the typed client. */
export const appRouter = router({ ...resources, auth: authRouter, account: accountRouter, live: liveRouter })
export type AppRouter = typeof appRouter

/** The procedures over REST: those of the contract, including the token refresh, and planning. */
export const restRouter = router({ ...resources, auth: mergeRouters(authRouter, refreshRouter) })
