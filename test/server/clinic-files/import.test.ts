import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type ClinicDatabase,
  type ClinicFile,
  clinicDatabase,
  type clinicFolder,
  smallClinic,
  withLines,
} from '../../made/clinic-folder.ts'
import { testInCheck } from '../../setup/fixture.ts'
import { onlyInCheck } from '../../setup/run/ring.ts'

type Files = Parameters<typeof clinicFolder>[0]

let clinic: ClinicDatabase

beforeEach(async () => {
  clinic = await clinicDatabase()
})

afterEach(() => clinic.drop())

const unchanged = (count: number) => ({ inserted: 0, updated: 0, unchanged: count })
const inserted = (count: number) => ({ inserted: count, updated: 0, unchanged: 0 })

const nothingNew = {
  org_units: unchanged(3),
  tags: unchanged(2),
  employees: unchanged(2),
  employee_tags: unchanged(3),
  positions: unchanged(2),
  position_tags: unchanged(2),
  assignments: unchanged(2),
}

const updated = (file: keyof typeof nothingNew, count: number) => ({
  ...nothingNew,
  [file]: { inserted: 0, updated: count, unchanged: nothingNew[file].unchanged - count },
})

test('an import stores all rows of a valid folder and counts them by file', async () => {
  expect(await clinic.importing()).toEqual({
    org_units: inserted(3),
    tags: inserted(2),
    employees: inserted(2),
    employee_tags: inserted(3),
    positions: inserted(2),
    position_tags: inserted(2),
    assignments: inserted(2),
  })
  expect(
    await clinic.rows(sql`select e.last_name, u.code, p.title, a.effective_hours, a.effective_date::text,
        a.is_reinforcement, a.status, a.metadata from assignments a join employees e on e.id = a.employee_id
        join positions p on p.id = a.position_id join org_units u on u.id = p.org_unit_id order by 1`),
  ).toEqual([
    {
      last_name: 'Álvarez',
      code: 'U',
      title: 'Day nurse',
      effective_hours: '32.00',
      effective_date: '2024-02-01',
      is_reinforcement: false,
      status: 'ACTIVE',
      metadata: { violations: [] },
    },
    {
      last_name: 'Zapata',
      code: 'U',
      title: 'Night nurse',
      effective_hours: '16.00',
      effective_date: null,
      is_reinforcement: true,
      status: 'ACTIVE',
      metadata: { violations: [] },
    },
  ])
})

test('an import reaches statuses by transitions, logged without an actor and with the reason import', async () => {
  await clinic.importing()
  const entry = { actor_id: null, reason: 'import' }
  const activation = {
    transition: 'activate',
    from_status: 'ONBOARDING',
    to_status: 'ACTIVE',
    metadata: {},
  }
  expect([await clinic.transitions(), await clinic.tagChanges()]).toEqual([
    [
      { who: 'E1', ...activation, ...entry },
      { who: 'E2', ...activation, ...entry },
    ],
    [
      { who: 'E1', tag: 'FullTime', action: 'ASSIGNED', ...entry },
      { who: 'E1', tag: 'Nurse', action: 'ASSIGNED', ...entry },
      { who: 'E2', tag: 'Nurse', action: 'ASSIGNED', ...entry },
    ],
  ])
})

test('a repeated import changes nothing', async () => {
  await clinic.importing()
  const before = [await clinic.everything(), await clinic.transitions(), await clinic.tagChanges()]
  expect(await clinic.importing({}, { now: new Date('2026-05-01T00:00:00Z') })).toEqual(nothingNew)
  expect([await clinic.everything(), await clinic.transitions(), await clinic.tagChanges()]).toEqual(before)
})

test('a dry run changes nothing and counts what would change', async () => {
  const before = await clinic.everything()
  expect((await clinic.importing({}, { dryRun: true })).employees).toEqual(inserted(2))
  expect(await clinic.everything()).toEqual(before)
})

