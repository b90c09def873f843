import type { CoverageError } from '../../../../../../client/src/contract/error.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import type { ScenarioInput } from '../answers.ts'
import { isComplete, parseChanges, type SandboxChange } from '../change-kinds.ts'
import { useAnswer } from '../use-answer.ts'

export type ChangeErrors = Record<string, string[]>

/** The changes in the address, and what they would do, evaluated a moment after the last edit. */
export function useScenario() {
  const { at, go } = useAddress()
  const changes = parseChanges(at('changes'))
  const complete = changes.filter(isComplete)
  const { query } = useAnswer({
    name: 'planning.scenario',
    of: api.planning.scenario,
    input: {
      changes: complete as ScenarioInput['changes'],
      weeks: Number(at('weeks')) || 26,
      reference_date: at('date') || undefined,
      replan: at('replan') === '1',
    },
    isWanted: ({ changes }) => changes.length > 0,
  })
  const setChanges = (next: SandboxChange[]) =>
    go({ changes: next.length ? JSON.stringify(next) : '' }, { replace: true })
  return { changes, setChanges, query, refused: refusedIn(query.error), isEmpty: complete.length === 0 }
}

/** What is wrong with each of the changes that were sent: `changes` holds an object of messages by field for each. */
function refusedIn(error: CoverageError | null): ChangeErrors[] | undefined {
  return error?.fieldErrors.changes as unknown as ChangeErrors[] | undefined
}
