import type { OpenApiMeta, OpenApiMethod } from 'trpc-to-openapi'
import { type Permission, permissions } from '../../src/accounts/permissions.ts'

/** What a procedure declares besides its input and output. */
export type Meta = OpenApiMeta<{
  /** Who may call; a `person` is no machine. A `public` procedure looks up its caller itself, if it does at all. */
  access?: Permission | 'authenticated' | 'person' | 'public'
  /** The scope that counts the call instead of `user` or `anon` (D24). */
  throttle?: 'login' | 'logout' | 'planning' | 'anonymous only'
  /** Whether staff whose records were read recently may call it while the database is unreachable. */
  isOutageProof?: boolean
  /** Whether a mutation only reads; its input is just too large for a URL. */
  isRead?: boolean
  /** Whether its input has the files of a clinic, which may also come as a zip or a form. */
  takesFiles?: boolean
  /** Whether it answers with a zip, as a `Download`. */
  isDownload?: boolean
  /** What a procedure that is not served over REST does, for the client's types. */
  summary?: string
  description?: string
  /** Whether the answer is one object as its own address shows it, and so has an `ETag` (D58); perhaps not each is. */
  isObject?: boolean | ((answer: never) => boolean)
  /** Whether a call may wait for something to happen, so that how long it takes says nothing. */
  mayWait?: boolean
  /** HTTP status of success over REST; 200 by default. */
  status?: 201 | 202 | 204
  /** What a 409 of the operation means; absent where there is none. */
  conflict?: string
}>

/** Whether the call writes nothing, so that a replica may serve it. */
export const onlyReads = ({ type, meta }: { type: string; meta: Meta | undefined }) =>
  type !== 'mutation' || meta?.isRead === true

/** Whether the call changes one object, whose `ETag` its `If-Match` may name (D58). */
export const changesObject = ({ openapi }: Meta) =>
  openapi?.method !== 'GET' && /\/(\{id\}|me|dates|requirements)\//.test(openapi?.path ?? '')

type Rest = Omit<Meta, 'openapi' | 'access' | 'isOutageProof'> & { summary: string }

/** The REST side of a procedure: its method and path, who may call, and its texts in the API reference. */
export function rest(
  endpoint: `${OpenApiMethod} ${'/api/' | '/planning/v1/' | '/integration/v1/'}${string}/`,
  access: Meta['access'],
  { summary, description, ...more }: Rest,
): Meta {
  const [method, path] = endpoint.split(' ') as [OpenApiMethod, `/${string}`]
  return { openapi: { method, path, summary, description }, access, ...more }
}

const special: Partial<Record<NonNullable<Meta['access']>, string>> = {
  public: '',
  authenticated: 'For everyone who is signed in.',
  person: 'For everyone who is signed in, but no machine.',
  read_catalogue: 'For every role.',
  read_people: 'For every role; an EMPLOYEE sees only their own data.',
  simulate: 'For every role; an EMPLOYEE may only ask about themselves.',
  act_as_employee: 'For the employee themselves, with role EMPLOYEE.',
  act_as_superuser: 'For superusers.',
}

/** `A`, `A and B`, `A, B and C`. */
const listed = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

/** Who may call, in a sentence. A superuser passes every check of a role. */
function whoMay(access: NonNullable<Meta['access']>) {
  return special[access] ?? `For ${listed(permissions[access as keyof typeof permissions])}.`
}

/** What an operation does beyond its summary, and who may call it. */
export const operationText = ({
  openapi,
  description = openapi?.description,
  access = 'public',
}: Meta): string => [description, whoMay(access)].filter(Boolean).join(' ')
