import { expect, test } from 'vitest'
import { driftSentence } from '../../../../src/planning/words/plan.ts'

test.each([
  [[1, 0, 0], 'The line still holds.', 'La línea sigue siendo válida.'],
  [[9, 0, 0], 'All 9 lines still hold.', 'Las 9 líneas siguen siendo válidas.'],
  [[9, 1, 0], 'Of 9 lines, 1 would no longer be accepted.', 'De 9 líneas, 1 ya no se aceptaría.'],
  [[9, 0, 2], 'Of 9 lines, 2 are no longer needed.', 'De 9 líneas, 2 ya no hacen falta.'],
  [
    [9, 2, 1],
    'Of 9 lines, 2 would no longer be accepted and 1 is no longer needed.',
    'De 9 líneas, 2 ya no se aceptarían y 1 ya no hace falta.',
  ],
])(
  'a draft says how many of its lines hold, are refused and are not needed: %j',
  (counts, english, spanish) => {
    const [lines = 0, refused = 0, unneeded = 0] = counts
    expect(driftSentence({ lines, refused, unneeded })).toBe(english)
    expect(driftSentence({ lines, refused, unneeded }, 'es')).toBe(spanish)
  },
)
