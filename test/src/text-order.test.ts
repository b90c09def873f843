import { expect, test } from 'vitest'
import { compareText } from '../../src/text-order.ts'

test('text is ordered as a reader expects, whatever its accents and its case', () => {
  const names = ['Zapata', 'álvarez', 'Bravo', 'Álvarez', 'alba', 'TAGB', 'TAG_A', 'Ñandú', 'nunca', 'ob']
  expect(names.sort(compareText)).toEqual([
    'alba',
    'álvarez',
    'Álvarez',
    'Bravo',
    'Ñandú',
    'nunca',
    'ob',
    'TAG_A',
    'TAGB',
    'Zapata',
  ])
})