test('an import accepts rows and columns in any order, CRLF, a byte order mark, blank lines and quotes', async () => {
  const text = `\ufeff"name",code,unit_type,short_name,parent_code,sort_order,max_weekly_hours\r
Ward,U,UNIT,W,D,1,\r
\r
Nursing,D,DEPARTMENT,,C,1,\r
" The clinic ",C,CLINIC,Clinic,,,60\r
`
  await clinic.importing({ 'org_units.csv': text })
  expect(await clinic.importing()).toEqual(nothingNew)
})

test('an import reports its progress in steps', async () => {
  const reported: [number, number][] = []
  await clinic.importing({}, { onProgress: (done: number, total: number) => reported.push([done, total]) })
  expect(reported.at(-1)).toEqual([18, 18])
})

describe('an import into a stored clinic', () => {
  beforeEach(async () => {
    await clinic.importing()
  })

  const changes: [ClinicFile, Record<number, string>, keyof typeof nothingNew][] = [
    ['org_units.csv', { 2: 'C,The other clinic,Clinic,CLINIC,,0,' }, 'org_units'],
    ['tags.csv', { 2: 'FullTime,Full time,CONTRACT,38.50,Since May' }, 'tags'],
    ['employees.csv', { 3: 'E2,Eve,Zapata,other@clinic.example,ID-2,,2024-01-01,ACTIVE' }, 'employees'],
    ['employee_tags.csv', { 3: 'E1,Nurse,2024-01-08,' }, 'employee_tags'],
    ['positions.csv', { 2: 'U,Day nurse,41.00,' }, 'positions'],
    ['position_tags.csv', { 3: 'U,Night nurse,Nurse,true' }, 'position_tags'],
    ['assignments.csv', { 2: 'E1,U,Day nurse,30.00,2024-02-01,Less,false' }, 'assignments'],
  ]

  test.each(changes)('an import stores a changed row of %s, and only once', async (file, lines, kind) => {
    const files = { [file]: withLines(file, lines) }
    expect(await clinic.importing(files)).toEqual(updated(kind, 1))
    expect(await clinic.importing(files)).toEqual(nothingNew)
  })

  test("an import that changes an employee's tag logs MODIFIED", async () => {
    await clinic.importing({
      'employee_tags.csv': withLines('employee_tags.csv', { 3: 'E1,Nurse,2024-01-08,' }),
    })
    const tagChanges = await clinic.tagChanges()
    expect(tagChanges[2]).toEqual({
      who: 'E1',
      tag: 'Nurse',
      action: 'MODIFIED',
      actor_id: null,
      reason: 'import',
    })
  })

  test('an import leaves rows alone that are not in the folder', async () => {
    const first = (name: ClinicFile) => `${smallClinic[name].split('\n').slice(0, 2).join('\n')}\n`
    const before = await clinic.everything()
    await clinic.importing({
      'employees.csv': first('employees.csv'),
      'assignments.csv': first('assignments.csv'),
    })
    expect(await clinic.everything()).toEqual(before)
  })

  test('an import can move hours between two assignments of an employee at the cap, in any order', async () => {
    const two = (day: string, night: string) =>
      withLines('assignments.csv', {
        3: `E1,U,Night nurse,${night},,,false`,
        2: `E1,U,Day nurse,${day},2024-02-01,,false`,
      })
    await clinic.importing({ 'assignments.csv': two('32.00', '28.00') })
    expect((await clinic.importing({ 'assignments.csv': two('40.00', '20.00') })).assignments.updated).toBe(2)
    expect((await clinic.importing({ 'assignments.csv': two('20.00', '40.00') })).assignments.updated).toBe(2)
  })
})

