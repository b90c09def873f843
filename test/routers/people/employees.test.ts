import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
import { unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/employees/'
const start = new Date('2026-03-04T10:00:00.000Z')
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

test('an employee is created from four fields, and the others get their defaults', async () => {
  const body = required()
  const { body: created } = await expectAnswer(admin.post(path, body), 201, detailOf(body))
  expect((await admin.get(`${path}${created.id}/`)).body).toEqual(created)
  expect((await admin.get(`${path}${created.id}/transitions/`)).body.count).toBe(0)
})

test('a creation and a PATCH of an employee accept every writable field', async () => {
  const body = {
    ...required(),
    document_number: '12345678-Z',
    date_of_birth: '1990-02-28',
    hire_date: '2026-03-01',
    photo: 'https://clinic.example/ana.png',
  }
  await expectAnswer(admin.post(path, body), 201, detailOf(body))
  const { id } = (await admin.post(path, required())).body
  const other = { ...body, ...required() }
  await expectAnswer(admin.patch(`${path}${id}/`, other), 200, detailOf(other))
})

test('a creation ignores read-only and unknown fields', async () => {
  const body = required()
  const ignored = {
    id: unknown,
    status: 'ACTIVE',
    termination_date: '2026-01-01',
    leave_started_at: '2026-01-01T00:00:00Z',
    current_proposal: { proposal_type: 'TRANSFER' },
    created_at: '2000-01-01T00:00:00Z',
    shoe_size: 42,
  }
  const created = await expectAnswer(admin.post(path, { ...body, ...ignored }), 201, detailOf(body))
  expect(created.body.id).not.toBe(unknown)
})

test('texts of an employee are trimmed, but not changed inside', async () => {
  const body = { ...required(), first_name: '  María  José ', document_number: '   ' }
  const stored = { ...body, first_name: 'María  José', document_number: '' }
  await expectAnswer(admin.post(path, body), 201, detailOf(stored))
})

test.each([
  'javascript:alert(document.domain)',
  ' JAVASCRIPT:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'https://',
])('the photo %j is refused as an invalid URL', async (photo) => {
  const { id } = await make.employee()
  const refusal = { photo: ['Enter a valid URL.'] }
  await expectAnswer(admin.post(path, { ...required(), photo }), 400, refusal)
  await expectAnswer(admin.patch(`${path}${id}/`, { photo }), 400, refusal)
})

test.each([
  '',
  '/photos/1042.jpg',
  '1042.jpg',
  'photos/10:42.jpg',
  'http://a.example/b',
  'HTTPS://a.example/b?c=d:e',
])('a photo can be the address or path %j', async (photo) => {
  const { id } = await make.employee()
  expect((await admin.patch(`${path}${id}/`, { photo })).body.photo).toBe(photo)
})

test('a PATCH of an employee changes the given fields and updated_at only', async () => {
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

test('a PATCH of an employee ignores the status and other read-only fields', async () => {
  const before = (await admin.post(path, required())).body
  const sent = { status: 'TERMINATED', id: unknown, termination_date: '2026-01-01', created_at: null }
  await expectAnswer(admin.patch(`${path}${before.id}/`, sent), 200, before)
  expect((await admin.get(`${path}${before.id}/transitions/`)).body.count).toBe(0)
})

test('a PATCH of an employee without a body changes nothing', async () => {
  const before = (await admin.post(path, required())).body
  expect((await admin.patch(`${path}${before.id}/`)).body).toEqual(before)
})

const taken = { employee_number: ['employee with this employee number already exists.'] }

test('the employee_number is unique in creations and updates', async () => {
  const { employee_number } = await make.employee()
  const { id } = await make.employee()
  const created = await admin.post(path, { ...required(), employee_number })
  const changed = await admin.patch(`${path}${id}/`, { employee_number })
  for (const answer of [created, changed]) expect([answer.status, answer.body]).toEqual([400, taken])
})

test('employee numbers are compared after trimming, and case-sensitively', async () => {
  const { employee_number } = await make.employee({ employee_number: 'Case-1' })
  await expectAnswer(admin.post(path, { ...required(), employee_number: ` ${employee_number} ` }), 400, taken)
  const lower = await admin.post(path, { ...required(), employee_number: 'case-1' })
  expect(lower.status).toBe(201)
})

test('the employee_number can be repeated in a PATCH', async () => {
  const { id, employee_number } = await make.employee()
  expect((await admin.patch(`${path}${id}/`, { employee_number })).status).toBe(200)
})

test('two employees can share an email', async () => {
  const { email } = await make.employee()
  expect((await admin.post(path, { ...required(), email })).status).toBe(201)
})

test('an employee is found by an id in capital letters', async () => {
  const { id } = await make.employee()
  expect((await admin.get(`${path}${id.toUpperCase()}/`)).body.id).toBe(id)
})

test('a pending proposal is shown in the detail of the employee, and never in a list', async () => {
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
