import type { Audit } from '../../entities/audit.ts'
import type { Em } from '../../entities/orm.ts'
import { fileOf, type Kind, kinds } from './columns.ts'
import type { Problems } from './problems.ts'
import type { Folder } from './read-folder.ts'
import type { Stored } from './stored.ts'

/** How many rows of a file were new, changed something, or said what is stored already. */
export type Counts = { inserted: number; updated: number; unchanged: number }
export type Report = Record<Kind, Counts>

/** A report of nothing read yet. */
export const emptyReport = () =>
  Object.fromEntries(kinds.map((kind) => [kind, { inserted: 0, updated: 0, unchanged: 0 }])) as Report

type Act = () => void

/** What is to be done once nothing is found wrong: each wave is flushed before the next, since a flush logs one transition of an entity. */
export class Waves {
  /** Rows as they are before any status is reached. */
  readonly base: Act[] = []
  /** Steps of the employees up to the last status in which they can be assigned. */
  readonly hiring: Act[][] = []
  /** Stored assignments that are suspended or ended. */
  readonly freed: Act[] = []
  /** New assignments that are suspended or ended: made, closed, made, closed... */
  readonly past: Act[][] = []
  readonly assigned: Act[] = []
  readonly tagStatuses: Act[] = []
  /** The other steps of the employees. */
  readonly statuses: Act[][] = []

  get all(): Act[][] {
    const { base, hiring, freed, past, assigned, tagStatuses, statuses } = this
    return [base, ...hiring, freed, ...past, assigned, tagStatuses, ...statuses]
  }
}

/** Puts the acts one after another, each into a wave of its own, beginning with the `first`. */
export function inTurn(waves: Act[][], acts: Act[], first = 0) {
  for (const [i, act] of acts.entries()) {
    waves[first + i] ??= []
    waves[first + i]?.push(act)
  }
}

/** What the planning of an import works with. */
export type Work = {
  em: Em
  folder: Folder
  stored: Stored
  problems: Problems
  waves: Waves
  report: Report
  by: Audit
}

/** What the rows of a file are called by, in the file and in the database. */
export class Known<T> {
  private readonly plans = new Map<string, T>()
  private readonly uncertain = new Set<string>()
  private readonly ambiguous = new Set<string>()
  private readonly kind: Kind
  private readonly isReadable: boolean

  constructor(kind: Kind, { folder }: Work) {
    this.kind = kind
    this.isReadable = folder[kind].isReadable
  }

  get(...key: string[]) {
    return this.plans.get(JSON.stringify(key))
  }

  set(key: string[], plan: T) {
    this.plans.set(JSON.stringify(key), plan)
  }

  /** Adds what is stored; a key that two rows share stands for neither. */
  addStored(key: string[], plan: T) {
    if (this.get(...key)) this.ambiguous.add(JSON.stringify(key))
    else this.set(key, plan)
  }

  /** Tells that a row with this key is broken: naming it is no mistake, but nothing can be said about it. */
  addBroken(...key: (string | undefined)[]) {
    this.uncertain.add(JSON.stringify(key))
  }

  isAmbiguous(...key: string[]) {
    return this.ambiguous.has(JSON.stringify(key))
  }

  /** The plan that a row names in the columns; undefined, with a problem unless it may be in a broken row, when there is none. */
  find(problems: Problems, row: { kind: Kind; line: number }, columns: string[], ...key: string[]) {
    const column = columns.at(-1) ?? null
    const shown = key.map((part) => `"${part}"`).join(', ')
    if (this.isAmbiguous(...key)) {
      problems.add(row, column, `The key is ambiguous: several of the stored ${this.what} have ${shown}.`)
      return undefined
    }
    const plan = this.get(...key)
    if (!plan && this.isReadable && !this.uncertain.has(JSON.stringify(key)))
      problems.add(row, column, `${shown} is neither in ${fileOf(this.kind)} nor in the database.`)
    return plan
  }

  get values() {
    return [...this.plans.values()]
  }

  private get what() {
    return this.kind.replace('_', ' ')
  }
}

/** The fields that are given and differ from what is stored. A cell cannot tell a blank text from none. */
export function changesOf<T extends object>(stored: T, fields: Partial<T>): Partial<T> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && orNull(value) !== orNull(stored[name as keyof T]),
  )
  return Object.fromEntries(changed) as Partial<T>
}

const orNull = (value: unknown) => (value === '' ? null : (value ?? null))

/** Whether there is no field. */
export const isEmpty = (fields: object) => Object.keys(fields).length === 0

/** Counts the row, and plans what it changes of what is stored. */
export function planChange<T extends { updated_at?: Date | undefined }>(
  { waves, report, by }: Work,
  kind: Kind,
  stored: T,
  fields: Partial<T>,
) {
  const changes = changesOf(stored, fields)
  if (isEmpty(changes)) {
    report[kind].unchanged++
    return
  }
  report[kind].updated++
  waves.base.push(() => Object.assign(stored, changes, 'updated_at' in stored && { updated_at: by.at }))
}

/** The fields of a row that has an optional column left out, without it, so that the stored or the default value holds. */
export const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
