import { type FileKind, fileKinds, fileOf } from '../../../src/clinic-files.ts'
import { DomainError } from '../../../src/errors.ts'

/** A mistake and where it is; no line for a file as a whole, no column for a line as a whole. */
type ImportProblem = { file: string; line: number | null; column: string | null; message: string }

/** How many problems are shown at most. */
export const shownProblems = 100
/** The search for problems stops at this number, so that a broken file of any length needs little memory. */
const mostProblems = 1000

const shown = ({ file, line, column, message }: ImportProblem) =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`

/** A folder cannot be imported. The message lists the problems as `file:line:column: message` (D39). */
export class ImportRefused extends Error {
  readonly problems: readonly ImportProblem[]
  /** Whether the search stopped before the end. */
  readonly isCut: boolean

  constructor(problems: readonly ImportProblem[]) {
    const more = problems.length - shownProblems
    const isCut = problems.length === mostProblems
    const lines = problems.slice(0, shownProblems).map(shown)
    if (more > 0) lines.push(`... and ${more} more.${isCut ? ' The search stopped there.' : ''}`)
    super(lines.join('\n'))
    this.problems = problems
    this.isCut = isCut
  }
}

/** A row of a file; no line for the file as a whole. */
export type RowLocation = { kind: FileKind; line: number | null }

/** The columns whose names differ from those of the API's fields. */
const renamed: Record<string, string> = {
  parent_id: 'parent_code',
  org_unit_id: 'org_unit_code',
  employee: 'employee_number',
  position_id: 'position_title',
}

/** PostgreSQL, which keeps what is wrong with an import, stores no NUL. */
const withoutNul = (text: string) => text.replaceAll('\0', '\ufffd')

/** Collects mistakes, so that they can be reported together; refuses the files at the thousandth. */
export class ImportProblems {
  private readonly list: (ImportProblem & { kind: FileKind })[] = []

  add({ kind, line }: RowLocation, column: string | null, message: string) {
    this.list.push({
      ...{ kind, file: fileOf(kind), line },
      column: column && withoutNul(column),
      message: withoutNul(message),
    })
    if (this.list.length === mostProblems) this.refuse()
  }

  /** Runs one of the API's checks and collects its refusal; `columnOf` finds the column of a message without a field. */
  attempt<T>(row: RowLocation, check: () => T, columnOf: (message: string) => string | null = () => null) {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      for (const [field, messages] of Object.entries(error.body))
        for (const message of [messages].flat()) {
          const isNamed = !['non_field_errors', 'detail'].includes(field)
          this.add(row, isNamed ? (renamed[field] ?? field) : columnOf(message), message)
        }
    }
  }

  /** Throws when there is any problem; sorts them by file and line. */
  refuse() {
    if (!this.list.length) return
    const sorted = this.list.toSorted(
      (a, b) => fileKinds.indexOf(a.kind) - fileKinds.indexOf(b.kind) || (a.line ?? 0) - (b.line ?? 0),
    )
    throw new ImportRefused(sorted.map(({ kind: _, ...problem }) => problem))
  }
}
