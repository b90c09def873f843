/** A UUID with its dashes. */
export type Uuid = string

/** A calendar day, `YYYY-MM-DD`. */
export type DateText = string

/** An instant in UTC, ISO 8601 with a `Z`. */
export type Instant = string

/** A decimal as text, because a number would not be exact; two decimals in every answer. See `decimal` in `/decimal`. */
export type DecimalText = string

/** A field to order a list by; with `-` before it, descending. */
export type Ordering<Field extends string> = Field | `-${Field}`

/** Options of a single call. */
export type CallOptions = {
  /** Aborts the call: it rejects with a `CoverageError` whose `aborted` is true. */
  signal?: AbortSignal | undefined
  /** How long to wait for the answer, including retries but not waits for throttles; `Infinity` for ever. */
  timeoutMs?: number | undefined
  /** How often to repeat what the service could not answer; a change goes with a key, so that it is made only once. */
  retries?: number | undefined
  /** After a 429, wait as long as the service asks and repeat, if all waits of the call fit into a minute. */
  waitWhenThrottled?: boolean | { atMostSeconds: number } | undefined
  /** The `ETag` of the object as a change expects it; if it has changed, the call rejects with `outdated` true. */
  ifMatch?: string | undefined
  /** Gets the `ETag` of an answer that is a single object, before the call resolves. */
  onETag?: ((etag: string) => void) | undefined
}

/** The rows of a list, fetched page by page as they are read. Each `for await` starts over. */
export type RowsOfPages<Row> = AsyncIterable<Row> & {
  /** All rows, or no more than `atMost`. */
  toArray(options?: { atMost?: number | undefined }): Promise<Row[]>
}

/** A list as a function of its filters, which gives all its rows. */
export type Rows<Input extends unknown[], Row> = (
  ...call: [...Input, options?: CallOptions]
) => RowsOfPages<Row>
