import type { Change, Commit, Row } from './commits.ts'

export type Active = { id: string; employee: string; position: string; hours: number }
/** A change of a row, with the row before it; undefined for a new one. */
export type Applied = { table: string; before: Row | undefined; after: Row | undefined }

/** The tables after a number of commits. */
export type View = ReturnType<Replay['at']>

/** Decimal text in whole hundredths. */
export const hundredths = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100)

/** Applies commits in their order and remembers what the tables held after each. */
export class Replay {
  private readonly rows = new Map<string, Timeline<Row | undefined>>()
  private readonly activeOf = new Map<string, Timeline<Active[]>>()
  private readonly activeIn = new Map<string, Timeline<Active[]>>()
  private length = 0

  /** Applies the next commit; the changes of its rows, those of logs included. */
  apply(commit: Commit): Applied[] {
    this.length++
    return commit.changes.map((change) => this.change(change))
  }

  /** What the tables held after `position` commits. */
  at(position: number) {
    return {
      row: (table: string, id: string): Row | undefined => this.rows.get(`${table} ${id}`)?.at(position),
      /** The employee's active assignments. */
      activeOf: (employee: string): Active[] => this.activeOf.get(employee)?.at(position) ?? [],
      /** The active assignments to the position. */
      activeIn: (place: string): Active[] => this.activeIn.get(place)?.at(position) ?? [],
    }
  }

  /** The rows of the table as they are now. */
  rowsOf(table: string): Row[] {
    const own = [...this.rows].filter(([key]) => key.startsWith(`${table} `))
    return own.map(([, timeline]) => timeline.last).filter((row) => row !== undefined)
  }

  private change({ table, kind, row }: Change): Applied {
    const key = `${table} ${row.id}`
    const before = this.rows.get(key)?.last
    const after = kind === 'delete' ? undefined : { ...before, ...row }
    const timeline = this.rows.get(key) ?? new Timeline<Row | undefined>()
    this.rows.set(key, timeline)
    timeline.set(this.length, after)
    if (table === 'assignments') {
      this.count(before, false)
      this.count(after, true)
    }
    return { table, before, after }
  }

  private count(row: Row | undefined, isAdded: boolean) {
    if (row?.status !== 'ACTIVE') return
    const { id, employee_id, position_id, effective_hours } = row as Record<string, string>
    const active = {
      id: id ?? '',
      employee: employee_id ?? '',
      position: position_id ?? '',
      hours: hundredths(effective_hours),
    }
    const lists = [timelineOf(this.activeOf, active.employee), timelineOf(this.activeIn, active.position)]
    for (const list of lists) {
      const others = (list.last ?? []).filter((one) => one.id !== active.id)
      list.set(this.length, isAdded ? [...others, active] : others)
    }
  }
}

function timelineOf<T>(map: Map<string, Timeline<T>>, key: string): Timeline<T> {
  const timeline = map.get(key) ?? new Timeline<T>()
  map.set(key, timeline)
  return timeline
}

/** A value that changes from commit to commit. */
export class Timeline<T> {
  private readonly positions: number[] = []
  private readonly values: T[] = []

  /** Sets the value from `position` on: the number of commits before it. Positions only grow. */
  set(position: number, value: T) {
    if (this.positions.at(-1) === position) this.values[this.values.length - 1] = value
    else {
      this.positions.push(position)
      this.values.push(value)
    }
  }

  /** The value after `position` commits; undefined before the first. */
  at(position: number): T | undefined {
    let [low, high] = [0, this.positions.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.positions[middle] ?? 0) <= position) low = middle + 1
      else high = middle
    }
    return this.values[low - 1]
  }

  get last(): T | undefined {
    return this.values.at(-1)
  }
}
