import {
  type QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQueries,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type {
  AssignmentDetail,
  AssignmentPreview,
  AssignmentsCreateInput,
  CoverageError,
  HoursBalance,
  PositionRow,
} from '@workforce-coverage/client'
import { useCoverage } from '@workforce-coverage/client/react'

/** Never rendered. The test is that it compiles, with every expected error. */
export function ExactTypes({ request, cache }: { request?: AssignmentsCreateInput; cache: QueryClient }) {
  const coverage = useCoverage()
  const positions = useQuery(coverage.positions.list.queryOptions({ ordering: '-title' }))
  const everything = useSuspenseQuery(coverage.positions.list.queryOptions())
  const titles = useQuery({
    ...coverage.positions.list.queryOptions(),
    staleTime: 60_000,
    select: ({ results }) => results.map(({ title }) => title),
  })
  const pages = useInfiniteQuery(coverage.positions.list.infiniteQueryOptions({ page_size: 10 }))
  const preview = useQuery(coverage.assignments.preview.queryOptions(request ?? skipToken))
  const balances = useQuery(coverage.hours.batch_balance.queryOptions({ employee_ids: [] }))
  const [me, unit] = useQueries({
    queries: [coverage.auth.me.queryOptions(), coverage.org_units.get.queryOptions({ id: '' })],
  })
  const rules = useQuery(coverage.business_rules.list.queryOptions())
  const plan = useMutation(coverage.planning.solve.mutationOptions())
  const create = useMutation({
    ...coverage.assignments.create.mutationOptions(),
    onSuccess: (made: AssignmentDetail, given) => {
      const hours: string = given.effective_hours
      cache.invalidateQueries({ queryKey: coverage.positions.pathKey() })
      cache.setQueryData(coverage.assignments.get.queryKey({ id: made.id }), { ...made, notes: hours })
    },
  })
  const cached: AssignmentPreview | undefined = cache.getQueryData(
    coverage.assignments.preview.queryKey(request),
  )
  plan.mutate(undefined)

  const rows: PositionRow[] | undefined = positions.data?.results
  const all: PositionRow[] = everything.data.results
  const names: string[] | undefined = titles.data
  const loaded: PositionRow[] | undefined = pages.data?.pages.flatMap(({ results }) => results)
  const isValid: boolean | undefined = preview.data?.is_valid
  const balance: HoursBalance | undefined = balances.data?.[0]
  const email: string | undefined = me.data?.email
  const errors: (CoverageError | null)[] = [
    ...[positions.error, pages.error, preview.error, create.error],
    ...[me.error, unit.error],
  ]

  // @ts-expect-error: no such ordering
  coverage.positions.list.queryOptions({ ordering: 'shoe_size' })
  // @ts-expect-error: the pages are counted
  coverage.positions.list.infiniteQueryOptions({ page: 2 })
  // @ts-expect-error: the id is missing
  coverage.positions.get.queryOptions()
  // @ts-expect-error: this list has one page
  coverage.business_rules.list.infiniteQueryOptions()
  // @ts-expect-error: a change is not a query
  coverage.assignments.create.queryOptions(request)
  // @ts-expect-error: a query is not a change
  coverage.positions.list.mutationOptions()
  // @ts-expect-error: decimals are strings
  create.mutate({ employee: '', position_id: '', effective_hours: 8 })
  // @ts-expect-error: what is suspended must have data
  useSuspenseQuery(coverage.assignments.preview.queryOptions(skipToken))

  return [rows, all, names, loaded, isValid, balance, rules.data, cached, email, errors].length
}
