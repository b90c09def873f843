import { type SkipToken, skipToken } from '@tanstack/react-query'
import type { Page } from './contract/procedures.ts'
import type { CallOptions } from './contract/wire.ts'

type Call = (input: unknown, options?: CallOptions) => Promise<unknown>
export type Procedure = Partial<Record<'query' | 'mutate', Call>>

type Input = object | SkipToken | undefined
type Signalled = { signal: AbortSignal }

/** A key that matches all queries below the path. */
export const pathTo = (...path: string[]) => ({ pathKey: () => path })

/** The options of TanStack Query for a procedure, without their types. */
export function membersOf(path: readonly string[], { query, mutate }: Procedure) {
  const call = (query ?? mutate) as Call
  const queryKey = (input?: Input) => (input === undefined || input === skipToken ? path : [...path, input])
  const unlessSkipped = <Fetch>(input: Input, fetch: Fetch) => (input === skipToken ? skipToken : fetch)
  return {
    queryKey,
    queryOptions: (input?: Input) => ({
      queryKey: queryKey(input),
      queryFn: unlessSkipped(input, ({ signal }: Signalled) => call(input, { signal })),
      retry: false,
    }),
    infiniteQueryOptions: (input?: Input) => ({
      queryKey: [...queryKey(input), 'pages'],
      queryFn: unlessSkipped(input, ({ signal, pageParam: page }: Signalled & { pageParam: number }) =>
        call({ ...(input as object), page }, { signal }),
      ),
      initialPageParam: 1,
      getNextPageParam: ({ next }: Page<unknown>, _: unknown, page: number) => (next ? page + 1 : undefined),
      retry: false,
    }),
    mutationOptions: () => ({
      mutationKey: path,
      mutationFn: (input: unknown) => call(input),
      retry: false,
    }),
  }
}