describe('statuses of employees', () => {
  const employee = (status: string, more = '') => ({
    'employees.csv': `employee_number,first_name,last_name,email,document_number,date_of_birth,hire_date,status,proposal_type,proposal_notes
E1,Ada,Álvarez,ada@clinic.example,ID-1,1980-02-29,2024-01-08,ACTIVE,,
E2,Eve,Zapata,eve@clinic.example,,,,${status},${more || ','}
`,
  })
  const transitionsOf = async (who: string) =>
    (await clinic.transitions()).filter((entry) => entry.who === who).map(({ transition }) => transition)

  test.each<[status: string, transitions: string[], outcome?: string]>([
    ['ONBOARDING', [], 'refused'],
    ...onlyInCheck<[string, string[]]>(
      ['ACTIVE', ['activate']],
      ['ON_LEAVE', ['activate', 'go_on_leave']],
      ['DEACTIVATED', ['activate', 'deactivate']],
      ['TERMINATED', ['activate', 'terminate']],
    ),
  ])('an import makes a new employee %s', async (status, transitions, outcome = 'assigned') => {
    const files: Files = employee(status)
    if (outcome === 'refused') {
      expect(await clinic.refusals(files)).toEqual([
        'assignments.csv:3:employee_number: The employee must be ACTIVE or ON_LEAVE.',
      ])
      files['assignments.csv'] = withLines('assignments.csv', { 3: 'E1,U,Night nurse,16.00,,,true' })
    }
    await clinic.importing(files)
    expect(await transitionsOf('E2')).toEqual(transitions)
    expect((await clinic.importing(files)).employees).toEqual(unchanged(2))
  })

  test('an import gives a new employee a proposal of seven days', async () => {
    await clinic.importing(employee('PROPOSAL_PENDING', 'TRANSFER,To the ward'))
    expect(await transitionsOf('E2')).toEqual(['activate', 'propose'])
    expect(
      await clinic.rows(sql`select proposal_type, proposal_notes, proposal_expires_at, previous_status from employees
        where employee_number = 'E2'`),
    ).toEqual([
      {
        proposal_type: 'TRANSFER',
        proposal_notes: 'To the ward',
        proposal_expires_at: '2026-03-11T10:00:00.000Z',
        previous_status: 'ACTIVE',
      },
    ])
    expect((await clinic.importing(employee('PROPOSAL_PENDING', 'TRANSFER,To the ward'))).employees).toEqual(
      unchanged(2),
    )
  })

  testInCheck('an import replaces a pending proposal with another', async () => {
    await clinic.importing(employee('PROPOSAL_PENDING', 'TRANSFER,'))
    await clinic.importing(employee('PROPOSAL_PENDING', 'ASSIGNMENT,'))
    expect((await transitionsOf('E2')).slice(2)).toEqual(['cancel_proposal', 'propose'])
  })

  test('an import after the expiry of a proposal logs that it expired', async () => {
    await clinic.importing(employee('PROPOSAL_PENDING', 'TRANSFER,'))
    await clinic.importing(employee('ACTIVE'), { now: new Date('2026-03-12T00:00:00Z') })
    expect((await transitionsOf('E2')).slice(2)).toEqual(['expire_proposal'])
  })

  test.each<[from: string, to: string, transitions: string[]]>([
    ['ON_LEAVE', 'DEACTIVATED', ['return_from_leave', 'deactivate']],
    ...onlyInCheck<[string, string, string[]]>(
      ['ACTIVE', 'TERMINATED', ['terminate']],
      ['DEACTIVATED', 'ON_LEAVE', ['reactivate', 'go_on_leave']],
      ['DEACTIVATED', 'TERMINATED', ['terminate']],
      ['TERMINATED', 'ACTIVE', ['rehire', 'activate']],
      ['TERMINATED', 'ONBOARDING', ['rehire']],
    ),
  ])('an import moves an employee from %s to %s in the fewest transitions', async (from, to, transitions) => {
    await clinic.importing(employee(from))
    const before = (await transitionsOf('E2')).length
    await clinic.importing(employee(to))
    expect((await transitionsOf('E2')).slice(before)).toEqual(transitions)
  })

  test.each(['ACTIVE', ...onlyInCheck('ON_LEAVE', 'DEACTIVATED')])(
    'an import cannot make an employee who is %s ONBOARDING, because it terminates no one on the way',
    async (from) => {
      await clinic.importing(employee(from))
      expect(await clinic.refusals(employee('ONBOARDING'))).toEqual([
        `employees.csv:3:status: No transitions lead from the stored '${from}' to 'ONBOARDING'.`,
      ])
    },
  )

  test('a proposal needs its type, and only PROPOSAL_PENDING has one', async () => {
    expect(await clinic.refusals(employee('PROPOSAL_PENDING'))).toEqual([
      'employees.csv:3:proposal_type: An employee in PROPOSAL_PENDING needs the type of the proposal.',
    ])
    expect(await clinic.refusals(employee('ACTIVE', 'TRANSFER,Why not'))).toEqual([
      'employees.csv:3:proposal_type: Only an employee in PROPOSAL_PENDING has a proposal.',
      'employees.csv:3:proposal_notes: Only an employee in PROPOSAL_PENDING has a proposal.',
    ])
  })
})

