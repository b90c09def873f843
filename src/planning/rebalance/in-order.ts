import { compareText } from '../../text-order.ts'
import type { PlannedLine } from '../flow/solution.ts'
import { isValid } from '../suggestions/ranking.ts'
import { assign, type Suggesting, suggestionOf } from '../suggestions/suggestion.ts'

/** Fewer hours, the end of an assignment, more hours, or a new assignment. */
export const changeKinds = ['LOWER', 'END', 'RAISE', 'CREATE'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Changes in an order in which the service accepts each of them, and those that it refuses in any order. */
type InOrder = { made: PlannedLine[]; refused: PlannedLine[] }

/**
 * Makes the changes one by one as far as the rules allow, hours taken away first. Where they refuse to lower an
 * assignment, it ends: it begins anew with the rest, or its position does without.
 */
export function inOrder(given: Suggesting, changes: readonly PlannedLine[], minimum: number): InOrder {
  const made: PlannedLine[] = []
  const make = (change: PlannedLine) => {
    noteChange(given, change)
    made.push(change)
  }
  const settle = (wanted: PlannedLine[]) => {
    let refused = wanted
    for (let before = -1; before < made.length; ) {
      before = made.length
      const left = refused.filter((change) => !isAccepted(given, change) || make(change))
      refused = left.length < refused.length ? left : left.filter((change) => !madeOtherwise(change))
    }
    return refused
  }
  const { taken = [], added = [] } = Object.groupBy(sorted(given, changes), (change) =>
    change.added > 0 ? 'added' : 'taken',
  )
  return { refused: [...settle(taken), ...settle(added)], made }

  function madeOtherwise(change: PlannedLine): boolean {
    const instead = endInstead(given, change, minimum)
    instead.forEach(make)
    return instead.length > 0
  }
}

/** Counts the change in what comes after it. */
export function noteChange(given: Suggesting, change: PlannedLine) {
  const { employee, assignment, added } = change
  assign(given, change)
  const ended = given.facts.assignments[assignment ?? -1]
  if (!ended || ended.hours + added > 0) return
  const { assignments } = given.load
  assignments[employee] = (assignments[employee] ?? []).filter((one) => one !== ended)
}

/** Whether the service accepts the change; it accepts the end of any assignment. */
function isAccepted(given: Suggesting, change: PlannedLine): boolean {
  const one = suggestionOf(given, change)
  return one !== undefined && (one.hours === 0 || (one.hours > 0 && isValid(one)))
}

function sorted({ facts }: Suggesting, changes: readonly PlannedLine[]): PlannedLine[] {
  const nameOf = ({ employee }: PlannedLine) => facts.employees[employee]?.name ?? ''
  const titleOf = ({ position }: PlannedLine) => facts.positions[position]?.title ?? ''
  return changes.toSorted((a, b) => compareText(nameOf(a), nameOf(b)) || compareText(titleOf(a), titleOf(b)))
}

/** What to do where an assignment may not be lowered; nothing if its position needs the rest and may not get it anew. */
function endInstead(given: Suggesting, change: PlannedLine, minimum: number): PlannedLine[] {
  const { facts, load } = given
  const { position, assignment } = change
  const { hours } = facts.assignments[assignment ?? -1] ?? {}
  if (hours === undefined || change.added > 0) return []
  const required = facts.positions[position]?.required ?? 0
  const end = { ...change, added: -hours }
  const anew = { ...change, assignment: null, added: hours + change.added }
  const { ofEmployee, ofPosition, assignments } = load
  const copy = { ofEmployee: [...ofEmployee], ofPosition: [...ofPosition], assignments: [...assignments] }
  const ended = { ...given, load: copy }
  noteChange(ended, end)
  if (anew.added >= Math.min(minimum, required) && isAccepted(ended, anew)) return [end, anew]
  return (copy.ofPosition[position] ?? 0) >= required ? [end] : []
}
