import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../factories.ts'
import { startService, type TestService } from '../service.ts'

let service: TestService
let make: ReturnType<typeof factories>

beforeAll(async () => {
  service = await startService()
  make = factories(service)
})
afterAll(() => service.close())

test('a tag is created with the defaults of D14', async () => {
  const admin = await service.as('ADMIN')
  const answer = await admin.post('/api/v1/tags/', {
    name: 'Nurse',
    display_name: 'Registered nurse',
    category: 'QUALIFICATION',
  })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.any(String),
    name: 'Nurse',
    display_name: 'Registered nurse',
    category: 'QUALIFICATION',
    hours_delta: '0.00',
    description: '',
    is_active: true,
    created_at: '2026-03-04T10:00:00.000Z',
    updated_at: '2026-03-04T10:00:00.000Z',
  })
})

test('a tag held by an employee cannot be deleted', async () => {
  const admin = await service.as('ADMIN')
  const { tag } = await make.employeeTag()
  expect((await admin.delete(`/api/v1/tags/${tag}/`)).body).toEqual({
    detail: 'The tag is referenced by employees or positions; deactivate it instead.',
    code: 'CONFLICT_HAS_DEPENDENCIES',
  })
})
