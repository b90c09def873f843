import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { connect } from '../../entities/orm.ts'
import { ImportRefused } from '../../server/clinic-files/files/problems.ts'
import { readFolder } from '../../server/clinic-files/files/read-folder.ts'
import { type ImportOptions, importClinic } from '../../server/clinic-files/import.ts'
import { freshDatabase } from '../setup/stores/database.ts'

/** A small sound clinic, one text for each file. */
export const smallClinic = {
  'org_units.csv': `code,name,short_name,unit_type,parent_code,sort_order,max_weekly_hours
C,The clinic,Clinic,CLINIC,,0,60.00
D,Nursing,,DEPARTMENT,C,1,
U,Ward,W,UNIT,D,1,
`,
  'tags.csv': `name,display_name,category,hours_delta,description
FullTime,Full time,CONTRACT,40.00,
Nurse,Nurse,QUALIFICATION,0.00,"Says ""yes"", mostly"
`,
  'employees.csv': `employee_number,first_name,last_name,email,document_number,date_of_birth,hire_date,status
E1,Ada,Álvarez,ada@clinic.example,ID-1,1980-02-29,2024-01-08,ACTIVE
E2,Eve,Zapata,eve@clinic.example,,,,ACTIVE
`,
  'employee_tags.csv': `employee_number,tag,start_date,end_date
E1,FullTime,2024-01-08,
E1,Nurse,2024-01-08,2030-12-31
E2,Nurse,2024-01-08,
`,
  'positions.csv': `org_unit_code,title,required_weekly_hours,notes
U,Day nurse,40.00,
U,Night nurse,32.50,By turns
`,
  'position_tags.csv': `org_unit_code,position_title,tag,is_mandatory
U,Day nurse,Nurse,true
U,Night nurse,Nurse,false
`,
  'assignments.csv': `employee_number,org_unit_code,position_title,effective_hours,effective_date,notes,is_reinforcement
E1,U,Day nurse,32.00,2024-02-01,,false
E2,U,Night nurse,16.00,,,true
`,
} as const

export type ClinicFile = keyof typeof smallClinic

const makeFolder = () => mkdtemp(join(tmpdir(), 'coverage-clinic-'))

type Files = Partial<Record<ClinicFile, string | Buffer | null>>

async function writeClinic(folder: string, files: Files) {
  for (const [name, text] of Object.entries({ ...smallClinic, ...files }))
    if (text !== null) await writeFile(join(folder, name), text)
  return folder
}

/** An empty folder, until the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A folder of the small clinic's files, until the test is over; files given replace its own, null leaves one out. */
export const clinicFolder = async (files: Files = {}) => writeClinic(await temporaryFolder(), files)

/** Texts of all files of a folder, by name. */
export async function readAll(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort()
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]),
  )
  return Object.fromEntries(files)
}

/** The file with some of its lines replaced, by number; the header is line 1. */
export function withLines(name: ClinicFile, lines: Record<number, string>): string {
  const all = smallClinic[name].split('\n').slice(0, -1)
  for (const [number, line] of Object.entries(lines)) all[Number(number) - 1] = line
  return `${all.join('\n')}\n`
}

/** An empty database to import into, and ways to read what it holds. */
export async function clinicDatabase() {
  const database = await freshDatabase()
  const orm = connect(database.workingUrl)
  const now = new Date('2026-03-04T10:00:00.000Z')

  const rows = async <T = Record<string, string>>(statement: RawBuilder<T>) =>
    (await statement.execute(orm.em.fork().getKysely())).rows

  const reporting = async (files: Files = {}, options: Partial<ImportOptions> = {}) => {
    const folder = await writeClinic(await makeFolder(), files)
    const bytes = await readFolder(folder).finally(() => rm(folder, { recursive: true }))
    return importClinic(orm, bytes, { now, timeZone: 'UTC', ...options })
  }

  return {
    url: database.workingUrl,
    ownerUrl: database.url,
    orm,
    clock: { now },
    rows,
    reporting,
    importing: async (...given: Parameters<typeof reporting>) => (await reporting(...given)).files,

    /** The problems of an import, each as `file:line:column: message`. */
    async refusals(files: Files, options: Partial<ImportOptions> = {}): Promise<string[]> {
      const error = await reporting(files, options).catch((error: unknown) => error)
      if (!(error instanceof ImportRefused)) throw error
      return error.message.split('\n')
    },

    /** Every row of every table that an import may touch. */
    everything: () =>
      Promise.all(
        ['org_units', 'tags', 'employees', 'employee_tags', 'positions', 'position_tags', 'assignments'].map(
          (table) => rows(sql`select * from ${sql.table(table)} order by id`),
        ),
      ),

    transitions: () =>
      rows(sql<
        Record<string, string>
      >`select e.employee_number as who, transition, from_status, to_status, actor_id,
        reason, metadata from transition_log l join employees e on e.id = l.employee_id order by l.id`),

    tagChanges: () =>
      rows(sql<
        Record<string, string>
      >`select e.employee_number as who, t.name as tag, action, actor_id, reason
        from tag_change_log l join employees e on e.id = l.employee_id join tags t on t.id = l.tag_id
        order by 1, 2, l.id`),

    async drop() {
      await orm.close()
      await database.drop()
    },
  }
}

export type ClinicDatabase = Awaited<ReturnType<typeof clinicDatabase>>
