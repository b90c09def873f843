import { expect, test } from 'vitest'
import { judgeFloods } from './judge.ts'

const door = { name: 'ended session', tries: 40, opened: 0, longest: 20 }

test('the judge accepts doors that stay shut, and memory that grows by a fifth', () => {
  expect(judgeFloods([door], 100, [90, 120])).toEqual([])
})

test('the judge notices an open door, one at which too few have knocked, and memory that stays taken', () => {
  expect(
    judgeFloods(
      [
        { ...door, opened: 1 },
        { ...door, tries: 39 },
      ],
      100,
      [121],
    ),
  ).toEqual([
    'ended session: 1 of 40 let in.',
    'ended session: 0 of 39 let in.',
    '121 MB of memory after a flood, 100 MB before.',
  ])
})
