import { compileErrors, validate } from '@readme/openapi-parser'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../server/openapi/document.ts'
import type { Operation } from '../../../server/openapi/schemas.ts'
import { documentedResponse, validatorOf } from '../../documented.ts'

const document = openApiDocument()
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

test('the document passes an independent validator', async () => {
  const result = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0])
  expect(result.valid ? '' : compileErrors(result)).toBe('')
})

test('every path ends in a slash', () => {
  for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/.*\/$/)
})

test('operation ids are unique', () => {
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
})

describe.each(operations)('$name', ({ name, operation }: { name: string; operation: Operation }) => {
  const examples = [
    ...(operation.requestBody ? [operation.requestBody] : []),
    ...Object.keys(operation.responses).map((status) => documentedResponse(operation, status)),
  ].flatMap((part) => (part?.content ? [part.content['application/json']] : []))

  test('has a summary', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/)
  })

  test('has an example of every body, and each is valid', () => {
    for (const { schema, example } of examples) {
      const validator = validatorOf(schema)
      expect(validator(example), JSON.stringify([validator.errors, example])).toBe(true)
    }
  })

  test('names the cookies and the CSRF header that it needs', () => {
    const isSignedOut = /login|health/.test(name)
    const cookie = /token\/refresh/.test(name) ? 'refresh' : 'access'
    expect(operation.security).toEqual(isSignedOut ? [] : [{ [cookie]: [] }])
    const headers = operation.parameters.filter((parameter) => parameter.in === 'header')
    const isChecked = !name.startsWith('GET') && !/login/.test(name)
    expect(headers.map((header) => header.name)).toEqual(isChecked ? ['X-CSRFToken'] : [])
  })

  test('documents throttling: the limits on every answer, and Retry-After', () => {
    for (const status of Object.keys(operation.responses))
      expect(Object.keys(documentedResponse(operation, status)?.headers ?? {})).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
      )
    expect(documentedResponse(operation, 429)?.headers).toHaveProperty('Retry-After')
  })
})
