import { expect, test } from 'vitest'
import { nativeText, nativeType } from '../../../routers/gate/native-type.ts'

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
])('%j is a %s, written %s', (value, type, written) => {
  expect([nativeType(value), nativeText(value)]).toEqual([type, written])
})
