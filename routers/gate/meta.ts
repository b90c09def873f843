import type { OpenApiMeta, OpenApiMethod } from 'trpc-to-openapi'
import type { Permission } from '../../src/permissions.ts'

/** What a procedure declares beside its input and output. */
export type Meta = OpenApiMeta<{
  /** Who may call; a `public` procedure looks its caller up itself, if at all. */
  access?: Permission | 'authenticated' | 'public'
  /** The scope that counts the call instead of `user` or `anon` (D24). */
  throttle?: 'login' | 'logout' | 'anonymous only'
  /** Whether staff who were read lately may call while the database is away. */
  isOutageProof?: boolean
  /** HTTP status of success over REST; 200 unless said otherwise. */
  status?: 201 | 204
}>

/** The REST side of a procedure, by which the adapter and the document find it. */
export const rest = (
  method: OpenApiMethod,
  path: `/api/${string}/`,
  access: Meta['access'],
  more: Omit<Meta, 'openapi' | 'access'> = {},
): Meta => ({ openapi: { method, path }, access, ...more })
