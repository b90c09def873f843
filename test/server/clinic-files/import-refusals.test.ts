import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFolder } from '../../../server/clinic-files/files/read-folder.ts'
import {
  type ClinicDatabase,
  type ClinicFile,
  clinicDatabase,
  smallClinic,
  temporaryFolder,
  withLines,
} from '../../made/clinic-folder.ts'
import { factories } from '../../made/factories.ts'

let clinic: ClinicDatabase

beforeAll(async () => {
  clinic = await clinicDatabase()
})

afterAll(() => clinic.drop())

describe('a mistake is reported with file, line and column', () => {
  const cases: [string, ClinicFile, Record<number, string>, string[]][] = [
    [
      'a value',
      'employees.csv',
      { 2: 'E1,,Last,nobody,ID-1,1980-02-30,,ACTIVE' },
      [
        'employees.csv:2:first_name: This field may not be blank.',
        'employees.csv:2:email: Enter a valid email address.',
        'employees.csv:2:date_of_birth: Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
      ],
    ],
    [
      'the address of a photo',
      'employees.csv',
      {
        1: 'employee_number,first_name,last_name,email,document_number,date_of_birth,hire_date,status,photo',
        2: 'E1,A,L,a@b.example,,,,ACTIVE,javascript:alert(1)',
        3: 'E2,B,L,b@b.example,,,,ACTIVE,/photos/2.jpg',
      },
      ['employees.csv:2:photo: Enter a valid URL.'],
    ],
    [
      'a choice',
      'employees.csv',
      { 2: 'E1,A,L,a@b.example,,,,Active' },
      ['employees.csv:2:status: "Active" is not a valid choice.'],
    ],
    [
      'a decimal',
      'tags.csv',
      { 2: 'FullTime,Full,CONTRACT,1.234,' },
      ['tags.csv:2:hours_delta: Ensure that there are no more than 2 decimal places.'],
    ],
    [
      'hours out of range',
      'assignments.csv',
      { 3: 'E2,U,Night nurse,0,,,maybe' },
      [
        'assignments.csv:3:effective_hours: Ensure this value is greater than or equal to 0.01.',
        'assignments.csv:3:is_reinforcement: Must be a valid boolean.',
      ],
    ],
    [
      'a whole number',
      'org_units.csv',
      { 4: 'U,Ward,W,UNIT,D,first,' },
      ['org_units.csv:4:sort_order: A valid integer is required.'],
    ],
    [
      'a NUL',
      'positions.csv',
      { 3: 'U,Night nurse,32.50,a\0b' },
      ['positions.csv:3:notes: Null characters are not allowed.'],
    ],
    [
      'a control in a name',
      'org_units.csv',
      { 4: 'U,Wa\u001b[2Jrd,W,UNIT,D,1,' },
      ['org_units.csv:4:name: Control and formatting characters are not allowed: U+001B.'],
    ],
    [
      'a cell too few',
      'tags.csv',
      { 3: 'Nurse,Nurse,QUALIFICATION,0.00' },
      ['tags.csv:3: The line has 4 cells, the header 5.'],
    ],
    [
      'an unknown parent',
      'org_units.csv',
      { 4: 'U,Ward,W,UNIT,X,1,' },
      ['org_units.csv:4:parent_code: "X" is neither in org_units.csv nor in the database.'],
    ],
    [
      'nesting',
      'org_units.csv',
      { 4: 'U,Ward,W,UNIT,C,1,' },
      ['org_units.csv:4:parent_code: A UNIT cannot be placed under a CLINIC.'],
    ],
    [
      'a weekly cap outside the clinic',
      'org_units.csv',
      { 3: 'D,Nursing,,DEPARTMENT,C,1,40' },
      ['org_units.csv:3:max_weekly_hours: Only a CLINIC may set the weekly hours.'],
    ],
    [
      'a second clinic',
      'org_units.csv',
      { 5: 'C2,Another,,CLINIC,,0,' },
      ['org_units.csv:5:unit_type: Only one CLINIC may exist.'],
    ],
    [
      'an unknown unit',
      'positions.csv',
      { 4: 'X,Porter,8.00,' },
      ['positions.csv:4:org_unit_code: "X" is neither in org_units.csv nor in the database.'],
    ],
    [
      'a unit that holds no positions',
      'positions.csv',
      { 4: 'D,Porter,8.00,' },
      ['positions.csv:4:org_unit_code: The org unit must be an active UNIT.'],
    ],
    [
      'an unknown employee and tag',
      'employee_tags.csv',
      { 4: 'E9,Pilot,2024-01-08,' },
      [
        'employee_tags.csv:4:employee_number: "E9" is neither in employees.csv nor in the database.',
        'employee_tags.csv:4:tag: "Pilot" is neither in tags.csv nor in the database.',
      ],
    ],
    [
      'a period',
      'employee_tags.csv',
      { 4: 'E2,Nurse,2024-01-08,2024-01-07' },
      ['employee_tags.csv:4:end_date: End date must not be before the start date.'],
    ],
    [
      'an unknown position',
      'position_tags.csv',
      { 4: 'U,Porter,Nurse,true' },
      ['position_tags.csv:4:position_title: "U", "Porter" is neither in positions.csv nor in the database.'],
    ],
    [
      'an assignment to nothing',
      'assignments.csv',
      { 3: 'E9,U,Porter,8.00,,,false' },
      [
        'assignments.csv:3:employee_number: "E9" is neither in employees.csv nor in the database.',
        'assignments.csv:3:position_title: "U", "Porter" is neither in positions.csv nor in the database.',
      ],
    ],
    [
      'the weekly cap',
      'assignments.csv',
      { 3: 'E1,U,Night nurse,28.01,,,false' },
      [
        'assignments.csv:3:effective_hours: MAX_WEEKLY_HOURS: The weekly hours would be 60.01, above the cap of 60.00.',
      ],
    ],
    [
      'a missing tag',
      'employee_tags.csv',
      { 3: 'E1,Nurse,2024-02-02,' },
      [
        'assignments.csv:2:position_title: TAG_REQUIREMENT_MISMATCH: The employee lacks tags of the position: Nurse.',
      ],
    ],
  ]
  test.each(cases)(
    'a mistake in %s is reported with its file, line and column',
    async (_what, file, lines, expected) => {
      expect(await clinic.refusals({ [file]: withLines(file, lines) })).toEqual(expected)
    },
  )

  test.each([
    ['org_units.csv', 'C,Again,,CLINIC,,0,', 'code', 2],
    ['tags.csv', 'Nurse,Again,QUALIFICATION,,', 'name', 3],
    ['employees.csv', 'E1,A,L,a@b.example,,,,ACTIVE', 'employee_number', 2],
    ['employee_tags.csv', 'E2,Nurse,2024-01-08,2025-01-01', 'employee_number, tag, start_date', 4],
    ['positions.csv', 'U,Day nurse,1.00,', 'org_unit_code, title', 2],
    ['position_tags.csv', 'U,Day nurse,Nurse,false', 'org_unit_code, position_title, tag', 2],
    ['assignments.csv', 'E1,U,Day nurse,1.00,,,false', 'employee_number, org_unit_code, position_title', 2],
  ] as const)(
    'a repeated key of %s is reported with the line that has it first',
    async (file, line, columns, first) => {
      const text = `${smallClinic[file]}${line}\n`
      const number = text.split('\n').length - 1
      expect(await clinic.refusals({ [file]: text })).toEqual([
        `${file}:${number}:${columns.split(', ').at(-1)}: Line ${first} has the same ${columns} already.`,
      ])
    },
  )

  test('missing, unknown and repeated columns are reported', async () => {
    expect(
      await clinic.refusals({
        'org_units.csv': 'code,name,short_name,unit_type,parent_code,sort_order,colour,code\n',
        'positions.csv': smallClinic['positions.csv'].replace('notes', 'remarks'),
        'employees.csv': '',
        'assignments.csv': 'employee_number,"org_unit\n',
      }),
    ).toEqual([
      'org_units.csv:1:max_weekly_hours: The column is missing.',
      'org_units.csv:1:colour: There is no such column.',
      'org_units.csv:1:code: The column is there twice.',
      ...Object.values([
        'employee_number',
        'first_name',
        'last_name',
        'email',
        'document_number',
        'date_of_birth',
        'hire_date',
        'status',
      ]).map((column) => `employees.csv:1:${column}: The column is missing.`),
      'positions.csv:1:notes: The column is missing.',
      'positions.csv:1:remarks: There is no such column.',
      'assignments.csv:1: A quote (") in the row that begins here is never closed.',
    ])
  })

  test('a file whose columns are separated by semicolons is told so', async () => {
    const text = 'name;display_name;category;hours_delta;description\nNight;Night;QUALIFICATION;0,00;\n'
    expect(await clinic.refusals({ 'tags.csv': text })).toEqual([
      'tags.csv:1: Columns are separated by commas, not by semicolons. Save the file with commas.',
    ])
  })

  test('bytes that are not UTF-8 are reported', async () => {
    const bytes = Buffer.concat([
      Buffer.from(smallClinic['tags.csv']),
      Buffer.from('Pilot,Pil\xf6t,EXCEPTION,0,\n', 'latin1'),
    ])
    expect(await clinic.refusals({ 'tags.csv': bytes })).toEqual([
      'tags.csv:4:display_name: The text is not UTF-8.',
    ])
  })

  test('a mistake after a row of several lines is reported with the right line', async () => {
    const text = smallClinic['tags.csv']
      .replace('40.00,', '40.00,"two\nlines"')
      .replace('Nurse,Nurse', 'No,Nurse')
    expect(
      await clinic.refusals({
        'tags.csv': text,
        'employee_tags.csv': `${smallClinic['employee_tags.csv'].split('\n')[0]}\n`,
        'position_tags.csv': `${smallClinic['position_tags.csv'].split('\n')[0]}\n`,
      }),
    ).toEqual(['tags.csv:4:name: Ensure this field has at least 5 characters.'])
  })

  test('rows that name one whose own name is refused are not mistakes of their own', async () => {
    const renamed = (file: 'employee_tags.csv' | 'position_tags.csv') =>
      smallClinic[file].replaceAll('Nurse', 'No')
    expect(
      await clinic.refusals({
        'tags.csv': smallClinic['tags.csv'].replace('Nurse,Nurse', 'No,Nurse'),
        'employee_tags.csv': renamed('employee_tags.csv'),
        'position_tags.csv': renamed('position_tags.csv'),
      }),
    ).toEqual(['tags.csv:3:name: Ensure this field has at least 5 characters.'])
  })

  test('all mistakes of all files are reported at once, and nothing is stored', async () => {
    const before = await clinic.everything()
    expect(
      await clinic.refusals({
        'employees.csv': withLines('employees.csv', { 3: 'E2,Eve,Zapata,nobody,,,,ACTIVE' }),
        'positions.csv': `${smallClinic['positions.csv']}X,Porter,8.00,\n`,
        'assignments.csv': `${smallClinic['assignments.csv']}E1,U,Night nurse,40.00,,,false\nE7,U,Night nurse,1.00,,,false\n`,
      }),
    ).toEqual([
      'employees.csv:3:email: Enter a valid email address.',
      'positions.csv:4:org_unit_code: "X" is neither in org_units.csv nor in the database.',
      'assignments.csv:5:employee_number: "E7" is neither in employees.csv nor in the database.',
    ])
    expect(await clinic.everything()).toEqual(before)
  })

  test('only the first hundred mistakes are listed, and the others counted', async () => {
    const wrong = Array.from({ length: 103 }, (_, i) => `E1${i},,L,a@b.example,,,,ACTIVE`).join('\n')
    const lines = await clinic.refusals({ 'employees.csv': `${smallClinic['employees.csv']}${wrong}\n` })
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('... and 3 more.')
  })

  test('the search for mistakes stops at a thousand, however many lines a file has', async () => {
    const lines = await clinic.refusals({
      'employees.csv': `${smallClinic['employees.csv']}${'x\n'.repeat(3_000_000)}`,
    })
    expect(lines).toHaveLength(101)
    expect(lines.at(-1)).toBe('... and 900 more. The search stopped there.')
  })

  test('a folder that does not exist, has none of the files or an unknown CSV file is refused', async () => {
    await expect(readFolder('/no/such/folder')).rejects.toThrow('/no/such/folder: There is no such folder.')
    const folder = await temporaryFolder()
    const known =
      'org_units.csv, tags.csv, employees.csv, employee_tags.csv, positions.csv, position_tags.csv, assignments.csv'
    await writeFile(join(folder, 'notes.txt'), 'not CSV')
    await expect(readFolder(folder)).rejects.toThrow(`${folder}: None of the files is there: ${known}.`)
    await writeFile(join(folder, 'nurses.csv'), 'name\n')
    await expect(readFolder(folder)).rejects.toThrow(
      `${folder}: nurses.csv is not a clinic's file. The files are ${known}.`,
    )
  })
})

