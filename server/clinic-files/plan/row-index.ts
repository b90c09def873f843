import { type FileKind, fileOf } from '../../../src/clinic-files.ts'
import { keyColumns } from '../files/columns.ts'
import type { RowLocation } from '../files/problems.ts'
import type { ImportPlan } from './import-plan.ts'
import type { PlannedEmployee, PlannedPosition } from './planned.ts'

/** A row as planned; `isCertain` is false when a row with a mistake may affect it. */
type PlannedRow = { id: string; isCertain?: boolean }

/** Finds the rows of one file, and those stored, by key and id. */
export class RowIndex<T extends PlannedRow> {
  private readonly byKey = new Map<string, T>()
  private readonly byId = new Map<string, T>()
  private readonly keyOfId = new Map<string, string>()
  private readonly ambiguous = new Set<string>()
  private readonly broken: Set<string>
  private readonly kind: FileKind
  private readonly plan: ImportPlan

  constructor(kind: FileKind, plan: ImportPlan, stored: (readonly [key: readonly string[], planned: T])[]) {
    this.kind = kind
    this.plan = plan
    for (const [key, planned] of stored) this.set(key, planned)
    const keyOf = (row: Record<string, string>) => JSON.stringify(keyColumns[kind].map((name) => row[name]))
    const keys = plan.folder[kind].broken.map(keyOf)
    this.broken = new Set(keys)
    for (const key of keys) doubt(this.byKey.get(key))
  }

  get(...key: (string | undefined)[]) {
    return this.byKey.get(JSON.stringify(key))
  }

  withId(id: string) {
    return this.byId.get(id)
  }

  /** Several rows of one key can be told apart by their ids only. */
  set(parts: readonly string[], planned: T) {
    const key = JSON.stringify(parts)
    const known = this.byKey.get(key)
    if (known && known.id !== planned.id) this.ambiguous.add(key)
    this.byKey.set(key, planned)
    this.byId.set(planned.id, planned)
    this.keyOfId.set(planned.id, key)
  }

  get values() {
    return [...this.byKey.values()]
  }

  /** Whether several stored rows have the key. Adds a problem if so. */
  isAmbiguous(row: RowLocation, column: string, key: string[]): boolean {
    const isAmbiguous = this.ambiguous.has(JSON.stringify(key))
    const message = `The key is ambiguous: several ${this.title} have ${shown(key)}. Add the column ${
      row.kind === this.kind ? 'id' : 'position_id'
    }.`
    if (isAmbiguous) this.plan.problems.add(row, column, message)
    return isAmbiguous
  }

  /**
   * The row that another one names by its key, in columns that end with `column`. Adds a problem when there is none,
   * unless it may be among the rows that could not be read.
   */
  find(row: RowLocation, column: string, ...key: string[]) {
    if (this.isAmbiguous(row, column, key)) return undefined
    const planned = this.get(...key)
    const { folder, problems } = this.plan
    if (!planned && folder[this.kind].isReadable && !this.broken.has(JSON.stringify(key)))
      problems.add(row, column, `${shown(key)} is neither in ${fileOf(this.kind)} nor in the database.`)
    return planned
  }

  /** Like `find`, for a row that names another by its id too. */
  findById(row: RowLocation, column: string, { id, key }: { id: string; key: string[] }) {
    if (this.hasKey(id, key)) return this.withId(id)
    if (this.plan.folder[this.kind].isReadable && !this.broken.has(JSON.stringify(key)))
      this.plan.problems.add(row, column, `None of the ${this.title} with ${shown(key)} has this id.`)
    return undefined
  }

  hasKey(id: string, key: string[]) {
    return this.keyOfId.get(id) === JSON.stringify(key)
  }

  private get title() {
    return this.kind.replace('_', ' ')
  }
}

/** The people and positions that assignments name. */
export type Indexes = { employees: RowIndex<PlannedEmployee>; positions: RowIndex<PlannedPosition> }

/** Marks a row that a row with a mistake may affect, so that no rule is evaluated over half of the facts. */
export function doubt(planned: PlannedRow | undefined) {
  if (planned) planned.isCertain = false
}

const shown = (key: string[]) => key.map((part) => `"${part}"`).join(', ')
