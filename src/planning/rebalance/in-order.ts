import { compareText } from '../../text-order.ts'
import { isValid } from '../suggestions/ranking.ts'
import { assign, type Suggesting, suggestionOf } from '../suggestions/suggestion.ts'

/** More or fewer hours of an employee on a position; `assignment` is null for a new one. */
export type AssignmentChange = { employee: number; position: number; assignment: number | null; by: number }

/** Fewer hours, the end of an assignment, more hours, or a new assignment. */
export const changeKinds = ['LOWER', 'END', 'RAISE', 'CREATE'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Changes in an order in which the service accepts each of them, and those that it refuses in any order. */
type InOrder = { made: AssignmentChange[]; refused: AssignmentChange[] }

/**
 * Makes the changes one by one as far as the rules allow, hours taken away first. Where they refuse to lower an
 * assignment, it ends: it begins anew with the rest, or its position does without.
 */
export function inOrder(given: Suggesting, changes: readonly AssignmentChange[], minimum: number): InOrder {
  const made: AssignmentChange[] = []
  const make = (change: AssignmentChange) => {
    noteChange(given, change)
    made.push(change)
  }
  const settle = (wanted: AssignmentChange[]) => {
    let refused = wanted
    for (let before = -1; before < made.length; ) {
      before = made.length
      const left = refused.filter((change) => !isAccepted(given, change) || make(change))
      refused = left.length < refused.length ? left : left.filter((change) => !madeOtherwise(change))
    }
    return refused
  }
  const { taken = [], added = [] } = Object.groupBy(sorted(given, changes), ({ by }) =>
    by > 0 ? 'added' : 'taken',
  )
  return { refused: [...settle(taken), ...settle(added)], made }

  function madeOtherwise(change: AssignmentChange): boolean {
    const instead = endInstead(given, change, minimum)
    instead.forEach(make)
    return instead.length > 0
  }
}

/** Counts the change in what comes after it. */
export function noteChange(given: Suggesting, { employee, position, assignment, by }: AssignmentChange) {
  assign(given, { employee, position, added: by })
  const ended = given.facts.assignments[assignment ?? -1]
  if (!ended || ended.hours + by > 0) return
  const { assignments } = given.load
  assignments[employee] = (assignments[employee] ?? []).filter((one) => one !== ended)
}

/** Whether the service accepts the change; it accepts the end of any assignment. */
function isAccepted(given: Suggesting, { employee, position, by }: AssignmentChange): boolean {
  const one = suggestionOf(given, { employee, position, added: by })
  return one !== undefined && (one.hours === 0 || (one.hours > 0 && isValid(one)))
}

function sorted({ facts }: Suggesting, changes: readonly AssignmentChange[]): AssignmentChange[] {
  const nameOf = ({ employee }: AssignmentChange) => facts.employees[employee]?.name ?? ''
  const titleOf = ({ position }: AssignmentChange) => facts.positions[position]?.title ?? ''
  return changes.toSorted((a, b) => compareText(nameOf(a), nameOf(b)) || compareText(titleOf(a), titleOf(b)))
}

/** What to do where an assignment may not be lowered; nothing if its position needs the rest and may not get it anew. */
function endInstead(given: Suggesting, change: AssignmentChange, minimum: number): AssignmentChange[] {
  const { facts, load } = given
  const { position, assignment } = change
  const { hours } = facts.assignments[assignment ?? -1] ?? {}
  if (hours === undefined || change.by > 0) return []
  const required = facts.positions[position]?.required ?? 0
  const end = { ...change, by: -hours }
  const anew = { ...change, assignment: null, by: hours + change.by }
  const { ofEmployee, ofPosition, assignments } = load
  const copy = { ofEmployee: [...ofEmployee], ofPosition: [...ofPosition], assignments: [...assignments] }
  const ended = { ...given, load: copy }
  noteChange(ended, end)
  if (anew.by >= Math.min(minimum, required) && isAccepted(ended, anew)) return [end, anew]
  return (copy.ofPosition[position] ?? 0) >= required ? [end] : []
}
