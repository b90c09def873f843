import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import type { AssignmentPreview, EmployeeDetail, Page, PositionRow } from '@workforce-coverage/client'
import type { AppRouter } from '@workforce-coverage/client/router'

const trpc = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: 'http://localhost:8000/trpc' })] })
const id = '00000000-0000-4000-8000-000000000000'

/** Never called. The test is that it compiles, with every expected error. */
export async function exactTypes() {
  const { results }: Page<PositionRow> = await trpc.positions.list.query({
    coverage_state: 'VACANT',
    ordering: '-title',
  })
  const everything: Page<PositionRow> = await trpc.positions.list.query()
  const employee: EmployeeDetail = await trpc.employees.get.query({ id })
  const request = { employee: employee.id, position_id: id, effective_hours: '8.00' }
  const preview: AssignmentPreview = await trpc.assignments.preview.mutate(request)
  const deleted: undefined = await trpc.tags.delete.mutate({ id })
  const tag: inferRouterOutputs<AppRouter>['tags']['get'] = await trpc.tags.get.query({ id })

  const titles: string[] = []
  trpc.live.coverage.subscribe(
    { lastEventId: id },
    { onData: ({ data }) => data.type === 'changed' && titles.push(data.row.title) },
  )

  trpc.live.coverage.subscribe(
    {},
    {
      onData: ({ data }) => data.type === 'changed' && data.row.title.toUpperCase(),
    },
  )

  // @ts-expect-error: no such ordering
  await trpc.positions.list.query({ ordering: 'shoe_size' })
  // @ts-expect-error: no such status
  await trpc.employees.list.query({ status: '' })
  // @ts-expect-error: pages are numbers
  await trpc.employees.list.query({ page: '2' })
  // @ts-expect-error: the id is missing
  await trpc.employees.get.query()
  // @ts-expect-error: decimals are strings
  await trpc.assignments.preview.mutate({ ...request, effective_hours: 8 })
  // @ts-expect-error: a change cannot be queried
  await trpc.assignments.create.query(request)

  return [results, everything, preview, deleted, tag]
}

export function told(error: unknown): string | undefined {
  if (!(error instanceof TRPCClientError)) return
  const { data } = error as TRPCClientError<AppRouter>
  if (data?.body.detail !== undefined) return `${data.httpStatus}: ${data.body.detail}`
  const [first] = data?.body.effective_hours ?? []
  return typeof first === 'string' ? first : undefined
}
