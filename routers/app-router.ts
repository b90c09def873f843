import { accountRouter } from './accounts/account.ts'
import { authRouter, refreshRouter } from './accounts/auth.ts'
import { mergeRouters, router } from './gate/procedure.ts'
import { healthRouter } from './health.ts'
import { exportsRouter } from './integration/exports.ts'
import { integrationRouter } from './integration/router.ts'
import { liveRouter } from './live.ts'
import { tagChangeLogsRouter } from './logs/tag-change-logs.ts'
import { transitionsRouter } from './logs/transitions.ts'
import { employeeTagsRouter } from './people/employee-tags.ts'
import { employeesRouter } from './people/employees.ts'
import { hoursRouter } from './people/hours.ts'
import { tagsRouter } from './people/tags.ts'
import { planningRouter } from './planning/router.ts'
import { storedPlanningRouter } from './planning/stored/router.ts'
import { assignmentsRouter } from './work/assignments.ts'
import { businessRulesRouter } from './work/business-rules.ts'
import { orgUnitsRouter } from './work/org-units.ts'
import { positionTagsRouter } from './work/position-tags.ts'
import { positionsRouter } from './work/positions.ts'

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
  planning: mergeRouters(planningRouter, storedPlanningRouter),
  integration: integrationRouter,
  health: healthRouter,
}

/** The procedures under `/trpc`, and the type of the typed client. */
export const appRouter = router({ ...resources, auth: authRouter, account: accountRouter, live: liveRouter })
export type AppRouter = typeof appRouter

/** The procedures over REST: those of the contract, including the token refresh, planning, and integration. */
export const restRouter = router({
  ...resources,
  auth: mergeRouters(authRouter, refreshRouter),
  integration: mergeRouters(integrationRouter, exportsRouter),
})
