import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CoverageError } from '../../../client/src/error.ts'
import { Note } from './parts.tsx'
import { span, timeOf } from './wording.ts'

const whenFailed = 3000

type Question<I, O> = {
  /** What the cache calls the procedure. */
  name: string
  of: { query: (input: I, options: { signal: AbortSignal }) => Promise<O> }
  input: I
  /** Milliseconds between two refreshes. */
  every?: number
  /** Show the previous answer until that to a new input arrives. */
  keepsPrevious?: boolean
  /** Whether to ask at all; otherwise there is no answer. */
  isWanted?: boolean
}

/** A query that refreshes by itself, and more often while it fails. */
export const useLive = <I, O>({ name, of, input, every = 15_000, ...more }: Question<I, O>) =>
  useQuery({
    enabled: more.isWanted ?? true,
    queryKey: [name, input],
    queryFn: ({ signal }) => of.query(input, { signal }),
    refetchInterval: ({ state }) => (state.status === 'error' ? Math.min(whenFailed, every) : every),
    placeholderData: more.keepsPrevious ? keepPreviousData : undefined,
  })

const storeIsAway = 'Service temporarily unavailable.'

function explain(error: CoverageError): { title: string; text: string } {
  const { status, message, retryAfterSeconds } = error
  if (status === 400) return { title: 'Not possible', text: message }
  if (status === 429 && retryAfterSeconds)
    return { title: 'Too many requests', text: `Try again in ${span(retryAfterSeconds)}.` }
  if (status === 503 && message !== storeIsAway) return { title: 'No answer this time', text: message }
  if (status === 503)
    return {
      title: 'PostgreSQL or Redis is not responding',
      text: 'This page recovers by itself. System shows which of them is down.',
    }
  if (status === 0) return { title: 'Can’t reach the service', text: 'Retrying…' }
  if (status === 403)
    return { title: 'Not shown for your role', text: 'Only roles that may see everyone can view this.' }
  if (status === 404)
    return { title: 'Not found', text: 'It may have been removed, or the address is incomplete.' }
  return { title: 'Something went wrong', text: message }
}

type Show<T> = { children: (data: T, updatedAt: number) => ReactNode; rows?: number }

/** What a procedure answers, kept up to date. */
export const Live = <I, O>({ children, rows, ...question }: Question<I, O> & Show<O>) => (
  <Loaded query={useLive(question)} rows={rows}>
    {children}
  </Loaded>
)

type Props<T> = Show<T> & { query: UseQueryResult<T> }

/** The answer of a query, with a placeholder before it; an error is shown above the last answer. */
export function Loaded<T>({ query: { data, error, dataUpdatedAt, refetch }, children, rows = 4 }: Props<T>) {
  if (!error && data === undefined) return <Loading rows={rows} />
  return (
    <Stack>
      {error && (
        <Alert color="red" title={explain(error).title} role="alert">
          <Group justify="space-between">
            <Text size="sm">
              {explain(error).text}
              {data !== undefined && ` Last updated at ${timeOf(dataUpdatedAt)}.`}
            </Text>
            <Button size="xs" variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      {data !== undefined && children(data, dataUpdatedAt)}
    </Stack>
  )
}

export const Loading = ({ rows }: { rows: number }) => (
  <Stack gap="sm" aria-busy="true" role="status" aria-label="Loading">
    {[...Array(rows).keys()].map((row) => (
      <Skeleton key={row} height={28} />
    ))}
  </Stack>
)

export const Empty = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" py="md" ta="center">
    {children}
  </Text>
)

/** How many of the rows that match are shown; nothing when all are. */
export const Shown = ({ rows, count }: { rows: readonly unknown[]; count: number }) =>
  rows.length < count && (
    <Note>{`Showing ${rows.length} of ${count}. Refine your search to narrow the list.`}</Note>
  )
