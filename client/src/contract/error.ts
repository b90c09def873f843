/** What is known about a failure. */
type FailureFacts = Partial<Omit<CoverageError, keyof Error | 'toString'>> & { cause?: unknown }

/** Every failure of a call: the service refused it or did not answer, or the caller aborted it. */
export class CoverageError extends Error {
  override readonly name = 'CoverageError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number = 0
  /** The service's message; undefined where it names fields instead. */
  readonly detail: string | undefined
  /** The messages of a 400 by field; those about no single field are under `non_field_errors`. Otherwise empty. */
  readonly fieldErrors: Record<string, string[]> = {}
  /** Of a list of objects: by the list's field, the messages of each item by field, with `{}` for an item without any. */
  readonly itemErrors: Record<string, Record<string, string[]>[]> = {}
  /** Why the service refused, such as `ALREADY_EXISTS`, `MAX_WEEKLY_HOURS` or `CONFLICT_HAS_DEPENDENCIES`. */
  readonly code: string | undefined
  /** Whether the object has changed since the `ETag` in `ifMatch`, so that nothing was changed: read it again. */
  readonly outdated: boolean = false
  /** The whole body of the refusal, as REST would send it. */
  readonly body: unknown
  /** The procedure that was called, such as `employees.get`. */
  readonly procedure: string | undefined
  /** The `X-Request-Id` of the answer, which identifies the request in the service's log. */
  readonly requestId: string | undefined
  /** Whether the same call may succeed later, and making it anew cannot make a change twice. */
  readonly retryable: boolean = false
  /** How long to wait before the next attempt, after a 429 or a 503 that says so. */
  readonly retryAfterSeconds: number | undefined
  /** Whether the caller's signal aborted the call; `cause` is then the signal's reason. */
  readonly aborted: boolean = false

  constructor(message: string, { cause, ...facts }: FailureFacts = {}) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, facts)
  }

  /** One line for a log: the message, the procedure, the status and the request id. */
  override toString(): string {
    const { procedure, status, requestId } = this
    const facts = [procedure, status || '', requestId && `request ${requestId}`].filter(Boolean).join(', ')
    return `${this.name}: ${this.message}${facts && ` (${facts})`}`
  }
}

/** A copy of the failure for one call, because several calls may have waited for one refresh or batch. @internal */
export function failureOf(thrown: unknown, { procedure, isSafe }: { procedure: string; isSafe: boolean }) {
  const error = toCoverageError(thrown)
  const retryable = error.retryable && (isSafe || error.status === 429)
  return new CoverageError(error.message, { ...error, cause: error.cause, procedure, retryable })
}

/** @internal */
export const toCoverageError = (thrown: unknown): CoverageError =>
  thrown instanceof CoverageError ? thrown : new CoverageError(String(thrown), { cause: thrown })

type RefusalAnswer = {
  status: number
  body?: unknown
  headers: Headers
  message?: string | undefined
  code?: string | undefined
}

const mayPass = [429, 502, 503, 504]

/** An earlier attempt at the same change is still in progress; any other 409 says nothing about when. */
const isInProgress = (status: number, headers: Headers) => status === 409 && headers.has('retry-after')

/** Turns an answer with a status of 400 or more into an error. @internal */
export function refusal({ status, body, headers, message, code }: RefusalAnswer): CoverageError {
  const fields = Object.entries(body && typeof body === 'object' ? body : {})
  const lists = fields.filter(([, messages]) => Array.isArray(messages))
  const isOfItems = ([, messages]: [string, unknown[]]) => messages.some((each) => typeof each === 'object')
  const [itemErrors, fieldErrors] = [lists.filter(isOfItems), lists.filter((list) => !isOfItems(list))]
  const texts: Record<string, unknown> = Object.fromEntries(fields)
  const detail = typeof texts.detail === 'string' ? texts.detail : undefined
  const inBody = typeof texts.code === 'string' ? texts.code : undefined
  return new CoverageError(detail ?? (listed(lists) || message || `The service answered ${status}.`), {
    ...{ status, detail, body, code: inBody ?? code ?? headers.get('x-error-code') ?? undefined },
    fieldErrors: Object.fromEntries(fieldErrors),
    itemErrors: Object.fromEntries(itemErrors),
    retryable: mayPass.includes(status) || isInProgress(status, headers),
    outdated: status === 412,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsUntil(headers.get('retry-after')),
  })
}

/** `Retry-After` is a number of seconds or, from some proxies, a date. */
function secondsUntil(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000))
  return Number.isNaN(seconds) ? undefined : seconds
}

const listed = (fields: [field: string, messages: string[]][]) =>
  fields
    .map(([field, messages]) => (field === 'non_field_errors' ? '' : `${field}: `) + textOf(messages))
    .join(' ')

/** The messages of a field; for a list of objects, one entry per object. */
const textOf = (messages: readonly (string | Record<string, string[]>)[]): string =>
  messages
    .map((message) => (typeof message === 'string' ? message : listed(Object.entries(message))))
    .filter((text) => text !== '')
    .join(' ')
