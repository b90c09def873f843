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
  /** `CONFLICT_HAS_DEPENDENCIES`, when others still depend on the object. */
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

type RefusalAnswer = { status: number; body?: unknown; headers: Headers; message?: string | undefined }

const mayPass = [429, 502, 503, 504]

/** An earlier attempt at the same change is still in progress; any other 409 says nothing about when. */
const isInProgress = (status: number, headers: Headers) => status === 409 && headers.has('retry-after')

/** Turns an answer with a status of 400 or more into an error. @internal */
export function refusal({ status, body, headers, message }: RefusalAnswer): CoverageError {
  const fields = Object.entries(body && typeof body === 'object' ? body : {})
  const fieldErrors = Object.fromEntries(fields.filter(([, messages]) => Array.isArray(messages)))
  const texts: Record<string, unknown> = Object.fromEntries(fields)
  const detail = typeof texts.detail === 'string' ? texts.detail : undefined
  const code = typeof texts.code === 'string' ? texts.code : undefined
  return new CoverageError(detail ?? (listed(fieldErrors) || message || `The service answered ${status}.`), {
    ...{ status, detail, fieldErrors, code, body },
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

const listed = (fieldErrors: Record<string, string[]>) =>
  Object.entries(fieldErrors)
    .map(([field, messages]) => (field === 'non_field_errors' ? '' : `${field}: `) + textOf(messages))
    .join(' ')

/** The messages of a field; for a list of objects, one entry per object. */
const textOf = (messages: readonly (string | Record<string, string[]>)[]): string =>
  messages
    .map((message) => (typeof message === 'string' ? message : listed(message)))
    .filter((text) => text !== '')
    .join(' ')
