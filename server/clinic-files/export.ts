import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IsolationLevel } from '@mikro-orm/core'
import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Em, Orm } from '../../entities/orm.ts'
import { byKind, columnsOf, fileOf, isOptional, type Kind, kinds, numericColumns } from './columns.ts'
import { quoted } from './formulas.ts'

type Cells = Record<string, string | number | boolean | null>

const unitOfPosition = sql`positions p join org_units u on u.id = p.org_unit_id`

/** The rows of each file, with its columns and more. Deleted tags are left out: another may have taken the name (D29). */
const rowsOf: Record<Kind, ReturnType<typeof sql<Cells>>> = {
  org_units: sql`select u.*, parent.code as parent_code from org_units u left join org_units parent on parent.id = u.parent_id`,
  tags: sql`select * from tags where deleted_at is null`,
  employees: sql`select * from employees`,
  employee_tags: sql`select e.employee_number, t.name as tag, et.* from employee_tags et
    join employees e on e.id = et.employee_id join tags t on t.id = et.tag_id and t.deleted_at is null`,
  positions: sql`select u.code as org_unit_code, p.* from ${unitOfPosition}`,
  position_tags: sql`select u.code as org_unit_code, p.title as position_title, t.name as tag, pt.is_mandatory
    from ${unitOfPosition} join position_tags pt on pt.position_id = p.id join tags t on t.id = pt.tag_id`,
  assignments: sql`select e.employee_number, u.code as org_unit_code, p.title as position_title, a.*
    from ${unitOfPosition} join assignments a on a.position_id = p.id join employees e on e.id = a.employee_id`,
}

/** A clinic cannot be exported: an import could not tell its rows apart. */
export class ExportRefused extends Error {}

/**
 * Writes the clinic as the CSV files that `importClinic` reads, sorted, so that equal clinics give equal bytes (D39).
 * An optional column is written if a row needs it. Returns the number of rows by file.
 */
export async function exportClinic(orm: Orm, folder: string): Promise<Record<Kind, number>> {
  const snapshot = { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true }
  const files = await orm.em.fork().transactional((em) => readAll(em as Em), snapshot)
  refuseAmbiguous(files)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const kind of kinds) await replaceFile(join(folder, fileOf(kind)), csvOf(kind, files[kind]))
  return byKind((kind) => files[kind].length)
}

/** Writes a file that only its owner can read; replaces an existing one. */
async function replaceFile(path: string, text: string) {
  await rm(path, { force: true })
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
}

type Files = Record<Kind, Cells[]>

async function readAll(em: Em): Promise<Files> {
  const files = byKind<Cells[]>(() => [])
  for (const kind of kinds) files[kind] = (await rowsOf[kind].execute(em.getKysely())).rows
  return files
}

function csvOf(kind: Kind, rows: Cells[]): string {
  const names = [...columnsOf(kind)].filter((column) => isNeeded(column, rows)).map(([name]) => name)
  const lines = rows.map((row) => names.map((name) => cellOf(name, row)))
  return stringify([names, ...lines.toSorted(byCells)], { quoted_match: /\r/ })
}

/** The cell of a row in the column, safe from being read as a formula. */
function cellOf(name: string, row: Cells): string {
  const text = String(row[name] ?? '')
  return numericColumns.includes(name) ? text : quoted(text)
}

/** Whether a file must have the column: any row's value differs from that of an empty cell. */
function isNeeded([name, column]: [string, z.ZodType], rows: Cells[]): boolean {
  if (!isOptional(column)) return true
  const blank = column.parse('') ?? ''
  return rows.some((row) => (row[name] ?? '') !== blank)
}

/** Compares cell by cell and by code unit, so that every machine sorts alike. */
function byCells(a: string[], b: string[]): number {
  const i = a.findIndex((cell, column) => cell !== b[column])
  return i < 0 ? 0 : (a[i] ?? '') < (b[i] ?? '') ? -1 : 1
}

function refuseAmbiguous({ positions, employee_tags }: Files) {
  const held = employee_tags.filter(({ status }) => status === 'ACTIVE')
  const ambiguous = [
    ...repeated(positions, ['org_unit_code', 'title']).map((key) => `positions: ${key}`),
    ...repeated(held, ['employee_number', 'tag', 'start_date']).map((key) => `ACTIVE employee tags: ${key}`),
  ]
  if (ambiguous.length)
    throw new ExportRefused(
      `An import could not tell these apart, so nothing was written. Rename or revoke all but one of each:\n${ambiguous.map((line) => `  ${line}`).join('\n')}`,
    )
}

function repeated(rows: Cells[], key: string[]): string[] {
  const groups = Map.groupBy(rows, (row) => key.map((column) => row[column]).join(', '))
  return [...groups]
    .filter(([, group]) => group.length > 1)
    .map(([shown, group]) => `${shown} (${group.length} times)`)
}
