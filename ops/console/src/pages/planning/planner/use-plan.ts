import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import type { PlanInput, PlanLine } from '../answers.ts'
import { useAnswer } from '../use-answer.ts'

/** The person and the position of a line, which identify it within the plan. */
export const lineKey = ({ employee, position_id }: Pick<PlanLine, 'employee' | 'position_id'>) =>
  `${employee}~${position_id}`

/** Why lines no longer hold, by the key of each line. */
export type Outdated = ReadonlyMap<string, string>

/** The fields by which the service recognises a line. */
export const sentLine = ({
  employee,
  position_id,
  assignment,
  current_hours,
  effective_hours,
}: SentLine): SentLine => ({ employee, position_id, assignment, current_hours, effective_hours })

type SentLine = NonNullable<PlanInput['keep']>[number]

/** Lines that the next plan should keep if it can; they belong to an entry of the browser's history. */
type Kept = { keep: SentLine[] }

const mostKept = 5000

/** The key of plans in the cache. */
export const planName = 'planning.solve'

/** The state of a history entry in which these lines are kept. */
export const keeping = (lines: PlanLine[]): Kept => ({ keep: lines.slice(0, mostKept).map(sentLine) })

/** The choices in the address as the service takes them. */
export function useChoices(): PlanInput {
  const { at, all, state } = useAddress()
  return {
    org_unit_id: at('unit') || undefined,
    reference_date: at('date') || undefined,
    hours_limit: at('limit') === 'cap' ? 'WEEKLY_CAP' : 'CONTRACT',
    demand: at('demand') === 'secure' ? 'SECURE' : 'BOOKED',
    minimum_hours: at('minimum').replace(',', '.') || undefined,
    priorities: all('first'),
    exclude_employees: all('no_person'),
    exclude_positions: all('no_position'),
    keep: (state as Kept | null)?.keep ?? [],
  }
}

/** The plan for the choices in the address. */
export const usePlan = () => useAnswer({ name: planName, of: api.planning.solve, input: useChoices() })

/** What a rebalance would change with the same choices, except those that only a plan has. */
export function useRebalance() {
  const { demand, priorities, keep, ...choices } = useChoices()
  return useAnswer({ name: 'planning.rebalance', of: api.planning.rebalance, input: choices })
}
