import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import { violatedConstraint } from '../../entities/constraints.ts'
import { isDatabaseUnavailable } from '../../entities/unavailable.ts'
import { DomainError, type ErrorCode, type FieldErrors, notFound } from '../../src/errors.ts'

/** Every refusal's tRPC code, and by it the HTTP status of both surfaces (contract, Errors). */
const codes = {
  MALFORMED: 'BAD_REQUEST',
  INVALID: 'BAD_REQUEST',
  NOT_AUTHENTICATED: 'UNAUTHORIZED',
  PERMISSION_DENIED: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_SUPPORTED',
  CONFLICT: 'CONFLICT',
  CONFLICT_HAS_DEPENDENCIES: 'CONFLICT',
  // For rules outside the validation of assignments, of which there are none today (D42).
  RULE_VIOLATED: 'UNPROCESSABLE_CONTENT',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  THROTTLED: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorCode, TRPC_ERROR_CODE_KEY>

/** 503 whenever a store that the answer depends on cannot be reached (D43). */
export const unavailable = () =>
  new DomainError('UNAVAILABLE', { detail: 'Service temporarily unavailable.' })

/** Anything thrown as the error that both surfaces answer; what is not a refusal is a 500 without its message. */
export function toTRPCError(thrown: unknown): TRPCError {
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown
  const isInput = thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST'
  const refusal = toRefusal(cause, isInput)
  if (refusal) return new TRPCError({ code: codes[refusal.code], message: refusal.message, cause: refusal })
  if (thrown instanceof TRPCError && thrown.code !== 'INTERNAL_SERVER_ERROR') return thrown
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error.', cause })
}

/** The native answer to an error: status, headers and body (contract, Errors). */
export function nativeAnswer(error: TRPCError) {
  const { cause } = error
  return cause instanceof DomainError
    ? { status: getHTTPStatusCodeFromError(error), headers: cause.headers, body: cause.body }
    : { status: getHTTPStatusCodeFromError(error), headers: {}, body: { detail: error.message } }
}

function toRefusal(cause: unknown, isInput: boolean): DomainError | undefined {
  if (cause instanceof DomainError) return cause
  if (isInput && cause instanceof z.core.$ZodError) return inputRefusal(cause)
  if (cause instanceof UniqueConstraintViolationException) return violatedConstraint(cause)
  return isDatabaseUnavailable(cause) ? unavailable() : undefined
}

function inputRefusal({ issues }: z.core.$ZodError): DomainError {
  if (issues.some((issue) => issue.code === 'custom' && issue.params?.notFound)) return notFound()
  const fields: FieldErrors = {}
  for (const { path, code, message: own } of issues) {
    const message = code === 'invalid_type' && !path.length ? 'Invalid data. Expected a dictionary.' : own
    const [field = 'non_field_errors', item] = path.map(String)
    fields[field] ??= []
    fields[field].push(item === undefined ? message : `Item ${item}: ${message}`)
  }
  return new DomainError('INVALID', fields)
}
