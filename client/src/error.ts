import { isTRPCClientError } from '@trpc/client'

type Facts = {
  status?: number
  detail?: string
  fieldErrors?: Record<string, string[]>
  code?: string
  retryAfterSeconds?: number
  aborted?: boolean
  cause?: unknown
}

/** Every failure of a call: what the service refused, that it did not answer, or that the caller gave up. */
export class CoverageError extends Error {
  override readonly name = 'CoverageError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** What the service says in a sentence; undefined where it names fields instead. */
  readonly detail: string | undefined
  /** Messages by field of a 400, under `non_field_errors` those that belong to no field; else empty. */
  readonly fieldErrors: Record<string, string[]>
  /** `CONFLICT_HAS_DEPENDENCIES`, where the service gives a code. */
  readonly code: string | undefined
  /** How long to wait, when the status is 429. */
  readonly retryAfterSeconds: number | undefined
  /** Whether the caller's signal ended the call; `cause` is then the signal's reason. */
  readonly aborted: boolean

  constructor(message: string, facts: Facts = {}) {
    super(message, { cause: facts.cause })
    this.status = facts.status ?? 0
    this.detail = facts.detail
    this.fieldErrors = facts.fieldErrors ?? {}
    this.code = facts.code
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.aborted = facts.aborted ?? false
  }
}

/** What a call threw, as a `CoverageError`. @internal */
export function toCoverageError(thrown: unknown, signal?: AbortSignal): CoverageError {
  if (thrown instanceof CoverageError) return thrown
  if (signal?.aborted)
    return new CoverageError('The call was given up.', { aborted: true, cause: signal.reason })
  if (!isTRPCClientError(thrown)) return noAnswer(thrown)
  if (thrown.cause instanceof CoverageError) return thrown.cause
  const response = thrown.meta?.response as Response | undefined
  const data = thrown.data as { httpStatus?: number; body?: unknown } | undefined
  const status = data?.httpStatus ?? response?.status
  return status ? refusal(status, data?.body, response?.headers, thrown) : noAnswer(thrown.cause ?? thrown)
}

/** What an answer of the service says with a status of 400 or more. @internal */
export function refusal(status: number, body: unknown, headers?: Headers, cause?: unknown): CoverageError {
  const fields = Object.entries(body && typeof body === 'object' ? body : {})
  const fieldErrors = Object.fromEntries(fields.filter(([, messages]) => Array.isArray(messages)))
  const texts: Record<string, unknown> = Object.fromEntries(fields)
  const detail = typeof texts.detail === 'string' ? texts.detail : undefined
  const code = typeof texts.code === 'string' ? texts.code : undefined
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  return new CoverageError(detail ?? (listed(fieldErrors) || `The service answered ${status}.`), {
    status,
    detail,
    fieldErrors,
    code,
    retryAfterSeconds: status === 429 && seconds >= 0 ? seconds : undefined,
    cause,
  })
}

const listed = (fieldErrors: Record<string, string[]>) =>
  Object.entries(fieldErrors)
    .map(([field, messages]) => (field === 'non_field_errors' ? '' : `${field}: `) + messages.join(' '))
    .join(' ')

const noAnswer = (cause: unknown) =>
  new CoverageError(`The service did not answer: ${cause instanceof Error ? cause.message : cause}`, {
    cause,
  })
