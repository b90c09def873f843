import { describe, expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { notFound } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/employees/'
const start = new Date('2026-03-04T10:00:00.000Z')
const unknownId = '0b5f3c9e-7c1d-4f5e-9a3b-2d1c0e9f8a7b'
const uuidV4 = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)

let made = 0

const { service, make, admin } = await serviceForFile()

const required = () => ({
  employee_number: `N-${++made}`,
  first_name: 'Ana',
  last_name: 'Ruiz',
  email: `ana${made}@clinic.example`,
})

const detailOf = (fields: object) => ({
  id: uuidV4,
  status: 'ONBOARDING',
  document_number: '',
  date_of_birth: null,
  hire_date: null,
  photo: null,
  termination_date: null,
  leave_started_at: null,
  current_proposal: null,
  created_at: '2026-03-04T10:00:00.000Z',
  updated_at: '2026-03-04T10:00:00.000Z',
  ...fields,
})

describe('creation', () => {
  test('needs four fields, gives the rest their defaults, and answers 201 with the detail', async () => {
    const body = required()
    const answer = await admin.post(path, body)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual(detailOf(body))
    expect((await admin.get(`${path}${answer.body.id}/`)).body).toEqual(answer.body)
  })

  test('takes every writable field', async () => {
    const body = {
      ...required(),
      document_number: '12345678-Z',
      date_of_birth: '1990-02-28',
      hire_date: '2026-03-01',
      photo: 'https://clinic.example/ana.png',
    }
    expect((await admin.post(path, body)).body).toEqual(detailOf(body))
  })

  test('ignores read-only and unknown fields', async () => {
    const body = required()
    const answer = await admin.post(path, {
      ...body,
      id: unknownId,
      status: 'ACTIVE',
      termination_date: '2026-01-01',
      leave_started_at: '2026-01-01T00:00:00Z',
      current_proposal: { proposal_type: 'TRANSFER' },
      created_at: '2000-01-01T00:00:00Z',
      shoe_size: 42,
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual(detailOf(body))
    expect(answer.body.id).not.toBe(unknownId)
  })

  test('appends nothing to the transition log', async () => {
    const { body } = await admin.post(path, required())
    expect((await admin.get(`${path}${body.id}/transitions/`)).body).toEqual({
      count: 0,
      next: null,
      previous: null,
      results: [],
    })
  })

  test('works the same over tRPC', async () => {
    const body = required()
    const answer = await admin.trpc('mutation', 'employees.create', body)
    expect(answer.body).toEqual(detailOf(body))
    expect((await admin.trpc('query', 'employees.get', { id: answer.body.id })).body).toEqual(answer.body)
  })

  test('trims text and keeps what is inside it', async () => {
    const body = { ...required(), first_name: '  María  José ', document_number: '   ' }
    expect((await admin.post(path, body)).body).toEqual(
      detailOf({ ...body, first_name: 'María  José', document_number: '' }),
    )
  })
})

const requiredMessage = ['This field is required.']
const blank = ['This field may not be blank.']
const wrongDate = ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.']
const tooLong = (length: number) => [`Ensure this field has no more than ${length} characters.`]

describe('a refused body is 400 and names every wrong field', () => {
  test('an empty body lacks all required fields', async () => {
    const answer = await admin.post(path, {})
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      employee_number: requiredMessage,
      first_name: requiredMessage,
      last_name: requiredMessage,
      email: requiredMessage,
    })
  })

  test.each<[object, object]>([
    [{ employee_number: ' ' }, { employee_number: blank }],
    [{ first_name: '' }, { first_name: blank }],
    [{ last_name: null }, { last_name: ['This field may not be null.'] }],
    [{ document_number: null }, { document_number: ['This field may not be null.'] }],
    [{ first_name: 5 }, { first_name: ['Not a valid string.'] }],
    [{ photo: false }, { photo: ['Not a valid string.'] }],
    [{ first_name: 'a\0b' }, { first_name: ['Null characters are not allowed.'] }],
    [{ employee_number: 'x'.repeat(51) }, { employee_number: tooLong(50) }],
    [{ first_name: 'x'.repeat(151) }, { first_name: tooLong(150) }],
    [{ last_name: 'x'.repeat(151) }, { last_name: tooLong(150) }],
    [{ document_number: 'x'.repeat(51) }, { document_number: tooLong(50) }],
    [{ photo: 'x'.repeat(501) }, { photo: tooLong(500) }],
    [{ email: `${'x'.repeat(251)}@a.b` }, { email: tooLong(254) }],
    [{ email: 'x'.repeat(255) }, { email: [...tooLong(254), 'Enter a valid email address.'] }],
    [{ email: 'a@b@c' }, { email: ['Enter a valid email address.'] }],
    [{ email: 'a@b..c' }, { email: ['Enter a valid email address.'] }],
    [{ email: '@b' }, { email: ['Enter a valid email address.'] }],
    [{ photo: 'javascript:alert(document.domain)' }, { photo: ['Enter a valid URL.'] }],
    [{ photo: ' JAVA\tSCRIPT:alert(1)' }, { photo: ['Enter a valid URL.'] }],
    [{ photo: 'data:text/html,x' }, { photo: ['Enter a valid URL.'] }],
    [{ photo: 'vbscript:x' }, { photo: ['Enter a valid URL.'] }],
    [{ photo: 'file:///etc/passwd' }, { photo: ['Enter a valid URL.'] }],
    [{ photo: 'https://' }, { photo: ['Enter a valid URL.'] }],
    [{ hire_date: '2026-2-1' }, { hire_date: wrongDate }],
    [{ hire_date: '2026-02-29' }, { hire_date: wrongDate }],
    [{ date_of_birth: '2026-03-04T10:00:00Z' }, { date_of_birth: wrongDate }],
    [{ date_of_birth: 20260304 }, { date_of_birth: wrongDate }],
    [{ date_of_birth: '' }, { date_of_birth: wrongDate }],
    [
      { first_name: '', email: 'nobody', hire_date: 'soon' },
      { first_name: blank, email: ['Enter a valid email address.'], hire_date: wrongDate },
    ],
  ])('%j', async (wrong, errors) => {
    const { id } = await make.employee()
    const created = await admin.post(path, { ...required(), ...wrong })
    const changed = await admin.patch(`${path}${id}/`, wrong)
    expect([created.status, created.body]).toEqual([400, errors])
    expect([changed.status, changed.body]).toEqual([400, errors])
  })

  test('text of the maximum length, counted in characters, is accepted', async () => {
    const body = {
      employee_number: '🩺'.repeat(50),
      first_name: 'é'.repeat(150),
      last_name: '𝒜'.repeat(150),
      email: `${'x'.repeat(242)}@clinic.test`,
      document_number: '9'.repeat(50),
      photo: 'p'.repeat(500),
    }
    expect(body.email).toHaveLength(254)
    expect((await admin.post(path, body)).body).toEqual(detailOf(body))
  })

  test.each([
    '',
    '/photos/1042.jpg',
    '1042.jpg',
    'photos/10:42.jpg',
    'http://a.example/b',
    'HTTPS://a.example/b?c=d:e',
  ])('a photo may be the address or the path %j', async (photo) => {
    const { id } = await make.employee()
    expect((await admin.patch(`${path}${id}/`, { photo })).body.photo).toBe(photo)
  })

  test('the refusal has the same body over tRPC', async () => {
    await expectAnswer(admin.trpc('mutation', 'employees.create', { ...required(), email: 'nobody' }), 400, {
      email: ['Enter a valid email address.'],
    })
  })
})

