import { expect, test } from 'vitest'
import { notFound, unknown } from '../../expect/texts.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const path = '/api/v1/business-rules/'

const { service, admin } = await serviceForFile()

const rule = (code: string, severity: string, threshold: string | null, name: string) => ({
  id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  code,
  name,
  severity,
  threshold,
  enabled: true,
  description: expect.stringMatching(/\.$/),
  created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
})

const seeded = [
  rule('CONTRACT_NEAR_EXPIRY', 'INFO', '30.00', 'Contract near expiry'),
  rule('COVERAGE_EXCEEDED', 'WARNING', null, 'Coverage exceeded'),
  rule('DUPLICATE_ASSIGNMENT', 'BLOCKING', null, 'Duplicate assignment'),
  rule('EMPLOYEE_TERMINATED', 'BLOCKING', null, 'Employee terminated'),
  rule('MAX_CONSECUTIVE_SHIFTS', 'WARNING', null, 'Maximum consecutive shifts'),
  rule('MAX_WEEKLY_HOURS', 'BLOCKING', '60.00', 'Maximum weekly hours'),
  rule('TAG_REQUIREMENT_MISMATCH', 'BLOCKING', null, 'Tag requirement mismatch'),
]

test('the seven seeded rules are listed by code, all at once', async () => {
  const answer = await admin.get(path)
  expect([answer.status, answer.body]).toEqual([200, seeded])
  expect((await admin.get(`${path}?page=7&page_size=2&ordering=nonsense`)).body).toEqual(answer.body)
  expect((await admin.trpc('query', 'business_rules.list')).body).toEqual(answer.body)
})

test('each rule is found by its id', async () => {
  for (const listed of (await admin.get(path)).body) {
    expect(await admin.get(`${path}${listed.id}/`)).toMatchObject({ status: 200, body: listed })
    expect((await admin.trpc('query', 'business_rules.get', { id: listed.id })).body).toEqual(listed)
  }
})

test.each([unknown, 'x', 'MAX_WEEKLY_HOURS'])('%s is not a rule', async (id) => {
  const answer = await admin.get(`${path}${id}/`)
  expect([answer.status, answer.body]).toEqual([404, notFound])
})

test('what an administrator has set shows at once', async () => {
  const [listed] = (await admin.get(path)).body
  const set = { severity: 'WARNING', threshold: '12.50', enabled: false }
  await service.orm.em
    .getConnection()
    .execute(
      `update business_rules set severity = 'WARNING', threshold = 12.5, enabled = false where id = ?`,
      [listed.id],
    )
  expect((await admin.get(`${path}${listed.id}/`)).body).toEqual({ ...listed, ...set })
})

test('the catalogue is read-only', async () => {
  const [{ id }] = (await admin.get(path)).body
  for (const [method, url] of [
    ['POST', path],
    ['PUT', `${path}${id}/`],
    ['PATCH', `${path}${id}/`],
    ['DELETE', `${path}${id}/`],
  ] as const) {
    const refused = await admin.request(method, url)
    expect([refused.status, refused.body]).toEqual([405, { detail: `Method "${method}" not allowed.` }])
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  }
})

test('everyone who is signed in reads the rules', async () => {
  for (const role of ['MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const) {
    const client = await service.as(role)
    const { status, body } = await client.get(path)
    expect([status, body.length]).toEqual([200, 7])
    expect((await client.get(`${path}${body[0].id}/`)).status).toBe(200)
  }
  expect((await service.anonymous().get(path)).status).toBe(401)
})
