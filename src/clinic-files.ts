import { shortened } from './errors.ts'

/** The CSV files of a clinic (D39): each names rows of earlier ones only. */
export const fileKinds = [
  'org_units',
  'tags',
  'employees',
  'employee_tags',
  'positions',
  'position_tags',
  'assignments',
] as const
export type FileKind = (typeof fileKinds)[number]

/** The name of the file. */
export const fileOf = <Kind extends FileKind>(kind: Kind) => `${kind}.csv` as const

export const fileNames = fileKinds.map(fileOf)

/** The contents of a clinic's files; nothing is said about what a missing one would hold. */
export type FileBytes = Partial<Record<FileKind, Buffer>>

/** What is wrong with the names of the files that are given, if anything. */
export function problemOfNames(names: readonly string[]): string | undefined {
  const known: readonly string[] = fileNames
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined)
    return `${shortened(unknown, 50)} is not a clinic's file. The files are ${known.join(', ')}.`
  return names.length ? undefined : `None of the files is there: ${known.join(', ')}.`
}

/** What becomes of an import: it waits for its turn, is at work, and is then stored as a whole, or not at all. */
export const importStates = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const
