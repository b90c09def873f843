type Move<Status extends string> = { from: readonly Status[]; to: Status | 'PREVIOUS' }

/** Makes a state machine from its table; PREVIOUS stands for the status before the current one. */
export function defineLifecycle<Status extends string, Name extends string>(
  moves: Readonly<Record<Name, Move<Status>>>,
) {
  const names = Object.keys(moves) as Name[]
  return {
    names,
    moves,

    /** The transitions from this status, for any role. */
    available: (status: Status): Name[] => names.filter((name) => moves[name].from.includes(status)),

    /** The status after the transition; undefined when it is not allowed from `status`. */
    next(name: Name, status: Status, previous: Status | null = null): Status | undefined {
      const { from, to } = moves[name]
      if (!from.includes(status)) return undefined
      return to === 'PREVIOUS' ? (previous ?? undefined) : to
    },
  }
}
