import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import type { ScenarioInput } from '../answers.ts'
import { isComplete, parseChanges, type SandboxChange } from '../change-kinds.ts'
import { useAnswer } from '../use-answer.ts'

/** The changes in the address, and what they would do. */
export function useScenario() {
  const { at, go } = useAddress()
  const changes = parseChanges(at('changes'))
  const complete = changes.filter(isComplete) as ScenarioInput['changes']
  const { query } = useAnswer({
    name: 'planning.scenario',
    of: api.planning.scenario,
    input: {
      changes: complete,
      weeks: Number(at('weeks')) || 26,
      reference_date: at('date') || undefined,
      replan: at('replan') === '1',
    },
    isWanted: ({ changes }) => changes.length > 0,
  })
  const setChanges = (next: SandboxChange[], { replace = true } = {}) =>
    go({ changes: next.length ? JSON.stringify(next) : '' }, { replace })
  const refused = query.error?.itemErrors.changes
  return { changes, complete, setChanges, query, refused, isEmpty: complete.length === 0 }
}
