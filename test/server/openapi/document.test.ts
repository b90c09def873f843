import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../server/openapi/document.ts'
import { type InterfaceFile, interfaces } from '../../../server/openapi/interfaces.ts'
import type { Operation } from '../../../server/openapi/schemas.ts'
import { documentedOperations, documentedResponse, validatorOf } from '../../expect/documented.ts'

const operations = documentedOperations.map(({ method, path, operation }) => ({
  name: `${method} ${path}`,
  operation,
}))

describe.each(Object.keys(interfaces) as InterfaceFile[])('%s', (file) => {
  const document = openApiDocument(file)

  test('every path stands under the root and ends with a slash', () => {
    for (const path of Object.keys(document.paths)) {
      expect(path.startsWith(interfaces[file].root)).toBe(true)
      expect(path).toMatch(/\/$/)
    }
  })

  test('every value of an enum is described', () => {
    for (const { enum: values, description } of Object.values(document.components.schemas))
      for (const value of (values ?? []) as string[]) expect(description).toContain(`- \`${value}\`: `)
  })

  test('every operation has its tags', () => {
    const tags = new Set(
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation.tags),
      ),
    )
    expect([...tags].sort()).toEqual(Object.keys(interfaces[file].tags).sort())
  })
})

/** The examples of a content, whether it has one or several. */
const examplesOf = ({
  example,
  examples,
}: {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}) => (examples ? Object.values(examples).map(({ value }) => value) : [example])

test('operation ids are unique', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

describe.each(operations)('$name', ({ name, operation }: { name: string; operation: Operation }) => {
  const statuses = Object.keys(operation.responses)
  const shown = [operation.requestBody, ...statuses.map((status) => documentedResponse(operation, status))]
    .flatMap((part) => (part?.content?.['application/json'] ? [part.content['application/json']] : []))
    .map(({ schema, ...content }) => ({ schema, examples: examplesOf(content) }))
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')

  test('the operation has a summary and descriptions of itself and its parameters', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
    for (const { description } of [operation, ...operation.parameters])
      expect(description).toMatch(/^[A-Z`].*\.$/s)
  })

  test('every body and every path parameter of the operation has a valid example', () => {
    const parameters = inPath.map(({ schema, example }) => ({ schema, examples: [example] }))
    for (const { schema, examples } of [...shown, ...parameters]) {
      expect(examples).not.toEqual([])
      const validator = validatorOf(schema)
      for (const example of examples)
        expect(validator(example), JSON.stringify([validator.errors, example])).toBe(true)
    }
  })

  test('the description of a conflict names the code of its example', () => {
    const { description = '', content } = documentedResponse(operation, 409) ?? {}
    const [code] = /CONFLICT_\w+/.exec(description) ?? []
    const examples = content ? examplesOf(content['application/json']) : []
    expect(examples.map((example) => (example as { code?: string }).code)).toEqual(examples.map(() => code))
  })

  test('the operation names the cookies and headers that it needs, or the token of a machine', () => {
    const isSignedOut = /login|health/.test(name)
    const cookie = /token\/refresh/.test(name) ? 'refresh' : 'access'
    const csrf = name.startsWith('GET') ? {} : { csrf: [] }
    const machine =
      /token\/refresh|logout|deactivate\/$/.test(name) && /auth/.test(name) ? [] : [{ machine: [] }]
    expect(operation.security).toEqual(isSignedOut ? [] : [{ [cookie]: [], ...csrf }, ...machine])
    const isWrite = /^(POST|PATCH|DELETE)/.test(name)
    const isRead =
      /login|preview|\/balance|batch-ba|simulate|plans\/$|^POST \/planning\/v1\/rebalances\/$|v1\/scenarios|compare/.test(
        name,
      )
    const isOfObject = /\{id\}|auth\/me|\/dates\/|requirements/.test(name)
    const expected = [
      ...(304 in operation.responses ? ['If-None-Match'] : []),
      ...(412 in operation.responses && isOfObject ? ['If-Match'] : []),
    ]
    const headers = operation.parameters.filter((parameter) => parameter.in === 'header')
    expect(headers.map((header) => header.name)).toEqual([
      ...(isWrite && !isRead ? ['Idempotency-Key'] : []),
      ...expected,
    ])
  })

  test('the operation documents its rate limit on every answer, and Retry-After', () => {
    for (const status of Object.keys(operation.responses))
      expect(Object.keys(documentedResponse(operation, status)?.headers ?? {})).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
      )
    expect(documentedResponse(operation, 429)?.headers).toHaveProperty('Retry-After')
  })
})
