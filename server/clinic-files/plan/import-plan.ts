import type { EntityName, RequiredEntityData } from '@mikro-orm/core'
import type { FileKind } from '../../../src/clinic-files.ts'
import { type Audit, stamped } from '../../../src/logs/audit.ts'
import { byKind } from '../files/columns.ts'
import type { ClinicFiles } from '../files/parse-files.ts'
import type { ImportProblems, RowLocation } from '../files/problems.ts'
import type { Stored } from './stored.ts'

/** Rows of a file by what the import does with them. */
export type ImportCounts = { inserted: number; updated: number; unchanged: number }
export type ImportReport = {
  files: Record<FileKind, ImportCounts>
  /** The assignments of terminated employees of the files that stay open. */
  open_assignments_of_leavers: number
}

/** A row that the import changes; a new one has `values` until it is created. */
export type Target<T extends object = object> = {
  entity: EntityName<T>
  id: string | undefined
  values: RequiredEntityData<T> | undefined
}

export const storedTarget = <T extends object>(entity: EntityName<T>, { id }: { id: string }): Target<T> => ({
  entity,
  id,
  values: undefined,
})

/** Stores a row, after making the `change` if there is one. */
export type ImportStep = { target: Target; change?: (entity: object) => void }

export const importStep = <T extends object>(target: Target<T>, change?: (entity: T) => void) =>
  ({ target, change }) as ImportStep

/** The steps of one row or pair. Each is flushed before the next, because a flush logs one transition of an entity. */
export type Track = ImportStep[]

/** The steps of an import, in order. A stage is stored before the next one begins. */
export type Stages = ReturnType<typeof noSteps>

const noSteps = () => ({
  /** Employees, up to the last status in which they can be assigned. */
  hiring: [] as Track[],
  /** All other rows, before any change of status. */
  base: [] as Track[],
  /** Stored assignments that are suspended or ended. */
  freed: [] as Track[],
  /** New assignments that are suspended or ended: created, closed, created, closed... */
  past: [] as Track[],
  assigned: [] as Track[],
  tagStatuses: [] as Track[],
  /** The other transitions of the employees. */
  statuses: [] as Track[],
})

type Revisable<T> = { revise(changes: Partial<T>, at: Date): void }

/** A stored row, its entity, and the fields that it should have. */
type StoredRowChange<T extends object> = { entity: EntityName<T>; stored: { id: string }; fields: Partial<T> }

type Basis = {
  folder: ClinicFiles
  stored: Stored
  problems: ImportProblems
  by: Audit
  /** Whether the open assignments of employees whom the files terminate are ended. */
  endAssignments?: boolean
}

export type ImportPlan = ReturnType<typeof importPlan>

/** The changes that an import will make. Nothing changes until everything is planned and valid. */
export function importPlan(basis: Basis) {
  const { at } = basis.by
  const stages = noSteps()
  const files = byKind(() => ({ inserted: 0, updated: 0, unchanged: 0 }))
  const report: ImportReport = { files, open_assignments_of_leavers: 0 }

  function count({ kind }: RowLocation, outcome: keyof ImportCounts) {
    files[kind][outcome]++
  }

  /** A new row; undefined values take their defaults. */
  function make<T extends object>(row: RowLocation, entity: EntityName<T>, values: RequiredEntityData<T>) {
    count(row, 'inserted')
    return { entity, id: undefined, values: withoutUndefined(values) }
  }

  function insert<T extends object>(row: RowLocation, entity: EntityName<T>, values: RequiredEntityData<T>) {
    stages.base.push([importStep(make(row, entity, values))])
  }

  /** The step that changes the fields, if there are any. */
  const revision = <T extends Revisable<T>>(target: Target<T>, changes: Partial<T>) =>
    isEmpty(changes) ? [] : [importStep(target, (one) => one.revise(changes, at))]

  /** Changes a stored row to the fields of the file's row, unless they are the same. */
  function change<T extends Revisable<T>>(row: RowLocation, { entity, stored, fields }: StoredRowChange<T>) {
    const steps = revision(storedTarget(entity, stored), changedFields<T>(stored, fields))
    count(row, steps.length ? 'updated' : 'unchanged')
    if (steps.length) stages.base.push(steps)
  }

  return { ...basis, stages, report, stamps: stamped(at), count, make, insert, revision, change }
}

const withoutUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** The given fields that differ from what is stored. A blank string and null are the same, as in a cell. */
export function changedFields<T extends object>(stored: object, fields: Partial<T>): Partial<T> {
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && orNull(value) !== orNull(stored[name as keyof typeof stored]),
  )
  return Object.fromEntries(changed) as Partial<T>
}

const orNull = (value: unknown) => (value === '' ? null : (value ?? null))

export const isEmpty = (fields: object) => Object.keys(fields).length === 0