describe('statuses of assignments and tags', () => {
  const assignment = (...lines: string[]) => ({
    'assignments.csv': `${[
      'employee_number,org_unit_code,position_title,effective_hours,effective_date,notes,is_reinforcement,status,end_reason',
      ...lines,
    ].join('\n')}\n`,
  })
  const active = 'E1,U,Day nurse,32.00,2024-02-01,,false,ACTIVE,'
  const suspended = 'E1,U,Day nurse,32.00,2024-02-01,,false,SUSPENDED,'
  const ended = 'E1,U,Day nurse,32.00,2024-02-01,,false,ENDED,TRANSFER'
  const transitions = async () =>
    (
      await clinic.rows(
        sql<{
          transition: string
          reason: string
        }>`select transition, reason from transition_log where assignment_id is not null order by id`,
      )
    ).map(({ transition, reason }) => `${transition} (${reason})`)

  testInCheck.each([
    ['SUSPENDED', suspended, ['suspend (import)']],
    ['ENDED', ended, ['end (TRANSFER)']],
  ])('an import makes a new assignment %s', async (_status, line, expected) => {
    await clinic.importing(assignment(line))
    expect(await transitions()).toEqual(expected)
    expect((await clinic.importing(assignment(line))).assignments).toEqual(unchanged(1))
  })

  test.each([
    [active, suspended, ['suspend (import)']],
    [active, ended, ['end (TRANSFER)']],
    [suspended, active, ['suspend (import)', 'resume (import)']],
    [suspended, ended, ['suspend (import)', 'end (TRANSFER)']],
  ])('an import changes %s to %s', async (from, to, expected) => {
    await clinic.importing(assignment(from))
    expect((await clinic.importing(assignment(to))).assignments).toEqual({
      inserted: 0,
      updated: 1,
      unchanged: 0,
    })
    expect(await transitions()).toEqual(expected)
  })

  testInCheck('an ended assignment may be followed by an active one of the same pair', async () => {
    await clinic.importing(assignment(ended))
    expect((await clinic.importing(assignment(active, ended))).assignments).toEqual({
      inserted: 1,
      updated: 0,
      unchanged: 1,
    })
  })

  test('an assignment to an inactive position is not resumed, whether or not the folder names the position', async () => {
    await clinic.importing(assignment(suspended))
    await clinic.rows(sql`update positions set is_active = false`)
    const refusal = 'assignments.csv:2:position_title: The position is inactive.'
    const noPositions = { 'positions.csv': `${smallClinic['positions.csv'].split('\n')[0]}\n` }
    expect(await clinic.refusals({ ...assignment(active), ...noPositions })).toEqual([refusal])
    expect(await clinic.refusals(assignment(active))).toContain(refusal)
    expect((await clinic.importing({ ...assignment(ended), ...noPositions })).assignments.updated).toBe(1)
  })

  testInCheck('an import can contain two equal assignments that have both ended', async () => {
    expect((await clinic.importing(assignment(ended, active, ended))).assignments).toEqual(inserted(3))
    expect((await clinic.importing(assignment(ended, active, ended))).assignments).toEqual(unchanged(3))
  })

  test('an import changes only the notes of an ended assignment', async () => {
    await clinic.importing(assignment(ended))
    const noted = ended.replace(',,false', ',Seen,false')
    expect((await clinic.importing(assignment(noted))).assignments).toEqual({
      inserted: 0,
      updated: 1,
      unchanged: 0,
    })
  })

  test('an import refuses an end reason of an assignment that has not ended', async () => {
    expect(await clinic.refusals(assignment(active.replace(/$/, 'OTHER')))).toEqual([
      'assignments.csv:2:end_reason: Only an assignment that is ENDED has an end reason.',
    ])
  })

  const tags = (...lines: string[]) => ({
    'employee_tags.csv': `employee_number,tag,start_date,end_date,status\n${lines.join('\n')}\n`,
    ...assignment(),
  })

  test('tags are revoked and expire after the assignments, each change logged', async () => {
    const held = ['E1,Nurse,2024-01-08,,REVOKED', 'E1,FullTime,2024-01-08,2024-12-31,EXPIRED']
    await clinic.importing({ ...tags(...held), ...assignment(active) })
    const actions = (await clinic.tagChanges()).map(({ tag, action }) => `${tag} ${action}`)
    expect(actions).toEqual(['FullTime ASSIGNED', 'FullTime EXPIRED', 'Nurse ASSIGNED', 'Nurse REVOKED'])
    expect((await clinic.importing({ ...tags(...held), ...assignment(active) })).employee_tags).toEqual(
      unchanged(2),
    )
  })

  test('an import makes no expired or revoked tag ACTIVE', async () => {
    await clinic.importing(tags('E1,Nurse,2024-01-08,,REVOKED'))
    expect(await clinic.refusals(tags('E1,Nurse,2024-01-08,,ACTIVE'))).toEqual([
      'employee_tags.csv:2:status: A tag that is REVOKED cannot become ACTIVE again; assign a new one.',
    ])
  })

  test('an import of files without statuses changes no status', async () => {
    await clinic.importing()
    await clinic.importing({
      'employee_tags.csv': `employee_number,tag,start_date,end_date,status\nE1,Nurse,2024-01-08,2030-12-31,EXPIRED\n`,
      ...assignment(suspended),
    })
    expect(await clinic.importing()).toEqual(nothingNew)
  })
})

