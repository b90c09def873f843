import { CoverageError } from './contract/error.ts'
import { lists, type Page, type Pages } from './contract/procedures.ts'
import type { CallOptions, RowsOfPages } from './contract/wire.ts'

type CallQuery = (name: string, input: unknown, options?: CallOptions) => Promise<unknown>
type PagedList = { query: CallQuery; name: string; input: object; options: CallOptions | undefined }

const largestPage = 100

/** A function for each list that gives the rows of all its pages. */
export function pagesOf(query: CallQuery): Pages {
  const iterables = Object.entries(lists).map(([list, name]) => [
    list,
    (input: object = {}, options?: CallOptions) => rowsOf({ query, name, input, options }),
  ])
  return Object.fromEntries(iterables) as Pages
}

function rowsOf(list: PagedList): RowsOfPages<unknown> {
  return {
    [Symbol.asyncIterator]: () => rows(list, largestPage),
    async toArray({ atMost = Number.POSITIVE_INFINITY } = {}) {
      const found: unknown[] = []
      if (atMost < 1) return found
      for await (const row of rows(list, Math.min(atMost, largestPage))) {
        found.push(row)
        if (found.length >= atMost) break
      }
      return found
    },
  }
}

async function* rows({ query, name, input, options }: PagedList, page_size: number) {
  for (let page = 1; ; page++) {
    const answer = (await query(name, { page_size, ...input, page }, options).catch((error) => {
      // The list has become shorter since the previous page was read.
      if (page > 1 && error.status === 404) return []
      throw error
    })) as Page<unknown> | unknown[]
    const isPage = !Array.isArray(answer)
    for (const row of isPage ? answer.results : answer) {
      if (options?.signal?.aborted) throw aborted(options.signal, name)
      yield row
    }
    if (!isPage || !answer.next) return
  }
}

/** The error of an aborted call. */
export const aborted = (signal: AbortSignal, procedure: string) =>
  new CoverageError('The call was aborted.', { aborted: true, cause: signal.reason, procedure })
