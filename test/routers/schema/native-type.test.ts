import { expect, test } from 'vitest'
import { nativeText, nativeType } from '../../../routers/schema/native-type.ts'

test.each<[unknown, string, string]>([
  ['a', 'str', "'a'"],
  ["it's", 'str', `"it's"`],
  [true, 'bool', 'True'],
  [false, 'bool', 'False'],
  [3, 'int', '3'],
  [1.5, 'float', '1.5'],
  [[], 'list', '[]'],
  [['a', null, [1]], 'list', "['a', None, [1]]"],
  [{}, 'dict', '{}'],
  [{ id: 'a', ok: true }, 'dict', "{'id': 'a', 'ok': True}"],
])('the value %j is called a %s and written %s', (value, type, written) => {
  expect([nativeType(value), nativeText(value, 50)]).toEqual([type, written])
})

test('only the beginning of a long value is read', () => {
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
  expect(nativeText(deep, 50)).toBeUndefined()
  expect(nativeText(['x'.repeat(46)], 50)).toBe(`['${'x'.repeat(46)}']`)
  expect(nativeText(['x'.repeat(47)], 50)).toBeUndefined()
})
