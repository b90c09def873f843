import { DomainError } from '../../src/errors.ts'
import { fileOf, type Kind, kinds } from './columns.ts'

/** What is wrong, and where; no line for a file as a whole, no column for a line as a whole. */
export type Problem = { file: string; line: number | null; column: string | null; message: string }

const shownProblems = 100

const shown = ({ file, line, column, message }: Problem) =>
  `${[file, line, column].filter((part) => part !== null).join(':')}: ${message}`

/** Everything that keeps a folder from being imported; its message lists it as `file:line:column: message` (D39). */
export class ImportRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    const more = problems.length - shownProblems
    const lines = problems.slice(0, shownProblems).map(shown)
    if (more > 0) lines.push(`... and ${more} more.`)
    super(lines.join('\n'))
    this.problems = problems
  }
}

type Place = { kind: Kind; line: number }

/** Names of the API's fields where a file's column is called otherwise. */
const columnOf: Record<string, string> = {
  parent_id: 'parent_code',
  org_unit_id: 'org_unit_code',
  employee: 'employee_number',
  position_id: 'position_title',
}

/** Collects what is wrong, so that all of it is told at once. */
export class Problems {
  readonly list: (Problem & { kind: Kind })[] = []

  add({ kind, line }: Place, column: string | null, message: string) {
    this.list.push({ kind, file: fileOf(kind), line, column, message })
  }

  addToFile(kind: Kind, message: string, column: string | null = null, line: number | null = null) {
    this.list.push({ kind, file: fileOf(kind), line, column, message })
  }

  /** Runs a check of the API's; what it refuses is told of the row, under `column` where it names no field. */
  attempt<T>(
    row: Place,
    check: () => T,
    column: (message: string) => string | null = () => null,
  ): T | undefined {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      for (const [field, messages] of Object.entries(error.body))
        for (const message of [messages].flat())
          this.add(
            row,
            ['non_field_errors', 'detail'].includes(field) ? column(message) : (columnOf[field] ?? field),
            message,
          )
    }
  }

  /** Throws when anything is wrong, in the order of files and lines. */
  refuse() {
    if (!this.list.length) return
    const sorted = this.list.toSorted(
      (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.line ?? 0) - (b.line ?? 0),
    )
    throw new ImportRefused(sorted.map(({ kind: _, ...problem }) => problem))
  }
}
