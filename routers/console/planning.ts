import { reason, recorded } from '../endpoints/operator-change.ts'
import { operatorChange, router } from '../gate/procedure.ts'
import { AppliedPlan, applyIn, PlanToApply, subjectsOf } from '../planning/apply.ts'

export const planningRouter = router({
  /** Like `planning.apply_plan`, with an entry in the operators' log. */
  apply_plan: operatorChange
    .meta({ takesList: true, throttle: 'planning' })
    .input(PlanToApply.extend({ reason: reason() }))
    .output(AppliedPlan)
    .mutation(({ ctx, input: { reason, ...plan } }) =>
      recorded(
        ctx,
        async (em, record) => {
          const answer = await applyIn(em, ctx, plan)
          const { application, applied, covered_hours } = answer
          const details = {
            application,
            covered_hours,
            assignments: applied.map(({ assignment }) => assignment),
          }
          const target = `${applied.length} ${applied.length === 1 ? 'assignment' : 'assignments'}`
          await record({ action: 'planning.apply', target, details, reason })
          return answer
        },
        subjectsOf(plan),
      ),
    ),
})
