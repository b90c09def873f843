import { expect, test } from 'vitest'
import { compareText } from '../../src/text-order.ts'

test('texts are sorted as a reader expects, regardless of accents and case', () => {
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
