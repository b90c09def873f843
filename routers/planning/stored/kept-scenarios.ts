import { z } from 'zod'
import { User } from '../../../entities/accounts/user.ts'
import { readLeftOut } from '../../../entities/clinic-snapshot.ts'
import {
  KeptScenario,
  keptScenarioList,
  keptScenarioOrderings,
  scenarioNameLength,
} from '../../../entities/planning/kept-scenario.ts'
import { isPermitted } from '../../../src/accounts/permissions.ts'
import { invalid, unknownReference } from '../../../src/errors.ts'
import { inTurn } from '../../endpoints/in-turn.ts'
import { newestFirst, pageInput, pageOf, paginate } from '../../endpoints/page.ts'
import { endpoint, lockOne, showSaved } from '../../endpoints/resource.ts'
import { permissionDenied } from '../../ports/refusals.ts'
import { pathId, reference, requiredText } from '../../schema/fields.ts'
import { named, orNull, output, shared } from '../../schema/output.ts'
import { planned } from '../planned.ts'
import { ScenarioResult, showing, subjects, triedChanges } from '../scenarios.ts'

const KeptScenarioRow = named('KeptScenario', 'Changes to try, kept under a name.', {
  id: shared.id,
  name: output.text('Its name.'),
  changes: output.list(
    'The changes, as `POST /planning/v1/scenarios/` takes them.',
    z.looseObject({ kind: output.text('What the change is.') }),
  ),
  kept_by: output.id('The user who kept it.'),
  kept_by_name: output.text('That user’s name, as `Family, Given`: the email if there is no name.'),
  created_at: output.instant('When it was kept.'),
})

const side = (which: string) =>
  output.object(`What the ${which} scenario would do.`, {
    id: shared.id,
    name: output.text('Its name.'),
    result: ScenarioResult.nullable().describe('Its answer; null if a change would be refused now.'),
    refusal: orNull.text('Why a change would be refused now; null if none would be.'),
  })

const path = '/planning/v1/kept-scenarios/'

/** How many scenarios a user may keep. */
const mostKept = 100

export const keep_scenario = endpoint(`POST ${path}`, 'plan', {
  summary: 'Keep a scenario under a name',
  description:
    'Stores the changes to try, and makes none of them. They are checked when they are asked about. A user may keep a hundred.',
  status: 201,
})
  .input(
    z.object({
      name: requiredText(scenarioNameLength).describe('A name for the scenario: 1 to 200 characters.'),
      changes: triedChanges(),
    }),
  )
  .output(KeptScenarioRow)
  .mutation(({ ctx, input }) =>
    inTurn(ctx, [`scenarios of ${ctx.caller.id}`], async (em) => {
      // Locked, so that simultaneous requests are counted one after the other.
      await lockOne(em, User, { id: ctx.caller.id })
      if ((await em.count(KeptScenario, { kept_by: ctx.caller.id })) >= mostKept)
        throw invalid('non_field_errors', `You already keep ${mostKept} scenarios. Delete one first.`)
      const kept = { ...input, kept_by: ctx.caller.id, created_at: ctx.services.clock() }
      return showSaved(em, keptScenarioList, em.create(KeptScenario, kept).id)
    }),
  )

export const kept_scenarios = endpoint(`GET ${path}`, 'plan', {
  summary: 'List kept scenarios',
  description: newestFirst,
})
  .input(pageInput(keptScenarioOrderings))
  .output(pageOf(KeptScenarioRow))
  .query(({ ctx, input }) => paginate(ctx, input, keptScenarioList))

export const delete_scenario = endpoint(`DELETE ${path}{scenario_id}/`, 'plan', {
  summary: 'Delete a kept scenario',
  description: 'One that somebody else has kept can be deleted only by those who may apply plans.',
  status: 204,
})
  .input(z.object({ scenario_id: pathId('The id of the kept scenario.') }))
  .output(z.void())
  .mutation(({ ctx, input: { scenario_id } }) =>
    inTurn(ctx, [scenario_id], async (em) => {
      const kept = await lockOne(em, KeptScenario, { id: scenario_id })
      if (kept.kept_by !== ctx.caller.id && !isPermitted(ctx.caller, 'manage_assignments'))
        throw permissionDenied()
      em.remove(kept)
    }),
  )

export const compare_scenarios = endpoint(`POST ${path}compare/`, 'plan', {
  summary: 'Compare two kept scenarios',
  description:
    'Nothing is stored. Both are computed from the clinic as it is now, for the same weeks; each as if the other did not exist.',
  isRead: true,
  throttle: 'planning',
})
  .input(
    z.object({
      first: reference().describe('The id of a kept scenario.'),
      second: reference().describe('The id of another kept scenario.'),
      ...showing,
    }),
  )
  .output(
    named('ScenarioComparison', 'Two scenarios beside each other.', {
      computed_at: shared.computed_at,
      first: side('first'),
      second: side('second'),
    }),
  )
  .mutation(async ({ ctx, input }) => {
    const { first: one, second: other, reference_date = ctx.today, weeks = 1, replan = false } = input
    const kept = await ctx.em.fork().find(KeptScenario, { id: { $in: [one, other] } })
    const find = (field: 'first' | 'second') => {
      const scenario = kept.find(({ id }) => id === input[field])
      if (!scenario) throw unknownReference(field, input[field])
      return scenario
    }
    const [first, second] = [find('first'), find('second')]
    const left_out = await readLeftOut(ctx.em, subjects([...first.changes, ...second.changes]))
    const { headroom_pct } = input
    const question = { left_out, reference_date, weeks, replan, headroom_pct }
    const lists = [first.changes, second.changes]
    const answers = await planned(ctx, 'compared_scenarios', { ...question, lists })
    const computed_at = ctx.now.toISOString()
    const shown = ({ id, name }: KeptScenario, answer: (typeof answers)[number] | undefined) => ({
      ...{ id, name, result: null, refusal: null },
      ...(answer?.result
        ? { result: { ...answer.result, computed_at } }
        : { refusal: answer?.refusal ?? '' }),
    })
    return { computed_at, first: shown(first, answers[0]), second: shown(second, answers[1]) }
  })
