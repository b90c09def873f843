import { expect, test } from 'vitest'
import { decimal } from '../../../client/src/decimal.ts'
import type { Clients } from './clients.ts'

/** How lists are read. */
export function listTests(clients: Clients): void {
  const { make, signedIn } = clients

  test('a list gives every row of every page once, in order, each time it is read', async () => {
    const { client, requests } = await signedIn()
    const marker = 'Paginated'
    for (let number = 10; number < 17; number++)
      await make.employee({ first_name: marker, last_name: `Row ${number}` })
    const rows = client.pages.employees({ search: marker, page_size: 3 })
    for (let time = 0; time < 2; time++) {
      const found: string[] = []
      for await (const { last_name } of rows) found.push(last_name)
      expect(found).toEqual([10, 11, 12, 13, 14, 15, 16].map((number) => `Row ${number}`))
    }
    expect(requests).toEqual(Array(6).fill('GET /trpc/employees.list'))
    expect(await rows.toArray()).toHaveLength(7)
    requests.length = 0
    const some = await client.pages.employees({ search: marker }).toArray({ atMost: 2 })
    expect(some.map(({ last_name }) => last_name)).toEqual(['Row 10', 'Row 11'])
    expect(await rows.toArray({ atMost: 0 })).toEqual([])
    expect(requests).toHaveLength(1)
  })

  test('the pages of a list are fetched as their rows are read', async () => {
    const { client, requests } = await signedIn()
    for await (const _ of client.pages.business_rules()) break
    for await (const _ of client.pages.employees({ page_size: 1 })) break
    expect(requests).toEqual(['GET /trpc/business_rules.list', 'GET /trpc/employees.list'])
  })

  test('a list that becomes shorter while it is read ends without an error', async () => {
    const { client } = await signedIn()
    const rows = client.pages.employees({ search: 'Shrinking', page_size: 1 })[Symbol.asyncIterator]()
    const employees = await Promise.all([1, 2].map(() => make.employee({ first_name: 'Shrinking' })))
    expect((await rows.next()).done).toBe(false)
    const [, gone] = employees
    await client.employees.update.mutate({ id: gone?.id ?? '', first_name: 'Gone' })
    expect((await rows.next()).done).toBe(true)
  })

  test('every list has an iterator', async () => {
    const { client } = await signedIn()
    const { id } = await make.employee()
    const assignment = await make.assignment({ employee: id })
    await make.positionTag()
    await make.employeeTag()
    await client.employees.deactivate.mutate({ id })
    await client.assignments.suspend.mutate({ id: assignment.id })
    const { planning_candidates, planning_openings, planning_cliffs, ...others } = client.pages
    const { planning_renewals, planning_single_points, ...stored } = others
    const { integration_imports, planning_drafts, planning_applications, ...rest } = stored
    const { planning_kept_scenarios, ...pages } = rest
    for (const list of [integration_imports, planning_drafts, planning_applications, planning_kept_scenarios])
      expect((await list()[Symbol.asyncIterator]().next()).done).toBe(true)
    const lists = {
      ...{ ...pages, employee_transitions: () => pages.employee_transitions({ id }) },
      assignment_transitions: () => pages.assignment_transitions({ id: assignment.id }),
    }
    for (const [name, list] of Object.entries(lists)) {
      const { value } = await list()[Symbol.asyncIterator]().next()
      expect(value, name).toHaveProperty('id')
    }
  })

  test('the lists of planning have iterators too', async () => {
    const { client } = await signedIn()
    const { employee, tag } = await make.employeeTag()
    const { position: position_id } = await make.positionTag({ tag })
    const wanted = { position_id, effective_hours: '8.00' }
    const { results } = await client.planning.candidates.query(wanted)
    expect(results).toMatchObject([{ rank: 1, employee, effective_hours: '8.00' }])
    expect(await Array.fromAsync(client.pages.planning_candidates(wanted))).toEqual(results)
    const openings = await Array.fromAsync(client.pages.planning_openings({ employee_id: employee }))
    expect(openings.map((opening) => opening.position_id)).toContain(position_id)
    expect(await Array.fromAsync(client.pages.planning_cliffs({ employee }))).toEqual([])
    expect(await Array.fromAsync(client.pages.planning_renewals({ weeks: 1 }))).toEqual([])
    expect(await Array.fromAsync(client.pages.planning_single_points())).toEqual([])
  })

  test('decimals are strings for exact arithmetic', async () => {
    const { client } = await signedIn()
    const { id } = await make.tag({ hours_delta: '0.10' })
    const { hours_delta } = await client.tags.get.query({ id })
    expect(hours_delta).toBe('0.10')
    expect(decimal(hours_delta).plus('0.20').toFixed(2)).toBe('0.30')
  })
}
