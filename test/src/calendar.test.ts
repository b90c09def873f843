import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, calendarIn, daysBetween, isDate, isoWeek, overlapDays } from '../../src/calendar.ts'

const date = fc.integer({ min: 0, max: 3_652_058 }).map((days) => addDays('0001-01-01', days))
const period = fc
  .tuple(date, fc.nat(400))
  .map(([start_date, length]) => ({ start_date, end_date: addDays(start_date, length) }))

test.each([
  ['2026-03-23', '2026-03-23', '2026-03-29'],
  ['2026-03-26', '2026-03-23', '2026-03-29'],
  ['2026-03-29', '2026-03-23', '2026-03-29'],
  ['2026-03-30', '2026-03-30', '2026-04-05'],
  ['2024-12-31', '2024-12-30', '2025-01-05'],
  ['2021-01-03', '2020-12-28', '2021-01-03'],
  ['2021-01-04', '2021-01-04', '2021-01-10'],
  ['2024-02-29', '2024-02-26', '2024-03-03'],
  ['1969-12-31', '1969-12-29', '1970-01-04'],
  ['0050-01-01', '0049-12-27', '0050-01-02'],
  ['0001-01-01', '0001-01-01', '0001-01-07'],
])('the ISO week of %s is %s to %s', (reference, start_date, end_date) => {
  expect(isoWeek(reference)).toEqual({ start_date, end_date })
})

test('the last ISO week ends with the last date', () => {
  expect(isoWeek('9999-12-31')).toEqual({ start_date: '9999-12-27', end_date: '9999-12-31' })
})

test('all days of an ISO week have the same week', () => {
  fc.assert(
    fc.property(date, fc.nat(6), (reference, day) => {
      const week = isoWeek(reference)
      expect(isoWeek(addDays(week.start_date, day))).toEqual(week)
    }),
  )
})

test.each([
  ['2026-02-28', 1, '2026-03-01'],
  ['2024-02-28', 1, '2024-02-29'],
  ['2025-12-31', 1, '2026-01-01'],
  ['2026-01-01', -1, '2025-12-31'],
  ['0099-12-31', 1, '0100-01-01'],
  ['1900-02-28', 1, '1900-03-01'],
  ['2026-03-24', 0, '2026-03-24'],
  ['9999-12-31', 99_999_999, '9999-12-31'],
  ['0001-01-01', -1, '0001-01-01'],
])('addDays to %s of %i is %s', (start, days, end) => {
  expect(addDays(start, days)).toBe(end)
})

test('daysBetween is the inverse of addDays', () => {
  fc.assert(fc.property(date, date, (a, b) => addDays(a, daysBetween(a, b)) === b))
})

test.each([
  ['the week inside the period', '2026-01-01', '2026-12-31', 7],
  ['an open end', '2026-01-01', null, 7],
  ['a start within the week', '2026-03-25', null, 5],
  ['an end within the week', '2026-01-01', '2026-03-24', 2],
  ['the period inside the week', '2026-03-24', '2026-03-26', 3],
  ['an end on Monday', '2026-01-01', '2026-03-23', 1],
  ['an end on the Sunday before', '2026-01-01', '2026-03-22', 0],
  ['a start on Sunday', '2026-03-29', null, 1],
  ['a start on the Monday after', '2026-03-30', null, 0],
  ['a period long past', '2020-01-01', '2020-01-02', 0],
])(
  'overlapDays counts both ends of a period in the week of 2026-03-23: %s',
  (_, start_date, end_date, days) => {
    expect(overlapDays({ start_date, end_date }, isoWeek('2026-03-23'))).toBe(days)
  },
)

test('overlapDays counts each day in both periods', () => {
  fc.assert(
    fc.property(period, fc.integer({ min: -500, max: 500 }), fc.nat(20), (a, shift, length) => {
      const start_date = addDays(a.start_date, shift)
      const b = { start_date, end_date: addDays(start_date, length) }
      const shared = Array.from({ length: daysBetween(b.start_date, b.end_date) + 1 }, (_, day) =>
        addDays(start_date, day),
      ).filter((day) => a.start_date <= day && day <= a.end_date)
      expect(overlapDays(a, b)).toBe(shared.length)
      expect(overlapDays(b, a)).toBe(shared.length)
    }),
  )
})

test.each(['2026-03-24', '2024-02-29', '2000-02-29', '0001-01-01', '0099-12-31', '9999-12-31'])(
  'the text %s is a date',
  (text) => {
    expect(isDate(text)).toBe(true)
  },
)

test.each([
  '',
  '2026-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-01-32',
  '0000-01-01',
  '2026-3-24',
  '26-03-24',
  '10000-01-01',
  '+02026-03-24',
  '2026/03/24',
  '20260324',
  '2026-03-24T00:00:00Z',
  ' 2026-03-24',
  '2026-03-24\n',
  '٢٠٢٦-٠٣-٢٤',
  'today',
])('the text %j is not a date', (text) => {
  expect(isDate(text)).toBe(false)
})

test.each([
  ['UTC', '2026-03-28T23:59:59.999Z', '2026-03-28'],
  ['UTC', '2026-03-29T00:00:00Z', '2026-03-29'],
  ['Europe/Madrid', '2026-03-28T22:59:59Z', '2026-03-28'],
  ['Europe/Madrid', '2026-03-28T23:00:00Z', '2026-03-29'],
  ['Europe/Madrid', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Madrid', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Madrid', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Europe/Madrid', '2026-10-25T23:00:00Z', '2026-10-26'],
  ['America/Bogota', '2026-01-01T04:59:59Z', '2025-12-31'],
  ['America/Bogota', '2026-01-01T05:00:00Z', '2026-01-01'],
  ['Pacific/Kiritimati', '2025-12-31T10:00:00Z', '2026-01-01'],
  ['Pacific/Pago_Pago', '2026-01-01T10:59:59Z', '2025-12-31'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-02'],
])('the date in the time zone %s at %s is %s', (zone, instant, today) => {
  expect(calendarIn(zone)(new Date(instant))).toBe(today)
})

test('every date is valid, and adding no days returns it', () => {
  fc.assert(fc.property(date, (text) => isDate(text) && addDays(text, 0) === text))
})
