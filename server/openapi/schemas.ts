// The parts of OpenAPI 3.1 that the document uses, and the schemas that no procedure declares.

export type JsonSchema = { [keyword: string]: unknown }
export type Content = {
  'application/json': {
    schema: JsonSchema
    example?: unknown
    examples?: Record<string, { value: unknown }>
  }
  'application/zip'?: { schema: JsonSchema }
  'multipart/form-data'?: { schema: JsonSchema }
}
export type Header = { description: string; required?: boolean; schema: JsonSchema; example?: string }
export type Reference = { $ref: string }
export type Response = {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Content
}
export type Parameter = {
  in: string
  name: string
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}
export type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}
export type Document = {
  openapi: string
  info: object
  servers: object[]
  tags: object[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, Header>
    responses: Record<string, Response>
    securitySchemes: Record<string, object>
  }
}

export const textSchema = { type: 'string' } as const

export const schemaNamed = (name: keyof typeof errorSchemas): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
})

/** An object with no other properties. */
const closed = (properties: Record<string, JsonSchema>, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const detail = { ...textSchema, description: 'What is wrong, in a sentence.' }

const lists = (items: JsonSchema) => ({ type: 'object', additionalProperties: { type: 'array', items } })

/** A conflict with a code of its own, and more properties beside it. */
const conflict = (code: string, meaning: string, more: Record<string, JsonSchema> = {}) => {
  const description = `${meaning}; absent from any other conflict.`
  return closed({ detail, code: { ...textSchema, const: code, description }, ...more }, ['detail'])
}

/** The bodies of errors. */
export const errorSchemas = {
  FieldErrors: {
    description: 'Messages by field name, with those of no single field under `non_field_errors`.',
    ...lists(textSchema),
    minProperties: 1,
  },
  Detail: closed({ detail }, ['detail']),
  BadBody: {
    description: '`detail` for a body that is not JSON, otherwise messages by field name.',
    anyOf: [{ $ref: '#/components/schemas/Detail' }, { $ref: '#/components/schemas/FieldErrors' }],
  },
  Conflict: conflict('CONFLICT_HAS_DEPENDENCIES', 'Others still depend on the object'),
  Unhealthy: closed(
    {
      status: { const: 'unhealthy', description: 'The service does not work.' },
      database: {
        ...textSchema,
        enum: ['unreachable', 'connected'],
        description: 'Whether the database cannot be reached, or is connected but cannot store changes.',
      },
    },
    ['status', 'database'],
  ),
} satisfies Record<string, JsonSchema>

/** The bodies of planning's errors, with lists of objects and outdated plans. */
export const planningErrorSchemas: Record<keyof typeof errorSchemas, JsonSchema> = {
  ...errorSchemas,
  FieldErrors: {
    description:
      'Messages by field name, with those of no single field under `non_field_errors`. For a list of objects, an object of this kind for each of them up to the last one with a problem.',
    ...lists({ anyOf: [textSchema, lists(textSchema)] }),
    minProperties: 1,
  },
  Conflict: conflict('CONFLICT_PLAN_OUTDATED', 'What the plan was made from has changed', {
    lines: {
      type: 'array',
      items: lists(textSchema),
      description: 'The problems of each line that was sent, by field; absent if the fingerprint differs.',
    },
  }),
}

/** The headers of the answers. */
export const headers = {
  'Cache-Control': { description: 'No cache may store the answer.', schema: { const: 'no-store' } },
  'X-Request-Id': {
    description:
      'Identifies the request in the service’s logs: the `X-Request-Id` that the client has sent, if it is one word of up to 100 visible ASCII characters, else the trace id of its `traceparent`, else a new id.',
    schema: textSchema,
  },
  'RateLimit-Policy': {
    description:
      'The limit that counted the request: its scope, and requests (`q`) per window of seconds (`w`). Absent when the limit is off.',
    required: false,
    schema: textSchema,
    example: '"user";q=1000;w=3600',
  },
  RateLimit: {
    description:
      'What is left: requests (`r`), and seconds until the window ends (`t`). Absent when the limit is off.',
    required: false,
    schema: textSchema,
    example: '"user";r=987;t=1234',
  },
  'WWW-Authenticate': {
    description: 'Set for a token that is not valid, has expired or was revoked.',
    required: false,
    schema: textSchema,
    example: 'Bearer error="invalid_token"',
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    required: false,
    schema: { type: 'integer', minimum: 1 },
  },
  'Idempotent-Replayed': {
    description: 'That an earlier request with the same `Idempotency-Key` got this answer.',
    required: false,
    schema: { const: 'true' },
  },
  'Set-Cookie': {
    description: 'access_token, refresh_token and csrftoken, as the operation says.',
    schema: textSchema,
  },
  ETag: {
    description:
      'The state of the object, as the caller sees it: a strong entity tag (RFC 9110). A position that is shown for an employee has none.',
    required: false,
    schema: textSchema,
    example: '"Y8KhqXvUYq1mVJ6gIh1RzS9yLxJ0a9q4kO2s0bB3c5E"',
  },
  'X-Error-Code': {
    description:
      'Why the request was refused, for programs: `ALREADY_EXISTS` for a value that another object has, `BLOCKED_BY_RULE` for business rules, whose codes begin the messages, `INVALID` for all other values; the `code` of the body if it has one; otherwise a code for the status.',
    schema: { ...textSchema, pattern: '^[A-Z_]+$' },
    example: 'ALREADY_EXISTS',
  },
  'X-Password-Expires': {
    description:
      'When a temporary password expires; it admits nobody from then on. Absent for a lasting password. Its owner changes it in the console or with `POST /trpc/account.change_password`.',
    required: false,
    schema: { type: 'string', format: 'date-time' },
    example: '2026-11-26T09:00:00.000Z',
  },
  'Content-Disposition': { description: 'The name of the file.', schema: textSchema },
} satisfies Record<string, Header>

/** References to headers, by their names. */
export const headersNamed = (...names: (keyof typeof headers)[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** The headers of every answer. */
export const everyAnswer = headersNamed('Cache-Control', 'X-Request-Id', 'RateLimit-Policy', 'RateLimit')
