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
  expect(await find(operator, 'no such')).toEqual({ people: [], positions: [], units: [], users: [] })
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
