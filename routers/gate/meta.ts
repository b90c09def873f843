import type { OpenApiMeta, OpenApiMethod } from 'trpc-to-openapi'
import type { Permission } from '../../src/permissions.ts'

/** What a procedure declares besides its input and output. */
export type Meta = OpenApiMeta<{
  /** Who may call. A `public` procedure looks up its caller itself, if at all. */
  access?: Permission | 'authenticated' | 'public'
  /** The scope that counts the call instead of `user` or `anon` (D24). */
  throttle?: 'login' | 'logout' | 'anonymous only'
  /** Whether staff whose records were read recently may call while the database is unreachable (O34). */
  isOutageProof?: boolean
  /** HTTP status of success over REST; 200 unless said otherwise. */
  status?: 201 | 204
}>

/** A procedure's method and path over REST, and who may call it. */
export const rest = (
  method: OpenApiMethod,
  path: `/api/${string}/`,
  access: Meta['access'],
  more: Omit<Meta, 'openapi' | 'access'> = {},
): Meta => ({ openapi: { method, path }, access, ...more })
