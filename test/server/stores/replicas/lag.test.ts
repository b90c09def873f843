import { expect, test } from 'vitest'
import { Lag, PrimaryLog } from '../../../../server/stores/replicas/primary.ts'

/** A log that was at 100 bytes after 1000 ms, at 200 after 2000, and so on, until the given time. */
function logUntil(end: number) {
  const log = new PrimaryLog()
  for (let at = 1000; at <= end; at += 1000) log.add({ lsn: at / 10, at })
  return log
}

test.each([
  ['all', 500, 0],
  ['more than the primary was last seen at', 550, 0],
  ['all but the last change', 400, 1000],
  ['all but a part of the last change', 499, 1000],
  ['a part', 250, 3000],
  ['nothing', 0, 5000],
])('a replica that has replayed %s lags by as long as it has lacked the rest', (_, lsn, lag) => {
  const replica = new Lag()
  replica.replayed(lsn, logUntil(5000))
  expect(replica.at(6000)).toBe(lag)
})

test('a replica that stopped replaying lags more and more, even beyond the known log', () => {
  const replica = new Lag()
  replica.replayed(200, logUntil(5000))
  const log = logUntil(600_000)
  replica.replayed(200, log)
  expect(replica.at(600_000)).toBe(597_000)
  replica.replayed(59_900, log)
  expect(replica.at(600_000)).toBe(0)
  replica.replayed(60_000, log)
  expect(replica.at(700_000)).toBe(0)
})

test('an idle primary makes no replica lag', () => {
  const log = new PrimaryLog()
  for (let at = 0; at <= 10_000; at += 200) log.add({ lsn: 100, at })
  const replica = new Lag()
  replica.replayed(100, log)
  expect(replica.at(10_000)).toBe(0)
})
