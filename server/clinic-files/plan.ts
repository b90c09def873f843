import type { EntityName, RequiredEntityData } from '@mikro-orm/core'
import { type Audit, stamped } from '../../entities/audit.ts'
import type { Em } from '../../entities/orm.ts'
import { byKind, type Kind } from './columns.ts'
import type { Place, Problems } from './problems.ts'
import type { Folder } from './read-folder.ts'
import type { Stored } from './stored.ts'

/** Rows of a file by what the import does with them. */
export type Counts = { inserted: number; updated: number; unchanged: number }
export type Report = Record<Kind, Counts>

/** Stores an entity, after `change` if there is one. */
type Step = { entity: () => object; change?: () => void }

/** The steps of an import. Each wave is flushed before the next, because a flush logs one transition of an entity. */
export class Waves {
  /** Rows before any change of status. */
  readonly base: Step[] = []
  /** Transitions of the employees up to the last status in which they can be assigned. */
  readonly hiring: Step[][] = []
  /** Stored assignments that are suspended or ended. */
  readonly freed: Step[] = []
  /** New assignments that are suspended or ended: created, closed, created, closed... */
  readonly past: Step[][] = []
  readonly assigned: Step[] = []
  readonly tagStatuses: Step[] = []
  /** The other transitions of the employees. */
  readonly statuses: Step[][] = []

  get all(): Step[][] {
    const { base, hiring, freed, past, assigned, tagStatuses, statuses } = this
    return [base, ...hiring, freed, ...past, assigned, tagStatuses, ...statuses]
  }
}

/** Puts each step into a separate wave, the first into the wave numbered `first`. */
export function inTurn(waves: Step[][], steps: Step[], first = 0) {
  for (const [i, step] of steps.entries()) {
    waves[first + i] ??= []
    waves[first + i]?.push(step)
  }
}

type Revisable<T> = { revise(changes: Partial<T>, at: Date): void }

type Basis = { em: Em; folder: Folder; stored: Stored; problems: Problems; by: Audit }

/** What an import is going to do. Nothing is changed before everything has been planned and found right. */
export class ImportPlan {
  readonly folder: Folder
  readonly stored: Stored
  readonly problems: Problems
  readonly by: Audit
  readonly waves = new Waves()
  readonly report: Report = byKind(() => ({ inserted: 0, updated: 0, unchanged: 0 }))
  readonly stamps: ReturnType<typeof stamped>
  private readonly em: Em

  constructor({ em, folder, stored, problems, by }: Basis) {
    this.em = em
    this.folder = folder
    this.stored = stored
    this.problems = problems
    this.by = by
    this.stamps = stamped(by.at)
  }

  count({ kind }: Place, outcome: keyof Counts) {
    this.report[kind][outcome]++
  }

  /**
   * The entity of a new row, made only when needed, because all of them would fill the memory. Undefined values
   * take their defaults.
   */
  make<T extends object>(row: Place, entity: EntityName<T>, values: RequiredEntityData<T>): () => T {
    this.count(row, 'inserted')
    let made: T | undefined
    return () => {
      made ??= this.em.create(entity, withoutUndefined(values), { persist: false })
      return made
    }
  }

  insert<T extends object>(row: Place, entity: EntityName<T>, values: RequiredEntityData<T>) {
    const made = this.make(row, entity, values)
    this.waves.base.push({ entity: made })
    return made
  }

  /** Changes what is stored to the fields of a row, unless they are the same. */
  change<T extends Revisable<T>>(row: Place, stored: T, fields: Partial<T>) {
    const changes = changesOf(stored, fields)
    this.count(row, isEmpty(changes) ? 'unchanged' : 'updated')
    this.revise(stored, changes)
  }

  revise<T extends Revisable<T>>(stored: T, changes: Partial<T>) {
    if (isEmpty(changes)) return
    this.waves.base.push({ entity: () => stored, change: () => stored.revise(changes, this.by.at) })
  }
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** The fields that are given and differ from what is stored. A blank text and null are the same, as in a cell. */
export function changesOf<T extends object>(stored: T, fields: Partial<T>): Partial<T> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && orNull(value) !== orNull(stored[name as keyof T]),
  )
  return Object.fromEntries(changed) as Partial<T>
}

const orNull = (value: unknown) => (value === '' ? null : (value ?? null))

export const isEmpty = (fields: object) => Object.keys(fields).length === 0
