import {
  type CoverageClient,
  createCoverageClient,
  type EmployeeDetail,
  type EmployeeRow,
  type Page,
} from '@workforce-coverage/client'
import { decimal } from '@workforce-coverage/client/decimal'
import { liveOf } from '@workforce-coverage/client/live'

const client: CoverageClient = createCoverageClient({ url: 'http://localhost:8000', batch: true })
const id = '00000000-0000-4000-8000-000000000000'

/** Never called. The test is that it compiles, with every expected error. */
export async function exactTypes() {
  const page: Page<EmployeeRow> = await client.employees.list.query({
    status: 'ACTIVE',
    ordering: '-last_name',
  })
  const detail: EmployeeDetail = await client.employees.get.query({ id })
  await client.tags.delete.mutate({ id })
  const hours: string = decimal(detail.id).plus('1.00').toFixed(2)
  const tags = client.pages.tags({}, { timeoutMs: 1000, retries: 0 })
  for await (const { name } of tags) name.toUpperCase()
  const [first] = await tags.toArray({ atMost: 1 })
  const stop: () => void = client.on('signedIn', ({ user, elsewhere }) => [user.email, elsewhere])
  client.on('sessionEnded', ({ error }) => error.requestId?.toUpperCase())
  stop()

  // @ts-expect-error: no such status
  await client.employees.list.query({ status: 'RETIRED' })
  for await (const change of liveOf(client).coverage({ after: id }))
    if (change.type === 'changed')
      change.row.coverage_state satisfies 'VACANT' | 'PARTIAL' | 'COVERED' | 'OVER_COVERED'
  // @ts-expect-error: no client
  liveOf({})

  // @ts-expect-error: no such ordering
  await client.employees.list.query({ ordering: 'shoe_size' })
  // @ts-expect-error: no such filter
  await client.employees.list.query({ shoe_size: 43 })
  // @ts-expect-error: email is missing
  await client.employees.create.mutate({ employee_number: 'E1', first_name: 'A', last_name: 'B' })
  // @ts-expect-error: the id is missing
  await client.employees.get.query()
  // @ts-expect-error: decimals are strings
  await client.hours.simulate.mutate({ employee_id: id, additional_hours: 8 })
  // @ts-expect-error: a query does not mutate
  await client.employees.list.mutate({})
  // @ts-expect-error: no such procedure
  await client.employees.delete.mutate({ id })
  // @ts-expect-error: rows have no details
  page.results[0]?.document_number
  // @ts-expect-error: the proposal may be null
  detail.current_proposal.notes
  // @ts-expect-error: the iterator counts the pages
  client.pages.employees({ page: 2 })
  // @ts-expect-error: no such event
  client.on('signedup', () => {})
  // @ts-expect-error: there may be no row
  first.name
  // @ts-expect-error: the address is missing
  createCoverageClient({})

  return hours
}
