import { expect, test } from 'vitest'
import { statementsOf } from '../../expect/database.ts'
import { startConsole } from '../../setup/console.ts'
import { closedAfterAll, serviceForFile } from '../../setup/fixture.ts'

const { service, make } = await serviceForFile()
const ops = closedAfterAll(await startConsole(service))
const operator = await ops.as('VIEWER', { is_staff: true, given_name: 'Nuria', family_name: 'Perez' })
const nurse = await ops.as('EMPLOYEE', { is_staff: true, email: 'nurse@clinic.example' })

await make.clinic()
const unit = (await make.department({ code: 'PER', name: 'Peridural Surgery' })).id
const position = (await make.position({ org_unit: unit, title: 'Périop nurse' })).id
const pérez = (await make.employee({ first_name: 'Ana', last_name: 'Pérez', employee_number: 'E-1' })).id
const own = (await make.employee({ last_name: 'Pereda', email: 'nurse@clinic.example' })).id
await make.employee({ first_name: 'Zoe', last_name: 'Other' })

const find = async (client: typeof operator, search: string) =>
  (await client.trpc('query', 'operator.find', { search })).body

test('employees, positions, units and users are found by name, with or without accents', async () => {
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const found = await find(operator, 'PER')
  expect(found).toMatchObject({
    positions: [{ id: position, title: 'Périop nurse', org_unit_name: 'Peridural Surgery' }],
    units: [{ id: unit, name: 'Peridural Surgery', code: 'PER' }],
    users: [{ name: 'Nuria Perez' }],
  })
  expect(ids(found.people).sort()).toEqual([pérez, own].sort())
  expect((await find(operator, 'E-1')).people).toEqual([
    { id: pérez, name: 'Pérez, Ana', employee_number: 'E-1' },
  ])
  expect(await find(operator, 'no such')).toEqual({
    people: [],
    positions: [],
    units: [],
    users: [],
    held: [],
  })
})

test('the words of a search come in any order, and those of a position may be in its unit', async () => {
  const night = (await make.position({ org_unit: unit, title: 'Nurse, night' })).id
  for (const search of ['night nurse', 'nurse per', 'surgery, NIGHT'])
    expect((await find(operator, search)).positions.map(({ id }: { id: string }) => id)).toContain(night)
  expect((await find(operator, 'peridural')).positions).toEqual([])
  const { body } = await operator.trpc('query', 'operator.find', { search: 'peridural surg', by_unit: true })
  expect(body.positions.map(({ id }: { id: string }) => id).sort()).toEqual([position, night].sort())
  expect((await find(operator, 'perez ana')).people).toMatchObject([{ id: pérez }])
  expect((await find(operator, 'perez nuria')).users).toMatchObject([{ name: 'Nuria Perez' }])
  expect((await find(operator, ' , ')).people.length).toBeGreaterThan(2)
  expect((await find(operator, 'surgery per')).units).toMatchObject([{ id: unit }])
})

test('a tag that a person holds is found by words of both', async () => {
  const als = await make.tag({ name: 'ALS', display_name: 'Advanced life support' })
  const held = await make.employeeTag({ employee: pérez, tag: als.id, end_date: '2026-12-31' })
  const heldBy = async (client: typeof operator, search: string) =>
    (await client.trpc('query', 'operator.find', { search, held: true })).body.held
  const expected = {
    id: held.id,
    employee: pérez,
    employee_name: 'Pérez, Ana',
    tag: 'Advanced life support',
    end_date: '2026-12-31',
  }
  expect(await heldBy(operator, 'als perez')).toEqual([expected])
  expect(await heldBy(operator, 'ana life')).toEqual([expected])
  expect(await heldBy(operator, 'als')).toEqual([])
  expect(await heldBy(nurse, 'als perez')).toEqual([])
})

test('people whose name or number begins with the words come before those that only contain them', async () => {
  await make.employee({ first_name: 'Eva', last_name: 'Aperez', employee_number: 'A-7' })
  const names = async (search: string) =>
    (await find(operator, search)).people.map(({ name }: { name: string }) => name)
  expect(await names('per')).toEqual(['Pereda, First', 'Pérez, Ana', 'Aperez, Eva'])
  expect((await names('pérez'))[0]).toBe('Pérez, Ana')
})

test('staff with the role EMPLOYEE find only themselves, and no users', async () => {
  expect(await find(nurse, 'per')).toMatchObject({ people: [{ id: own }], units: [{ id: unit }], users: [] })
})

test('a search takes one statement per kind, however many rows it finds', async () => {
  const statements = async (search: string) =>
    (await statementsOf(ops.services.orm, () => find(operator, search))).length
  const few = await statements('no such')
  for (let i = 0; i < 8; i++) await make.employee({ last_name: `Perez ${i}` })
  expect(await statements('per')).toBe(few)
  expect((await find(operator, 'per')).people).toHaveLength(5)
})
