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

/** Every failure of a call: the service refused it or did not answer, or the caller aborted it. */
export class CoverageError extends Error {
  override readonly name = 'CoverageError'
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number
  /** The service's message; undefined where it names fields instead. */
  readonly detail: string | undefined
  /** The messages of a 400 by field, with those of no single field under `non_field_errors`; otherwise empty. */
  readonly fieldErrors: Record<string, string[]>
  /** `CONFLICT_HAS_DEPENDENCIES`, when others still depend on the object. */
  readonly code: string | undefined
  /** How long to wait after a 429. */
  readonly retryAfterSeconds: number | undefined
  /** Whether the caller's signal aborted the call; `cause` is then the signal's reason. */
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

/** Turns anything a call threw into a `CoverageError`. @internal */
export function toCoverageError(thrown: unknown, signal?: AbortSignal): CoverageError {
  if (thrown instanceof CoverageError) return thrown
  if (signal?.aborted)
    return new CoverageError('The call was aborted.', { aborted: true, cause: signal.reason })
  if (!isTRPCClientError(thrown)) return noAnswer(thrown)
  if (thrown.cause instanceof CoverageError) return thrown.cause
  const response = thrown.meta?.response as Response | undefined
  const data = thrown.data as { httpStatus?: number; body?: unknown } | undefined
  const status = data?.httpStatus ?? response?.status
  if (!status) return noAnswer(thrown.cause ?? thrown)
  return refusal({ status, body: data?.body, headers: response?.headers, cause: thrown })
}

type Answer = { status: number; body?: unknown; headers?: Headers; cause?: unknown }

/** Turns an answer with a status of 400 or more into an error. @internal */
export function refusal({ status, body, headers, cause }: Answer): CoverageError {
  const fields = Object.entries(body && typeof body === 'object' ? body : {})
  const fieldErrors = Object.fromEntries(fields.filter(([, messages]) => Array.isArray(messages)))
  const texts: Record<string, unknown> = Object.fromEntries(fields)
  const detail = typeof texts.detail === 'string' ? texts.detail : undefined
  const code = typeof texts.code === 'string' ? texts.code : undefined
  const seconds = Number(headers?.get('retry-after') ?? Number.NaN)
  const retryAfterSeconds = status === 429 && seconds >= 0 ? seconds : undefined
  const message = detail ?? (listed(fieldErrors) || `The service answered ${status}.`)
  return new CoverageError(message, { status, detail, fieldErrors, code, retryAfterSeconds, cause })
}

const listed = (fieldErrors: Record<string, string[]>) =>
  Object.entries(fieldErrors)
    .map(([field, messages]) => (field === 'non_field_errors' ? '' : `${field}: `) + textOf(messages))
    .join(' ')

/** The messages of a field; those of a list of objects stand in an object for each of them. */
const textOf = (messages: readonly (string | Record<string, string[]>)[]): string =>
  messages
    .map((message) => (typeof message === 'string' ? message : listed(message)))
    .filter((text) => text !== '')
    .join(' ')

function noAnswer(cause: unknown) {
  const why = cause instanceof Error ? cause.message : cause
  return new CoverageError(`The service did not answer: ${why}`, { cause })
}
