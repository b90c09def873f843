import { NativeSelect, Pagination, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { DataTable, type Identified, type TableProps } from './data-table.tsx'
import { Loaded, useLive } from './live.tsx'
import { Note } from './parts.tsx'
import { plural } from './wording.ts'

const pageSize = 25

/** What an input needs to show and set one field of a filter. */
export type FieldProps = {
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
}

type Filter = { [name: string]: string; search: string }
/** A filter without its empty fields. */
type Asked<F> = { [Name in keyof F]?: Exclude<F[Name], ''> }

/** The fields of a filter, as props for inputs, and what they ask for; the search waits until typing pauses. */
export function useFilter<F extends Filter>(blank: F, onChange?: () => void) {
  const [filter, setFilter] = useState(blank)
  const [search] = useDebouncedValue(filter.search.trim(), 300)
  const field = (name: keyof F): FieldProps => ({
    value: filter[name] as string,
    onChange({ currentTarget: { value } }) {
      setFilter((before) => ({ ...before, [name]: value }))
      onChange?.()
    },
  })
  const given = Object.entries({ ...filter, search }).filter(([, value]) => value !== '')
  return { field, asked: Object.fromEntries(given) as Asked<F>, isFiltered: given.length > 0 }
}

type Answer<Row> = { count: number; results: Row[] }
export type Paged<Row> = {
  query: UseQueryResult<Answer<Row>>
  isFiltered: boolean
  page: number
  setPage: (page: number) => void
}

type List<F, Row> = {
  query: (
    input: Asked<F> & { page: number; page_size: number },
    options: { signal: AbortSignal },
  ) => Promise<Answer<Row>>
}

/** A list with a filter and pages; changing the filter goes back to the first page. */
export function usePaged<F extends Filter, Row>(name: string, of: List<F, Row>, blank: F) {
  const [page, setPage] = useState(1)
  const { field, asked, isFiltered } = useFilter(blank, () => setPage(1))
  const input = { ...asked, page, page_size: pageSize }
  const query = useLive({ name, of, input, keepsPrevious: true })
  return { field, paged: { query, isFiltered, page, setPage } }
}

type PagedTableProps<Row> = Omit<TableProps<Row>, 'rows'> & { paged: Paged<Row>; one: string; many: string }

/** `empty` is shown when there are no rows at all, not when the filter matches none. */
export function PagedTable<Row extends Identified>({
  paged,
  one,
  many,
  empty,
  ...table
}: PagedTableProps<Row>) {
  const { query, isFiltered, page, setPage } = paged
  return (
    <Loaded query={query} rows={8}>
      {({ count, results }) => (
        <Stack>
          <Note>{plural(count, one, many)}</Note>
          <DataTable {...table} rows={results} empty={isFiltered ? `No ${many} match.` : empty} />
          {count > pageSize && (
            <Pagination
              total={Math.ceil(count / pageSize)}
              value={page}
              onChange={setPage}
              siblings={0}
              aria-label="Pages of the list"
              getControlProps={(control) => ({ 'aria-label': `${control} page` })}
              getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

type ChooseProps = FieldProps & {
  label: string
  options: readonly (string | { value: string; label: string })[]
}

/** A filter by one of several values, or none. */
export const Choose = ({ options, ...select }: ChooseProps) => (
  <NativeSelect {...select} data={[{ value: '', label: 'All' }, ...options]} />
)
