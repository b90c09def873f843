/** A UUID with its dashes. */
export type Uuid = string

/** A calendar day, `YYYY-MM-DD`. */
export type DateText = string

/** An instant in UTC, ISO 8601 with a `Z`. */
export type Instant = string

/** A decimal as text, with two decimals in every answer: exact, where a number would not be. See `decimal` in `/decimal`. */
export type DecimalText = string

/** A field to order a list by; with `-` before it, descending. */
export type Ordering<Field extends string> = Field | `-${Field}`

/** Some of the fields that an object was created with. */
export type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

export type CallOptions = {
  /** Aborts the call: it rejects with a `CoverageError` whose `aborted` is true. */
  signal?: AbortSignal | undefined
}

/** The rows of a list, fetched page by page as they are read. */
export type Rows<Input extends unknown[], Row> = (
  ...call: [...Input, options?: CallOptions]
) => AsyncIterable<Row>