describe('an update', () => {
  test('changes what it is sent, leaves the rest, and touches updated_at', async () => {
    const before = (await admin.post(path, { ...required(), photo: 'p.png', hire_date: '2026-01-01' })).body
    service.clock.now = new Date('2026-03-04T10:05:00.123Z')
    const sent = { last_name: ' Ríos ', hire_date: null, date_of_birth: '1991-12-31' }
    const answer = await admin.patch(`${path}${before.id}/`, sent)
    service.clock.now = start
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      ...before,
      ...sent,
      last_name: 'Ríos',
      updated_at: '2026-03-04T10:05:00.123Z',
    })
    expect((await admin.get(`${path}${before.id}/`)).body).toEqual(answer.body)
  })

  test('takes every writable field', async () => {
    const before = (await admin.post(path, required())).body
    const sent = {
      ...required(),
      first_name: 'Bea',
      last_name: 'Soto',
      document_number: 'X1',
      date_of_birth: '1970-01-01',
      hire_date: '1999-12-31',
      photo: '/b.png',
    }
    expect((await admin.patch(`${path}${before.id}/`, sent)).body).toEqual({ ...before, ...sent })
  })

  test('cannot change the status or anything else that is read-only', async () => {
    const before = (await admin.post(path, required())).body
    const sent = { status: 'TERMINATED', id: unknownId, termination_date: '2026-01-01', created_at: null }
    await expectAnswer(admin.patch(`${path}${before.id}/`, sent), 200, before)
    expect((await admin.get(`${path}${before.id}/transitions/`)).body.count).toBe(0)
  })

  test('without a body changes nothing', async () => {
    const before = (await admin.post(path, required())).body
    expect((await admin.patch(`${path}${before.id}/`)).body).toEqual(before)
  })

  test('works the same over tRPC', async () => {
    const before = (await admin.post(path, required())).body
    const answer = await admin.trpc('mutation', 'employees.update', { id: before.id, first_name: 'Eva' })
    expect(answer.body).toEqual({ ...before, first_name: 'Eva' })
  })
})

