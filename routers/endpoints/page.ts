import { z } from 'zod'
import type { Orderings } from '../../entities/lists/orderings.ts'
import { type List, type Page, readPage } from '../../entities/lists/page.ts'
import { notFound } from '../../src/errors.ts'
import type { ProcedureContext } from '../ports/context.ts'
import * as filters from '../schema/filters.ts'
import { orNull, output } from '../schema/output.ts'

export const maximumPageSize = 100
export const defaultPageSize = 25

/** Past any last page, yet within PostgreSQL's `bigint` as an offset. */
const largest = 1e15

const positive = (value: number | string | undefined) =>
  typeof value !== 'object' && /^0*[1-9]\d*$/.test(String(value))
    ? Math.min(Number(value), largest)
    : undefined

/** Paging of a list that has one order. A bad page becomes a 404 when it is read, a bad size becomes 25 (D9). */
export const pagingInput = () =>
  z.object({
    page: z
      .preprocess(
        (value: number | string | undefined) => (value === undefined ? 1 : (positive(value) ?? 0)),
        z.number().meta({ type: 'integer' }).default(1),
      )
      .describe(
        'The page to show, from 1, the default. Anything but a positive integer, and a page past the last, is 404.',
      ),
    page_size: z
      .preprocess(
        (value: number | string | undefined) => Math.min(positive(value) ?? defaultPageSize, maximumPageSize),
        z.number().meta({ type: 'integer' }).default(defaultPageSize),
      )
      .describe(
        `Rows per page: ${defaultPageSize} by default, ${maximumPageSize} at most; more means ${maximumPageSize}.`,
      ),
  })

/** Like `pagingInput`, with the ordering of a list that has several. */
export const pageInput = (orderings: Orderings) =>
  pagingInput().extend({ ordering: filters.ordering(orderings) })

/** Describes a paginated list that is in this order by default. */
export const paged = (ordering: string) =>
  `Paginated, ordered by ${ordering} unless \`ordering\` says otherwise.`

export const newestFirst = 'Paginated, the newest first unless `ordering` says otherwise.'

type PagingInput = { page: number; page_size: number }
type Slice = { limit: number; offset: number }

/** The envelope of every paginated list. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    count: output.count('The number of rows on all pages together.'),
    next: orNull.text('The REST address of the next page, with the same parameters; null on the last page.'),
    previous: orNull.text(
      'The REST address of the previous page, with the same parameters; null on the first page.',
    ),
    results: output.list('The rows of this page.', row),
  })

/** One page of the list in its envelope; a page past the last is 404, page 1 of an empty list is empty. */
export const paginate = <Row>(
  ctx: ProcedureContext,
  { ordering, ...paging }: PagingInput & { ordering?: string },
  list: List<Row>,
) => envelope(ctx, paging, (slice) => readPage(ctx.em, list, { ...slice, ordering }))

/** Like `paginate`, for rows that are read in another way. */
export async function envelope<Row>(
  ctx: ProcedureContext,
  { page, page_size }: PagingInput,
  read: (slice: Slice) => Promise<Page<Row>>,
) {
  if (page < 1) throw invalidPage()
  const { count, rows } = await read({ limit: page_size, offset: (page - 1) * page_size })
  const last = Math.max(1, Math.ceil(count / page_size))
  if (page > last) throw invalidPage()
  return {
    count,
    next: page < last ? pageUrl(ctx, page + 1) : null,
    previous: page > 1 ? pageUrl(ctx, page - 1) : null,
    results: rows,
  }
}

/** The REST address of the list with another page number, the other parameters kept. */
function pageUrl({ origin, address }: ProcedureContext, page: number) {
  const parameters = new Map(Object.entries(address.input ?? {}))
  const pathname = address.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(parameters.get(name))
    parameters.delete(name)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of parameters)
    if (name !== 'page' && value !== undefined && typeof value !== 'object') query.append(name, String(value))
  if (page > 1) query.append('page', String(page))
  return `${origin}${pathname}${query.size ? `?${query}` : ''}`
}

const invalidPage = () => notFound('Invalid page.')
