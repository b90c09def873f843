import { router } from '../../gate/procedure.ts'
import { applications, take_back } from './applications.ts'
import { apply_rebalance } from './apply-rebalance.ts'
import { apply_draft, delete_draft, draft, drafts, keep_draft } from './drafts.ts'
import { compare_scenarios, delete_scenario, keep_scenario, kept_scenarios } from './kept-scenarios.ts'

/** What planning stores: what was applied, drafts, and kept scenarios. */
export const storedPlanningRouter = router({
  keep_draft,
  drafts,
  draft,
  delete_draft,
  apply_draft,
  apply_rebalance,
  applications,
  take_back,
  keep_scenario,
  kept_scenarios,
  delete_scenario,
  compare_scenarios,
})
