import type { OpenApiMeta, OpenApiMethod } from 'trpc-to-openapi'
import type { Permission } from '../../src/accounts/permissions.ts'

/** What a procedure declares besides its input and output. */
export type Meta = OpenApiMeta<{
  /** Who may call. A `public` procedure looks up its caller itself, if at all. */
  access?: Permission | 'authenticated' | 'public'
  /** The scope that counts the call instead of `user` or `anon` (D24). */
  throttle?: 'login' | 'logout' | 'planning' | 'anonymous only'
  /** Whether staff whose records were read recently may call while the database is unreachable. */
  isOutageProof?: boolean
  /** Whether a mutation only reads, and is one only because its input is too large for an address. */
  isRead?: boolean
  /** What a procedure that is not served over REST does, for the client's types. */
  summary?: string
  description?: string
  /** HTTP status of success over REST; 200 by default. */
  status?: 201 | 204
  /** What a 409 of the operation means; absent where there is none. */
  conflict?: string
}>

/** Whether the call writes nothing, so that a replica may serve it. */
export const onlyReads = ({ type, meta }: { type: string; meta: Meta | undefined }) =>
  type !== 'mutation' || meta?.isRead === true

type Rest = Pick<Meta, 'throttle' | 'isRead' | 'status' | 'conflict'> & {
  summary: string
  description?: string
}

/** The REST side of a procedure: its method and path, who may call, and its texts in the API reference. */
export function rest(
  endpoint: `${OpenApiMethod} ${'/api/' | '/planning/v1/'}${string}/`,
  access: Meta['access'],
  { summary, description, ...more }: Rest,
): Meta {
  const [method, path] = endpoint.split(' ') as [OpenApiMethod, `/${string}`]
  return { openapi: { method, path, summary, description }, access, ...more }
}
