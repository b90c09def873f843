import { NativeSelect, Pagination, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { type Message, say } from '../language/text.ts'
import { sentence } from '../language/wording.ts'
import { Loaded, useLive } from '../live/live.tsx'
import { type FieldProps, useAddress } from '../parts/address.ts'
import { Note, Panel } from '../parts/parts.tsx'
import { DataTable, type Identified, type TableProps } from './data-table.tsx'
import { type Fetch, mostRows } from './downloads.tsx'

const pageSize = 25
/** The maximum rows that the service returns at once. */
const largestPage = 100

type Filter = Record<string, string>
/** A filter without its empty fields. */
export type Asked<F> = { [Name in keyof F]?: Exclude<F[Name], ''> }

/** A filter kept in the address: props for its inputs, and its values; the search waits until typing pauses. */
export function useFilter<F extends Filter>(blank: F) {
  const { at, field } = useAddress()
  const filter = Object.fromEntries(Object.keys(blank).map((name) => [name, at(name)])) as F
  const [search] = useDebouncedValue((filter.search ?? '').trim(), 300)
  const given = Object.entries({ ...filter, search }).filter(([, value]) => value !== '')
  return {
    field: (name: keyof F & string) => field(name),
    asked: Object.fromEntries(given) as Asked<F>,
    isFiltered: given.length > 0,
  }
}

export type PagedRows<Row> = { count: number; results: Row[] }
export type Paged<Row> = {
  query: UseQueryResult<PagedRows<Row>>
  isFiltered: boolean
  page: number
  setPage: (page: number) => void
  ordering: string
  order: (ordering: string) => void
  fetchAll: Fetch<Row>
}

type PagedProcedure<F, Row, Also> = {
  query: (
    input: Asked<F> & Also & { page: number; page_size: number; ordering?: never },
    options: { signal: AbortSignal },
  ) => Promise<PagedRows<Row>>
}

type Question<F, Row, Also> = {
  /** The key of the list in the cache. */
  name: string
  of: PagedProcedure<NoInfer<F>, Row, NoInfer<Also>>
  /** The fields of the filter, all empty. */
  blank?: F
  /** The input besides the filter. */
  also?: Also
  /** Milliseconds between refreshes. */
  every?: number
  /** The prefix of the parameters of a second list on a page, which has no filter. */
  prefix?: string
}

/** A list with a filter, an order and pages, all kept in the address. A change of the filter goes back to page 1. */
export function usePaged<Row, F extends Filter = Record<never, string>, Also extends object = object>(
  question: Question<F, Row, Also>,
) {
  const { name, of, blank, also, every, prefix = '' } = question
  const { at, go } = useAddress()
  const { field, asked, isFiltered } = useFilter(blank ?? ({} as F))
  const page = Math.max(1, Math.trunc(Number(at(`${prefix}page`))) || 1)
  const ordering = at(`${prefix}ordering`)
  // The ordering comes from the address, so its type is unknown here; the server checks it.
  const ordered = { ...asked, ...(also as Also), ...(ordering && { ordering: ordering as never }) }
  const query = useLive({
    name,
    of,
    input: { ...ordered, page, page_size: pageSize },
    every,
    keepsPrevious: true,
  })
  useStepBack(query, { page, go: (before) => go({ [`${prefix}page`]: before }, { replace: true }) })
  const paged: Paged<Row> = {
    query,
    isFiltered,
    page,
    setPage: (chosen) => go({ [`${prefix}page`]: chosen > 1 ? `${chosen}` : '' }),
    ordering,
    order: (chosen) => go({ [`${prefix}ordering`]: chosen, [`${prefix}page`]: '' }),
    fetchAll: (onShare) =>
      allPages((each) => of.query({ ...ordered, ...each }, { signal: everlasting }), onShare),
  }
  return { field, paged }
}

type Place = { page: number; go: (page: string) => void }

/** Leaves a page that is not there, such as the last one when all its rows have been changed. */
function useStepBack({ data, error }: UseQueryResult<unknown>, { page, go }: Place) {
  const isGone = page > 1 && error?.status === 404
  useEffect(() => {
    if (isGone) go(data && page > 2 ? `${page - 1}` : '')
  })
}

const everlasting = new AbortController().signal

type Ask<Row> = (each: { page: number; page_size: number }) => Promise<PagedRows<Row>>

/** Fetches the pages of a list one by one, up to the maximum rows of a file. */
async function allPages<Row>(ask: Ask<Row>, onShare: (share: number) => void) {
  const rows: Row[] = []
  let count = 1
  for (let page = 1; rows.length < Math.min(count, mostRows); page++) {
    const answer = await ask({ page, page_size: largestPage })
    if (!answer.results.length) break
    rows.push(...answer.results)
    count = answer.count
    onShare(rows.length / Math.min(count, mostRows))
  }
  return { rows, count }
}

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'paged' | 'note'> & {
  paged: Paged<Row>
  /** The count as a message, such as `{count, plural, one {# user} other {# users}}`. */
  counted: Message
}

/** `empty` is shown when there are no rows at all, not when the filter matches none. */
export function PagedTable<Row extends Identified>({
  paged,
  counted,
  empty,
  ...table
}: PagedTableProps<Row>) {
  const { query, isFiltered, page, setPage } = paged
  return (
    <Loaded query={query} rows={8}>
      {({ count, results }) => (
        <Stack>
          {count > 0 && <Note>{say(counted, { count })}</Note>}
          <DataTable
            {...table}
            paged={paged}
            rows={results}
            empty={isFiltered ? say('Nothing matches these filters.') : empty}
          />
          {count > pageSize && (
            <Pagination
              total={Math.ceil(count / pageSize)}
              value={page}
              onChange={setPage}
              siblings={0}
              aria-label={say('Pages of the list')}
              getControlProps={(control) => ({ 'aria-label': say(controls[control]) })}
              getItemProps={(item) => ({ 'aria-label': say('Page {page}', { page: item }) })}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

type PagedPanelProps<Row> = Omit<PagedTableProps<Row>, 'label' | 'empty'> & {
  title: Message
  /** The name of the table, if it is not that of the panel. */
  label?: Message
  empty: Message
  right?: ReactNode
  filters?: ReactNode
  note?: Message
}

/** A panel with only a list in pages, perhaps below its filters. */
export const PagedPanel = <Row extends Identified>({
  title,
  label = title,
  empty,
  right,
  filters,
  note,
  ...table
}: PagedPanelProps<Row>) => (
  <Panel title={say(title)} right={right} gap="md">
    {filters}
    <PagedTable {...table} label={say(label)} empty={say(empty)} />
    {note && <Note>{say(note)}</Note>}
  </Panel>
)

const controls = {
  first: 'First page',
  previous: 'Previous page',
  next: 'Next page',
  last: 'Last page',
} as const satisfies Record<string, Message>

export type ChooseProps = FieldProps & {
  label: string
  /** The values; constants are shown in words. */
  options: readonly (string | { value: string; label: string })[]
  /** The text of the filter when nothing is chosen; "All" by default. */
  none?: string
}

/** A filter by one of several values, or none. */
export function Choose({ options, none, ...select }: ChooseProps) {
  const data = options.map((each) =>
    typeof each === 'string' ? { value: each, label: sentence(each) } : each,
  )
  return <NativeSelect {...select} data={[{ value: '', label: none ?? say('All') }, ...data]} />
}
