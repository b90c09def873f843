import { expect, test } from 'vitest'
import { describeFields } from '../../../routers/texts/describe.ts'
import { texts } from '../../../routers/texts/texts.ts'

test('every field and every named schema has a text, and every text has a field', () => {
  expect(describeFields()).toEqual({ missing: [], unused: [] })
})

test('texts are sentences', () => {
  for (const [section, all] of Object.entries(texts))
    for (const [key, text] of Object.entries(all))
      expect(text, `${section}: ${key}`).toMatch(/^[A-Z0-9`].*\.$/)
})
