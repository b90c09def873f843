import { compileErrors, validate } from '@readme/openapi-parser'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../server/openapi/document.ts'
import { type InterfaceFile, interfaces } from '../../../server/openapi/interfaces.ts'
import type { Operation } from '../../../server/openapi/schemas.ts'
import { documentedOperations, documentedResponse, validatorOf } from '../../documented.ts'

const operations = documentedOperations.map(({ method, path, operation }) => ({
  name: `${method} ${path}`,
  operation,
}))

describe.each(Object.keys(interfaces) as InterfaceFile[])('%s', (file) => {
  const document = openApiDocument(file)

  test('passes an independent validator', async () => {
    const result = await validate(structuredClone(document) as unknown as Parameters<typeof validate>[0])
    expect(result.valid ? '' : compileErrors(result)).toBe('')
  })

  test('has the paths under its root, and each ends in a slash', () => {
    for (const path of Object.keys(document.paths)) {
      expect(path.startsWith(interfaces[file].root)).toBe(true)
      expect(path).toMatch(/\/$/)
    }
  })

  test('has its tags on every operation', () => {
    const tags = new Set(
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation.tags),
      ),
    )
    expect([...tags].sort()).toEqual(Object.keys(interfaces[file].tags).sort())
  })
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
    const csrf = name.startsWith('GET') ? {} : { csrf: [] }
    expect(operation.security).toEqual(isSignedOut ? [] : [{ [cookie]: [], ...csrf }])
    expect(operation.parameters.filter((parameter) => parameter.in === 'header')).toEqual([])
  })

  test('documents throttling: the limits on every answer, and Retry-After', () => {
    for (const status of Object.keys(operation.responses))
      expect(Object.keys(documentedResponse(operation, status)?.headers ?? {})).toEqual(
        expect.arrayContaining(['RateLimit', 'RateLimit-Policy']),
      )
    expect(documentedResponse(operation, 429)?.headers).toHaveProperty('Retry-After')
  })
})
