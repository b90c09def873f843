import type { ServerResponse } from 'node:http'
import type { Caller } from '../../entities/accounts/users.ts'
import type { FileBytes } from '../../src/clinic-files.ts'
import type { Author } from '../../src/logs/audit.ts'

/** An import that was asked for; `caller` and `author` are those of the request. */
export type AskedImport = {
  id: string
  files: FileBytes
  dry_run: boolean
  end_assignments: boolean
  caller: Caller & { sessionId: string }
  author: Author
}

/** Imports in the background, one at a time in all processes, in the order in which they were stored. */
export type Imports = {
  /** Stores the import and then does it in its turn. 503 if too many are waiting in this process. */
  add<T>(asked: AskedImport, store: () => Promise<T>): Promise<T>
}

/** Sends a whole file once it is its turn. Throws what can still be answered, and otherwise cuts the answer. */
export type Download = (answer: ServerResponse) => Promise<void>

/** Sends the clinic's files as a zip once it is their turn, and nothing if the check throws then. */
export type Export = (answer: ServerResponse, check: () => Promise<void>) => Promise<void>
