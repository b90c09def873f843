import {
  type DataTag,
  focusManager,
  type InfiniteData,
  type SkipToken,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import type { CoverageClient } from './client.ts'
import type { CoverageError } from './contract/error.ts'
import { actions, type Page, type Procedures, type Reads } from './contract/procedures.ts'
import type { CallOptions } from './contract/wire.ts'
import { membersOf, type Procedure, pathTo } from './query-options.ts'
import { sleep } from './transport/time-limits.ts'

type Key = readonly unknown[]
type Signalled = { signal: AbortSignal }

/** The client retries by itself. `throwOnError` is never there, but tells TanStack the type of errors. */
type Failing = { retry: false; throwOnError?: (error: CoverageError) => boolean }

/** What `useQuery`, `useSuspenseQuery`, `useQueries` and `queryClient.fetchQuery` take. */
export type CoverageQueryOptions<Answer, Skip = never> = Failing & {
  queryKey: DataTag<Key, Answer, CoverageError>
  queryFn: ((context: Signalled) => Promise<Answer>) | Skip
}

/** What `useInfiniteQuery` and `useSuspenseInfiniteQuery` take. */
export type CoverageInfiniteQueryOptions<Answer, Skip = never> = Failing & {
  queryKey: DataTag<Key, InfiniteData<Answer, number>, CoverageError>
  queryFn: ((context: Signalled & { pageParam: number }) => Promise<Answer>) | Skip
  initialPageParam: number
  getNextPageParam(last: Answer, pages: Answer[], page: number): number | undefined
}

/** What `useMutation` takes. */
export type CoverageMutationOptions<Input, Answer> = Failing & {
  mutationKey: Key
  mutationFn(input: Input): Promise<Answer>
}

/** An input may be left out where no field of it is required. */
type Optional<Input> = undefined extends Input ? [input?: Input] : [input: Input]

type QueryMembers<Input, Answer> = {
  /** Options for `useQuery` and its variants. With `skipToken` instead of an input, nothing is fetched. */
  queryOptions(...input: Optional<Input>): CoverageQueryOptions<Answer>
  queryOptions(...input: Optional<Input | SkipToken>): CoverageQueryOptions<Answer, SkipToken>
  /** The key of the query with this input; without an input, a key that matches all queries of the procedure. */
  queryKey(input?: Input): DataTag<Key, Answer, CoverageError>
}

type InfiniteMembers<Input, Answer> = {
  /** Options for `useInfiniteQuery` and its variants, which fetch the list page by page. */
  infiniteQueryOptions(...input: Optional<Input>): CoverageInfiniteQueryOptions<Answer>
  infiniteQueryOptions(...input: Optional<Input | SkipToken>): CoverageInfiniteQueryOptions<Answer, SkipToken>
}

type MutationMembers<Input, Answer> = {
  /** Options for `useMutation`. */
  mutationOptions(): CoverageMutationOptions<Input, Answer>
}

type Call<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>

type MembersOf<Procedure, Name> = Procedure extends { query: Call<infer Input, infer Answer> }
  ? QueryMembers<Input, Answer> &
      (Answer extends Page<unknown> ? InfiniteMembers<WithoutPage<Input>, Answer> : unknown)
  : Procedure extends { mutate: Call<infer Input, infer Answer> }
    ? MutationMembers<Input, Answer> & (Name extends Reads ? QueryMembers<Input, Answer> : unknown)
    : never

type WithoutPage<Input> = Omit<NonNullable<Input>, 'page'> | (undefined extends Input ? undefined : never)

type Path = {
  /** A key that matches all queries below, such as those to invalidate after a change. */
  pathKey(): Key
}

/** Options of TanStack Query for every procedure, by resource. */
export type CoverageQueries = Path & {
  [Resource in keyof Procedures]: Path & {
    [Action in keyof Procedures[Resource]]: MembersOf<
      Procedures[Resource][Action],
      `${Resource}.${Action & string}`
    >
  }
}

/**
 * Options of TanStack Query for every procedure: `useQuery(queries.positions.list.queryOptions({ is_active: true }))`.
 * For use outside components, such as loaders of a router; inside, `useCoverage` gives the same.
 */
export function createCoverageQueries(client: CoverageClient): CoverageQueries {
  const procedures = client as unknown as Record<string, Record<string, Procedure>>
  const resources = Object.entries(actions).map(([resource, { query, mutation }]) => {
    const members = [...query, ...mutation].map((action) => {
      const path = ['coverage', resource, action]
      return [action, membersOf(path, procedures[resource]?.[action] ?? {})]
    })
    return [resource, { ...pathTo('coverage', resource), ...Object.fromEntries(members) }]
  })
  return { ...pathTo('coverage'), ...Object.fromEntries(resources) }
}

type Provided = { client: CoverageClient; queries: CoverageQueries }

const Context = createContext<Provided | undefined>(undefined)

/**
 * Gives the client to the components below. Put it below the `QueryClientProvider`: at a sign-in or sign-out, even in
 * another tab, it clears the previous user's queries.
 */
export function CoverageProvider({ client, children }: { client: CoverageClient; children?: ReactNode }) {
  const cache = useQueryClient()
  const value = useMemo(() => ({ client, queries: createCoverageQueries(client) }), [client])
  useEffect(() => {
    const forget = () => void cache.resetQueries({ queryKey: value.queries.pathKey() })
    const stops = [client.on('signedIn', forget), client.on('signedOut', forget)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, value, cache])
  return createElement(Context.Provider, { value }, children)
}

function useProvided(): Provided {
  const provided = useContext(Context)
  if (!provided) throw new Error('There is no CoverageProvider above this component.')
  return provided
}

/** Options of TanStack Query for every procedure, of the client given to `CoverageProvider`. */
export const useCoverage = (): CoverageQueries => useProvided().queries

/** The client given to `CoverageProvider`, for `login`, `logout` and calls outside queries. */
export const useCoverageClient = (): CoverageClient => useProvided().client

/** A live stream, such as `liveOf(client).coverage`. */
export type Changes = (options: {
  signal: AbortSignal
  onConnection: (isConnected: boolean) => void
}) => AsyncIterable<unknown>

/** Whether changes are arriving now, and the error that has ended them for good. */
export type Following = { isConnected: boolean; error?: CoverageError }

/** Milliseconds to gather changes before queries are repeated. */
const gathering = 500

/**
 * While the page is visible, refetches the positions, assignments and hours that it shows when they change.
 * Pass the same live stream at every rendering.
 */
export function useLiveUpdates(changes: Changes): Following {
  const { client, queries } = useProvided()
  const cache = useQueryClient()
  const [following, setFollowing] = useState<Following>({ isConnected: false })
  // A browser has only a few connections for all its tabs.
  const isVisible = useSyncExternalStore(onFocus, isFocused, isFocused)
  useEffect(() => {
    if (!isVisible) return
    const affected = [queries.positions, queries.assignments, queries.hours].map((path) => path.pathKey())
    const repeat = oneAtATime(async () => {
      await sleep(gathering)
      // Repeating a list while it fetches its next page would drop that page.
      const fetching = affected.flatMap((queryKey) =>
        cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }),
      )
      await Promise.allSettled(fetching.map(({ promise }) => promise))
      await Promise.all(affected.map((queryKey) => cache.invalidateQueries({ queryKey })))
    })
    let leave = follow(changes, repeat, setFollowing)
    // The stream of the previous user has ended or will end.
    const stop = client.on('signedIn', () => {
      leave()
      leave = follow(changes, repeat, setFollowing)
    })
    return () => {
      stop()
      leave()
    }
  }, [changes, isVisible, client, queries, cache])
  return following
}

/** Runs the work at each change and reports the connection, until the returned function is called. */
function follow(changes: Changes, work: () => Promise<void>, tell: (now: Following) => void) {
  const leaving = new AbortController()
  const { signal } = leaving
  const tellUntilLeft = (now: Following) => signal.aborted || tell(now)
  const read = async () => {
    const onConnection = (isConnected: boolean) => void tellUntilLeft({ isConnected })
    for await (const _ of changes({ signal, onConnection })) void work()
  }
  read().catch((error) => tellUntilLeft({ isConnected: false, error }))
  return () => {
    leaving.abort()
    tell({ isConnected: false })
  }
}

const onFocus = (listener: () => void) => focusManager.subscribe(listener)
const isFocused = () => focusManager.isFocused()

/** Any number of calls during a run lead to one more run after it. */
function oneAtATime(work: () => Promise<void>) {
  let asked = 0
  return async () => {
    if (asked++) return
    for (let done = 0; done < asked; ) {
      done = asked
      await work()
    }
    asked = 0
  }
}