describe('is_active', () => {
  const units = (department: boolean, ward: boolean) => ({
    'org_units.csv': `code,name,short_name,unit_type,parent_code,sort_order,max_weekly_hours,is_active
C,The clinic,Clinic,CLINIC,,0,60.00,true
D,Nursing,,DEPARTMENT,C,1,,${department}
U,Ward,W,UNIT,D,1,,${ward}
`,
  })
  const positions = (isActive: boolean) => ({
    'positions.csv': `org_unit_code,title,required_weekly_hours,notes,is_active
U,Day nurse,40.00,,${isActive}
U,Night nurse,32.50,By turns,${isActive}
`,
  })
  const noAssignments = { 'assignments.csv': `${smallClinic['assignments.csv'].split('\n')[0]}\n` }

  test('is_active retires a unit with all units below it, also in an empty database', async () => {
    const retired = { ...units(false, false), ...positions(false), ...noAssignments }
    await clinic.importing(retired)
    expect((await clinic.importing(retired)).org_units).toEqual(unchanged(3))
    expect(await clinic.rows(sql`select distinct is_active from positions`)).toEqual([{ is_active: false }])
  })

  test('is_active retires no unit or position in use', async () => {
    await clinic.importing()
    expect(await clinic.refusals({ ...units(false, true), ...positions(false) })).toEqual([
      'org_units.csv:3:is_active: The org unit has active child units or active positions.',
      'org_units.csv:4:parent_code: The parent must be active.',
      'positions.csv:2:is_active: The position has active assignments.',
      'positions.csv:3:is_active: The position has active assignments.',
    ])
  })

  test('is_active of a tag decides whether more employees can get it', async () => {
    const tags = {
      'tags.csv': `${smallClinic['tags.csv'].replace('description', 'description,is_active').replace('40.00,', '40.00,,false').replace('mostly"', 'mostly",false')}`,
    }
    await clinic.importing(tags)
    expect((await clinic.importing(tags)).employee_tags).toEqual(unchanged(3))
    const more = { 'employee_tags.csv': `${smallClinic['employee_tags.csv']}E2,FullTime,2024-01-08,\n` }
    expect(await clinic.refusals({ ...tags, ...more })).toEqual([
      'employee_tags.csv:5:tag: The tag is not active.',
    ])
  })
})

test('two simultaneous imports run one after the other', async () => {
  const reports = await Promise.all([clinic.importing(), clinic.importing()])
  expect(reports.map(({ employees }) => employees.inserted).sort()).toEqual([0, 2])
})
