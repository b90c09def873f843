/** A UUID with its dashes. */
export type Uuid = string

/** A calendar day, `YYYY-MM-DD`. */
export type DateText = string

/** An instant in UTC, ISO 8601 with a `Z`. */
export type Instant = string

/** A decimal as text, with two decimals in every answer: exact, where a number would not be. See `decimal`. */
export type DecimalText = string

/** A field to order a list by; with `-` before it, descending. */
export type Ordering<Field extends string> = Field | `-${Field}`

/** One page of a list; `next` and `previous` are REST addresses, null where there is no such page. */
export type Page<Row> = { count: number; next: string | null; previous: string | null; results: Row[] }

export type CallOptions = {
  /** Gives the call up: it rejects with a `CoverageError` whose `aborted` is true. */
  signal?: AbortSignal | undefined
}