describe('an employee number', () => {
  const taken = { employee_number: ['employee with this employee number already exists.'] }

  test('is unique at creation and in an update', async () => {
    const { employee_number } = await make.employee()
    const { id } = await make.employee()
    const created = await admin.post(path, { ...required(), employee_number })
    const changed = await admin.patch(`${path}${id}/`, { employee_number })
    const called = await admin.trpc('mutation', 'employees.create', { ...required(), employee_number })
    for (const answer of [created, changed, called])
      expect([answer.status, answer.body]).toEqual([400, taken])
  })

  test('is compared as stored: trimmed and case-sensitive', async () => {
    const { employee_number } = await make.employee({ employee_number: 'Case-1' })
    await expectAnswer(
      admin.post(path, { ...required(), employee_number: ` ${employee_number} ` }),
      400,
      taken,
    )
    const lower = await admin.post(path, { ...required(), employee_number: 'case-1' })
    expect(lower.status).toBe(201)
  })

  test('may be sent again to the employee who has it', async () => {
    const { id, employee_number } = await make.employee()
    expect((await admin.patch(`${path}${id}/`, { employee_number })).status).toBe(200)
  })

  test('is given to one of the requests that race for it, and refused as 400 to the others', async () => {
    const bodies = Array.from({ length: 5 }, () => ({ ...required(), employee_number: 'RACE' }))
    const answers = await Promise.all(bodies.map((body) => admin.post(path, body)))
    const refused = answers.filter((answer) => answer.status !== 201)
    expect(refused.map(({ status, body }) => [status, body])).toEqual(Array(4).fill([400, taken]))
  })

  test('an email, unlike a number, may be shared', async () => {
    const { email } = await make.employee()
    expect((await admin.post(path, { ...required(), email })).status).toBe(201)
  })
})

describe('what the API does not offer', () => {
  test('an employee cannot be deleted or replaced', async () => {
    const { id } = await make.employee()
    for (const method of ['DELETE', 'PUT']) {
      await expectAnswer(admin.request(method, `${path}${id}/`), 405, {
        detail: `Method "${method}" not allowed.`,
      })
    }
    expect((await admin.get(`${path}${id}/`)).status).toBe(200)
  })

  test.each([unknownId, 'abc', '1', unknownId.replaceAll('-', '')])('the id %s is 404', async (id) => {
    const answers = await Promise.all([
      admin.get(`${path}${id}/`),
      admin.patch(`${path}${id}/`, { first_name: 'Eva' }),
      admin.get(`${path}${id}/transitions/`),
      admin.get(`${path}${id}/available-transitions/`),
      admin.post(`${path}${id}/activate/`),
      admin.trpc('query', 'employees.get', { id }),
    ])
    for (const { status, body } of answers) expect([status, body]).toEqual([404, notFound])
  })

  test('an id is found whatever its case', async () => {
    const { id } = await make.employee()
    expect((await admin.get(`${path}${id.toUpperCase()}/`)).body.id).toBe(id)
  })
})

describe('a proposal', () => {
  test('is shown in the detail while it is pending, and never in a list', async () => {
    const employee = await make.employee({
      status: 'PROPOSAL_PENDING',
      previous_status: 'ON_LEAVE',
      proposal_notes: 'Night shift',
      leave_started_at: new Date('2026-02-01T08:30:00.500Z'),
      updated_at: service.clock.now,
    })
    expect((await admin.get(`${path}${employee.id}/`)).body).toEqual(
      detailOf({
        id: employee.id,
        employee_number: employee.employee_number,
        first_name: employee.first_name,
        last_name: employee.last_name,
        email: employee.email,
        status: 'PROPOSAL_PENDING',
        leave_started_at: '2026-02-01T08:30:00.500Z',
        current_proposal: {
          proposal_type: 'TRANSFER',
          notes: 'Night shift',
          expires_at: '2026-03-11T10:00:00.000Z',
          previous_status: 'ON_LEAVE',
        },
      }),
    )
    const { results } = (await admin.get(`${path}?search=${employee.employee_number}`)).body
    expect(results[0]).not.toHaveProperty('current_proposal')
  })
})
