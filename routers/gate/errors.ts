import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { z } from 'zod'
import { isDatabaseUnavailable, writeRefusal } from '../../entities/connection/availability.ts'
import { violatedConstraint } from '../../entities/schema/constraints.ts'
import {
  type DomainCode,
  DomainError,
  type FieldErrors,
  type NestedErrors,
  notFound,
} from '../../src/errors.ts'
import { unavailable, type WireCode, WireError } from '../ports/refusals.ts'

/** The tRPC code of every refusal, which decides the HTTP status on both surfaces. */
export const codes = {
  MALFORMED: 'BAD_REQUEST',
  INVALID: 'BAD_REQUEST',
  ALREADY_EXISTS: 'BAD_REQUEST',
  BLOCKED_BY_RULE: 'BAD_REQUEST',
  NOT_AUTHENTICATED: 'UNAUTHORIZED',
  PERMISSION_DENIED: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  // tRPC has no code for 410, which `nativeAnswer` answers.
  GONE: 'NOT_FOUND',
  METHOD_NOT_ALLOWED: 'METHOD_NOT_SUPPORTED',
  PRECONDITION_FAILED: 'PRECONDITION_FAILED',
  CONFLICT: 'CONFLICT',
  CONFLICT_HAS_DEPENDENCIES: 'CONFLICT',
  CONFLICT_PLAN_OUTDATED: 'CONFLICT',
  // For rules outside the validation of assignments; there are none today (D42).
  RULE_VIOLATED: 'UNPROCESSABLE_CONTENT',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  THROTTLED: 'TOO_MANY_REQUESTS',
  IN_PROGRESS: 'CONFLICT',
  KEY_REUSED: 'UNPROCESSABLE_CONTENT',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<DomainCode | WireCode, TRPC_ERROR_CODE_KEY>

type RefusalError = DomainError | WireError

const isRefusal = (error: unknown): error is RefusalError =>
  error instanceof DomainError || error instanceof WireError

/** Turns what was thrown into the error that both surfaces answer: an unexpected one into a 500 without its message. */
export function toTRPCError(thrown: unknown): TRPCError {
  const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown
  const isInput = thrown instanceof TRPCError && thrown.code === 'BAD_REQUEST'
  const refusal = toRefusal(cause, isInput)
  if (refusal) return new TRPCError({ code: codes[refusal.code], message: refusal.message, cause: refusal })
  if (thrown instanceof TRPCError && thrown.code !== 'INTERNAL_SERVER_ERROR') return thrown
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error.', cause })
}

/** The native answer to an error: status, headers and body. */
export function nativeAnswer(error: TRPCError) {
  const { cause } = error
  return {
    status: cause instanceof DomainError && cause.code === 'GONE' ? 410 : getHTTPStatusCodeFromError(error),
    headers: { ...(cause instanceof WireError && cause.headers), 'X-Error-Code': errorCode(error) },
    body: isRefusal(cause) ? cause.body : { detail: error.message },
  }
}

/** What programs go by: the code of the body if it has one, which only some bodies of the contract do. */
export function errorCode({ cause, code }: TRPCError): string {
  if (!isRefusal(cause)) return code
  return 'code' in cause.body && typeof cause.body.code === 'string' ? cause.body.code : cause.code
}

function toRefusal(cause: unknown, isInput: boolean): RefusalError | undefined {
  if (isRefusal(cause)) return cause
  if (isInput && cause instanceof z.core.$ZodError) return inputRefusal(cause)
  if (cause instanceof UniqueConstraintViolationException) return violatedConstraint(cause)
  return isDatabaseUnavailable(cause) || writeRefusal(cause) ? unavailable() : undefined
}

function inputRefusal({ issues }: z.core.$ZodError): DomainError {
  if (issues.some((issue) => issue.code === 'custom' && issue.params?.notFound)) return notFound()
  return new DomainError('INVALID', problemsByField(issues))
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

const byKey = (issues: readonly Issue[]) =>
  Map.groupBy(issues, ({ path: [key = 'non_field_errors'] }) => String(key))
const below = (issues: readonly Issue[]) =>
  issues.map(({ path, message }) => ({ path: path.slice(1), message }))

function problemsByField(issues: readonly Issue[]): NestedErrors {
  const isOfObjects = (problems: readonly Issue[]) => problems.some(({ path }) => path.length > 2)
  const fields = [...byKey(issues)].map(([field, problems]) => [
    field,
    isOfObjects(problems) ? problemsByItem(below(problems)) : problems.map(messageOf),
  ])
  return Object.fromEntries(fields)
}

function messageOf({ path: [, item], message }: Issue) {
  return item === undefined ? message : `Item ${String(item)}: ${message}`
}

function problemsByItem(issues: readonly Issue[]): FieldErrors[] {
  const byItem = byKey(issues)
  const last = Math.max(...[...byItem.keys()].map(Number))
  return Array.from({ length: last + 1 }, (_, item) => problemsOfItem(below(byItem.get(`${item}`) ?? [])))
}

function problemsOfItem(issues: readonly Issue[]): FieldErrors {
  return Object.fromEntries([...byKey(issues)].map(([field, problems]) => [field, problems.map(messageOf)]))
}
