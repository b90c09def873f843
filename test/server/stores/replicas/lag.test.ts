import { expect, test } from 'vitest'
import { Lag } from '../../../../server/stores/replicas/replica.ts'

/** The lag behind a log that was at 100 bytes after 1000 ms, at 200 after 2000, and so on, until the given time. */
function lagUntil(end: number) {
  const lag = new Lag()
  for (let at = 1000; at <= end; at += 1000) lag.written(at / 10, at)
  return lag
}

test.each([
  ['all', 500, 0],
  ['more than the primary was last seen at', 550, 0],
  ['all but the last change', 400, 1000],
  ['all but a part of the last change', 499, 1000],
  ['a part', 250, 3000],
  ['nothing', 0, 5000],
])('a replica that has replayed %s lags by as long as it has lacked the rest', (_, lsn, expected) => {
  const lag = lagUntil(5000)
  lag.replayed(lsn)
  expect(lag.at(6000)).toBe(expected)
})

test('a replica that replays nothing lags more and more, until it has everything', () => {
  const lag = lagUntil(600_000)
  expect(lag.at(600_000)).toBe(599_000)
  lag.replayed(59_900)
  expect(lag.at(600_000)).toBeGreaterThan(60_000)
  lag.replayed(60_000)
  expect(lag.at(700_000)).toBe(0)
})
