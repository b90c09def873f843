/** The columns of a row as text; null for SQL's null. An update leaves out large values that it does not change. */
export type Row = Record<string, string | null>
export type Change = { table: string; kind: 'insert' | 'update' | 'delete'; row: Row }
/** Who the service said was writing; `request` is the X-Request-Id of the answer. */
export type Author = { via?: string; request?: string; actor?: string | null }
/** One committed transaction. `authors` are those that its statements ran under, without repeats. */
export type Commit = { xid: number; at: Date; authors: Author[]; changes: Change[] }
