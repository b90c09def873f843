import { expect, test } from 'vitest'
import { reference } from '../../../server/openapi/reference.ts'
import { serviceForFile } from '../../setup/fixture.ts'

const { admin } = await serviceForFile()

test('the reference shows the rules with the severities and thresholds of a new database', async () => {
  const { body } = await admin.get('/api/v1/business-rules/')
  for (const { code, severity, threshold } of body) {
    const row = reference()
      .split('\n')
      .find((line) => line.startsWith(`| \`${code}\` | ${severity} |`))
    expect(row, code).toContain(threshold ?? '')
  }
})
