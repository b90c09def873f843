import { expect, test } from 'vitest'
import { expectAnswer } from '../../expect/answer.ts'
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

test('the list shows the seven seeded rules by code, without pages', async () => {
  const answer = await expectAnswer(admin.get(path), 200, seeded)
  expect((await admin.get(`${path}?page=7&page_size=2&ordering=nonsense`)).body).toEqual(answer.body)
})

test('a business rule is found by its id', async () => {
  for (const listed of (await admin.get(path)).body) {
    expect(await admin.get(`${path}${listed.id}/`)).toMatchObject({ status: 200, body: listed })
  }
})

test('a change of a business rule shows at once', async () => {
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
