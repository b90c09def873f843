import { expect, test } from 'vitest'
import { mutants, problemsOf } from './mutants.ts'

test('each of the forty faults can be planted', () => {
  expect(mutants).toHaveLength(40)
  expect(mutants.flatMap(problemsOf)).toEqual([])
})
