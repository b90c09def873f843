import { expect, test } from 'vitest'
import { type Clients, failure, fieldsOf } from './clients.ts'

const missing = '00000000-0000-4000-8000-000000000000'

/** What the error of a refused call says. */
export function errorTests(clients: Clients): void {
  const { setup, make, observed, signedIn } = clients

  test('wrong credentials are non-field errors', async () => {
    const { client } = observed()
    const { email } = await setup.addUser('VIEWER')
    const error = await failure(client.login(email, 'wrong'))
    expect(fieldsOf(error)).toEqual({
      status: 400,
      detail: undefined,
      fieldErrors: { non_field_errors: ['Unable to log in with provided credentials.'] },
      code: 'INVALID',
    })
    expect(error.message).toBe('Unable to log in with provided credentials.')
  })

  test('an error names the bad fields', async () => {
    const { client } = await signedIn()
    const input = {
      name: 'Nurse',
      display_name: ' ',
      category: 'QUALIFICATION',
      hours_delta: '0.001',
    } as const
    const error = await failure(client.tags.create.mutate(input))
    expect(fieldsOf(error)).toEqual({
      status: 400,
      detail: undefined,
      fieldErrors: {
        display_name: ['This field may not be blank.'],
        hours_delta: ['Ensure that there are no more than 2 decimal places.'],
      },
      code: 'INVALID',
    })
    expect(error.message).toContain('display_name: This field may not be blank.')
  })

  test('a 400 has the messages of the items of a list apart, by item and field', async () => {
    const { client } = await signedIn()
    const changes = [{ kind: 'TERMINATION', employee: missing }] as const
    const error = await failure(client.planning.scenario.mutate({ changes: [...changes] }))
    const problem = `Invalid pk "${missing}" - object does not exist.`
    expect(error.message).toBe(`changes: employee: ${problem}`)
    expect([error.fieldErrors, error.itemErrors]).toEqual([{}, { changes: [{ employee: [problem] }] }])
  })

  test('a refused role, a missing object and a dependency have a status, a detail and a code', async () => {
    const { tag } = await make.employeeTag()
    const { client } = await signedIn()
    const viewer = await signedIn('VIEWER')
    expect(fieldsOf(await failure(viewer.client.tags.delete.mutate({ id: tag })))).toEqual({
      status: 403,
      detail: 'You do not have permission to perform this action.',
      fieldErrors: {},
      code: 'PERMISSION_DENIED',
    })
    const absent = await failure(client.tags.get.query({ id: missing }))
    expect(fieldsOf(absent)).toEqual({
      status: 404,
      detail: 'Not found.',
      fieldErrors: {},
      code: 'NOT_FOUND',
    })
    expect(absent).toMatchObject({ procedure: 'tags.get', requestId: expect.stringMatching(/.{8}/) })
    expect(fieldsOf(await failure(client.tags.delete.mutate({ id: tag })))).toEqual({
      status: 409,
      detail: 'The tag is referenced by employees or positions; deactivate it instead.',
      fieldErrors: {},
      code: 'CONFLICT_HAS_DEPENDENCIES',
    })
  })

  test('an error has the code of its own call of a batch', async () => {
    const { client } = await signedIn('ADMIN', { batch: true, retries: 0 })
    const { name } = await make.tag()
    const tag = { name, display_name: 'x', category: 'CONTRACT' } as const
    const calls = [client.tags.create.mutate(tag), client.tags.create.mutate({ ...tag, name: '' })]
    const errors = await Promise.all(calls.map(failure))
    expect(errors.map(({ code }) => code)).toEqual(['ALREADY_EXISTS', 'INVALID'])
  })

  test.each([{ batch: false }, { batch: true }])(
    'a change with the ETag of an object that has changed since is outdated, with %o',
    async (options) => {
      const { client } = await signedIn('ADMIN', options)
      const { id } = await make.tag()
      let seen = ''
      const onETag = (etag: string) => {
        seen = etag
      }
      await client.tags.get.query({ id }, { onETag })
      const ifMatch = seen
      await client.tags.update.mutate({ id, description: 'Mine' }, { ifMatch, onETag })
      expect(seen).not.toBe(ifMatch)
      const late = await failure(client.tags.update.mutate({ id, description: 'Theirs' }, { ifMatch }))
      expect(late).toMatchObject({ status: 412, outdated: true, retryable: false })
      expect(late.message).toBe('The object has changed since you read it.')
      await client.tags.delete.mutate({ id }, { ifMatch: seen })
      expect(await failure(client.tags.get.query({ id }))).toMatchObject({ status: 404, outdated: false })
    },
  )
}
