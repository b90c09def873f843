import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import type { HistoryNight } from '../../src/planning/establishment/history.ts'
import type { Night } from '../../src/planning/establishment/night.ts'
import { type Em, readRow, readRows } from '../connection/em.ts'
import { decimal, instant } from '../lists/columns.ts'
import { index } from '../lists/orderings.ts'
import { changeRows } from '../lists/rows.ts'
import { keepCliffs } from './cliff.ts'

/** The nights of which the figures were kept, are being kept, or could not be kept. */
export const CoverageNight = defineEntity({
  name: 'CoverageNight',
  tableName: 'coverage_nights',
  properties: {
    /** The clinic's date. */
    day: p.date().primary(),
    begun_at: instant(),
    finished_at: instant().nullable(),
    /** Why nothing was kept: planning refuses the clinic. */
    problem: p.text().nullable(),
  },
})

/** What a night found out about an org unit and all units below it, as they stood on that day. */
export const CoverageHistory = defineEntity({
  name: 'CoverageHistory',
  tableName: 'coverage_history',
  properties: {
    org_unit_id: p.uuid().primary(),
    day: p.date().primary(),
    required_hours: decimal(12),
    booked_hours: decimal(12),
    secure_hours: decimal(12),
    required_in_4: decimal(12),
    secure_in_4: decimal(12),
    required_in_8: decimal(12),
    secure_in_8: decimal(12),
    required_in_12: decimal(12),
    secure_in_12: decimal(12),
  },
  indexes: [index('coverage_history', 'by_day', '(day)')],
})

/** For how many days the history is kept. */
export const keptDays = 400
/** After how many minutes another process takes over a night that was not finished. */
const patience = 10

const minutesBefore = (at: Date, minutes: number) => new Date(at.getTime() - minutes * 60_000)

/** Whether this process is to keep the figures of the day: once a day, and again after a failure. */
export const beginNight = async (em: Em, day: string, at: Date) =>
  (await changeRows(em)`
    insert into coverage_nights (day, begun_at) values (${day}, ${at})
    on conflict (day) do update set begun_at = excluded.begun_at
      where coverage_nights.finished_at is null and coverage_nights.begun_at <= ${minutesBefore(at, patience)}`) >
  0

type Kept = { day: string; at: Date }

/**
 * Keeps what the night found out, and forgets what is older than {@link keptDays}. False if another process, which took
 * the night over, has kept it meanwhile.
 */
export async function keepNight(em: Em, { day, at }: Kept, { units, cliffs }: Night): Promise<boolean> {
  if ((await finishNight(em, { day, at })) === 0) return false
  const rows = units.map(({ org_unit_id, now, ahead: [in4, in8, in12] }) => ({
    ...{ org_unit_id, ...now },
    ...{ required_in_4: in4?.required_hours, secure_in_4: in4?.secure_hours },
    ...{ required_in_8: in8?.required_hours, secure_in_8: in8?.secure_hours },
    ...{ required_in_12: in12?.required_hours, secure_in_12: in12?.secure_hours },
  }))
  await changeRows(em)`
    insert into coverage_history select kept.* from jsonb_populate_recordset(null::coverage_history,
      ${JSON.stringify(rows.map((row) => ({ ...row, day })))}::jsonb) kept
    on conflict do nothing`
  await keepCliffs(em, cliffs, at)
  await changeRows(em)`delete from coverage_history where day < ${day}::date - ${keptDays}::int`
  await changeRows(em)`delete from coverage_nights where day < ${day}::date - ${keptDays}::int`
  return true
}

/** Records that the night is over, or why nothing was kept; returns 0 if it was over already. */
export const finishNight = (em: Em, { day, at }: Kept, problem: string | null = null) =>
  changeRows(em)`update coverage_nights set finished_at = ${at}, problem = ${problem}
    where day = ${day} and finished_at is null`

/** How much an org unit requires and has, as the metrics show it, now and some weeks ahead. */
type UnitFigures = { code: string; required: number[]; secure: number[] }
export type LatestNight = { day: string; finished_at: string; units: UnitFigures[] }

/** The most UNITs that the metrics show. */
const mostUnits = 50

/** The last night that was kept: the clinic, and those of its units that require most hours. */
export const readLatestNight = (em: Em) =>
  readRow<LatestNight>(em)`
    select n.day::text, n.finished_at, coalesce((select json_agg(json_build_object('code', code,
        'required', json_build_array(required_hours, required_in_4, required_in_8, required_in_12),
        'secure', json_build_array(secure_hours, secure_in_4, secure_in_8, secure_in_12))) from (
      select h.*, u.code from coverage_history h join org_units u on u.id = h.org_unit_id
      where h.day = n.day and u.unit_type in ('CLINIC', 'UNIT')
      order by u.unit_type, h.required_hours desc, u.code limit ${mostUnits + 1}) h), '[]') as units
    from coverage_nights n where n.finished_at is not null and n.problem is null order by n.day desc limit 1`

/** Whether nothing remains to be done for the day. */
export const isNightOver = async (em: Em, day: string) =>
  (await readRow(em)`select from coverage_nights where day = ${day} and finished_at is not null`) !==
  undefined

/** On a Monday, what was said about it so many weeks before. */
const said = (weeks: 4 | 8 | 12) => sql`(
  select ${sql.ref(`secure_in_${weeks}`)} from coverage_history earlier
  where earlier.org_unit_id = h.org_unit_id and earlier.day = h.day - ${sql.lit(7 * weeks)} and extract(isodow from h.day) = 1)`

/** The nights of an org unit from one day to another. */
export const readHistory = (em: Em, { unit, from, to }: { unit: string; from: string; to: string }) =>
  readRows<HistoryNight>(em)`
    select h.day::text as date, required_hours, booked_hours, secure_hours,
      array[secure_in_4, secure_in_8, secure_in_12]::text[] as ahead, array[${said(4)}, ${said(8)}, ${said(12)}]::text[] as said
    from coverage_history h where org_unit_id = ${unit} and day between ${from} and ${to} order by day`
