import { defineEntity, p } from '@mikro-orm/core'
import { sql } from 'kysely'
import { type Em, prepared, readRows } from '../connection/em.ts'
import { decimal, instant, uuidKey } from '../lists/columns.ts'
import type { View } from '../lists/page.ts'
import { jsonDecimal } from '../lists/row-values.ts'
import { Position } from '../work/position.ts'

/** What a position requires from a date on, until its next row; null for what the position itself requires. */
export const PositionRequirement = defineEntity({
  name: 'PositionRequirement',
  tableName: 'position_requirements',
  properties: {
    id: uuidKey(),
    position: () => p.manyToOne(Position).mapToPk(),
    from_date: p.date(),
    required_weekly_hours: decimal(6).nullable(),
    created_at: instant(),
  },
  uniques: [{ name: 'position_requirements_from_unique', properties: ['position', 'from_date'] }],
  checks: [{ name: 'position_requirements_hours', expression: 'required_weekly_hours >= 0' }],
})

/** A row as it is sent and shown. */
export type DatedRequirement = { from_date: string; required_weekly_hours: string | null }

/** Makes these the rows of a locked position; those that are the same stay. */
export async function replaceRequirements(
  em: Em,
  position: string,
  { rows, at }: { rows: readonly DatedRequirement[]; at: Date },
) {
  const stored = await em.find(PositionRequirement, { position })
  for (const one of stored) if (!rows.some(({ from_date }) => from_date === one.from_date)) em.remove(one)
  for (const row of rows) {
    const found = stored.find(({ from_date }) => from_date === row.from_date)
    if (found) found.required_weekly_hours = row.required_weekly_hours
    else em.create(PositionRequirement, { ...row, position, created_at: at })
  }
}

type PositionRequirementsRow = {
  position_id: string
  title: string
  required_weekly_hours: string
  rows: DatedRequirement[]
}

/** What a position itself requires, with its dated requirements. */
export const positionRequirements: View<PositionRequirementsRow> = {
  table: 'positions',
  columns: sql`page.id as position_id, page.title, page.required_weekly_hours, (
    select coalesce(json_agg(json_build_object('from_date', from_date,
      'required_weekly_hours', ${jsonDecimal('required_weekly_hours')}) order by from_date), '[]')
    from position_requirements where position_id = page.id) as rows`,
}

/** All dated requirements, by org unit, title and date. */
export const listRequirements = (em: Em) =>
  readRows<DatedRequirement & { position_id: string; title: string; org_unit_code: string }>(em)`
    select p.id as position_id, p.title, o.code as org_unit_code, from_date, r.required_weekly_hours
    from position_requirements r join positions p on p.id = r.position_id join org_units o on o.id = p.org_unit_id
    order by o.code, p.title, p.id, from_date`

/** What dated requirements say that these positions require on the day, by position; those without any are missing. */
export async function readDatedHours(em: Em, positions: readonly string[], day: string) {
  const rows = await readRows<{ position: string; hours: string | null }>(em, prepared)`
    select distinct on (position_id) position_id as position, required_weekly_hours as hours
    from position_requirements where position_id = any(${positions}::uuid[]) and from_date <= ${day}
    order by position_id, from_date desc`
  return new Map(rows.flatMap(({ position, hours }) => (hours === null ? [] : [[position, hours] as const])))
}
