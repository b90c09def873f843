import { expect, test } from 'vitest'
import { evenTicks, spread, timeTicks } from '../../ops/console/src/chart/axes.ts'

test.each([
  [0, 0, [0, 1]],
  [0, 1, [0, 1]],
  [0, 2, [0, 1, 2]],
  [0, 4, [0, 1, 2, 3, 4]],
  [0, 5, [0, 2, 4, 6]],
  [0, 36, [0, 10, 20, 30, 40]],
  [0, 100, [0, 50, 100]],
  [0, 41_000, [0, 20_000, 40_000, 60_000]],
  [3521, 4840, [3500, 4000, 4500, 5000]],
  [400, 400, [400, 401]],
])('an axis from %d to %d has whole numbers at even distances', (least, most, ticks) => {
  expect(evenTicks(least, most)).toEqual(ticks)
})

test('a time axis has its labels at quarters of an hour or a day, or at midnight', () => {
  const from = new Date(2026, 10, 15, 21, 50).getTime()
  const labelled = (range: 'hour' | 'day' | 'week', minutes: number, count: number) => {
    const instants = Array.from({ length: count }, (_, index) => new Date(from + index * minutes * 60_000))
    const chosen = timeTicks(
      instants.map((instant) => instant.toISOString()),
      range,
    )
    return chosen.map((instant) => {
      const at = new Date(instant)
      return `${at.getDate()} ${at.getHours()}:${at.getMinutes()}`
    })
  }
  expect(labelled('hour', 1, 60)).toEqual(['15 22:0', '15 22:15', '15 22:30', '15 22:45'])
  expect(labelled('day', 10, 144)).toEqual(['16 0:0', '16 6:0', '16 12:0', '16 18:0'])
  expect(labelled('week', 10, 500)).toEqual(['16 0:0', '17 0:0', '18 0:0', '19 0:0'])
})

test('the labels of an axis are thinned out evenly', () => {
  expect(spread([1, 2, 3], 3)).toEqual([1, 2, 3])
  expect(spread([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
})