describe('with rows already stored', () => {
  let stored: ClinicDatabase

  beforeAll(async () => {
    stored = await clinicDatabase()
    await stored.importing()
  })

  afterAll(() => stored.drop())

  test('an import refuses changes of fixed fields and a second clinic', async () => {
    expect(
      await stored.refusals({
        'org_units.csv': withLines('org_units.csv', {
          2: 'C9,Other,,CLINIC,,0,',
          3: 'D,Nursing,,SERVICE,C,1,',
        }),
        'assignments.csv': withLines('assignments.csv', { 3: 'E2,U,Night nurse,16.00,,,false' }),
      }),
    ).toEqual([
      'org_units.csv:2:unit_type: Only one CLINIC may exist.',
      'org_units.csv:3:unit_type: This field cannot be changed.',
      'assignments.csv:3:is_reinforcement: This field cannot be changed.',
    ])
  })

  test('an import counts the hours of assignments outside its folder', async () => {
    const header = smallClinic['assignments.csv'].split('\n')[0]
    expect(
      await stored.refusals({ 'assignments.csv': `${header}\nE1,U,Night nurse,30.00,,,false\n` }),
    ).toEqual([
      'assignments.csv:2:effective_hours: MAX_WEEKLY_HOURS: The weekly hours would be 62.00, above the cap of 60.00.',
    ])
  })

  test('several ACTIVE tags with the same start are an ambiguous key', async () => {
    const make = factories(stored)
    const [held] = await stored.rows(sql<{
      employee: string
      tag: string
    }>`select e.id as employee, t.id as tag
      from employees e, tags t where t.name = 'FullTime' and e.employee_number = 'E1'`)
    await make.employeeTag({ ...held, start_date: '2024-01-08' })
    expect(await stored.refusals({})).toEqual([
      'employee_tags.csv:2:tag: The key is ambiguous: several ACTIVE employee tags have it. Add the column id.',
    ])
  })

  test('several positions with the same title are an ambiguous key in every file', async () => {
    const make = factories(stored)
    const [unit] = await stored.rows(sql<{ id: string }>`select id from org_units where code = 'U'`)
    await make.position({ org_unit: unit?.id, title: 'Day nurse' })
    const message = 'The key is ambiguous: several positions have "U", "Day nurse". Add the column'
    expect(
      await stored.refusals({ 'employee_tags.csv': `${smallClinic['employee_tags.csv'].split('\n')[0]}\n` }),
    ).toEqual([
      `positions.csv:2:title: ${message} id.`,
      `position_tags.csv:2:position_title: ${message} position_id.`,
      `assignments.csv:2:position_title: ${message} position_id.`,
    ])
  })

  test('ids that belong to other rows, or to none, are reported', async () => {
    const [position] = await stored.rows(
      sql<{ id: string }>`select id from positions where title = 'Night nurse'`,
    )
    const [held] = await stored.rows(sql<{ id: string }>`select et.id from employee_tags et
      join employees e on e.id = et.employee_id where e.employee_number = 'E2'`)
    const unknown = '00000000-0000-4000-8000-000000000001'
    expect(
      await stored.refusals({
        'employee_tags.csv': `employee_number,tag,start_date,end_date,id\nE1,Nurse,2024-01-08,,${held?.id}\n`,
        'positions.csv': `org_unit_code,title,required_weekly_hours,notes,id
U,Ward clerk,8.00,,${unknown}
U,Porter,8.00,,${unknown}
U,Cleaner,8.00,,${position?.id}
`,
        'position_tags.csv': null,
        'assignments.csv': `${smallClinic['assignments.csv'].split('\n')[0]},position_id
E2,U,Night nurse,16.00,,,true,${unknown}
E2,U,Night nurse,16.00,,,true,${unknown.replace('-', '')}
`,
      }),
    ).toEqual([
      'employee_tags.csv:2:id: This is the id of another employee tag.',
      'positions.csv:3:id: Line 2 has the same id already.',
      'positions.csv:4:id: This is the id of another position.',
      'assignments.csv:2:position_id: None of the positions with "U", "Night nurse" has this id.',
      `assignments.csv:3:position_id: “${unknown.replace('-', '')}” is not a valid UUID.`,
    ])
  })
})
