import { expect, test } from 'vitest'
import { reference } from '../../../server/openapi/reference.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { admin } = await serviceForFile()

test('the rules have the severities and thresholds that the database is seeded with', async () => {
  const { body } = await admin.get('/api/v1/business-rules/')
  for (const { code, severity, threshold } of body) {
    const row = reference()
      .split('\n')
      .find((line) => line.startsWith(`| \`${code}\` | ${severity} |`))
    expect(row, code).toContain(threshold ?? '')
  }
})
