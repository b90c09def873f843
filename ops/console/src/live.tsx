import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CoverageError } from '../../../client/src/error.ts'
import { timeOf } from './wording.ts'

const whenFailed = 3000

/** A query that is asked again every so many milliseconds, and sooner while it fails. */
export function useLive<T>(key: QueryKey, ask: (signal: AbortSignal) => Promise<T>, every = 15_000) {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => ask(signal),
    refetchInterval: (query) => (query.state.status === 'error' ? Math.min(whenFailed, every) : every),
  })
}

export function explain(error: Error): { title: string; text: string } {
  const status = error instanceof CoverageError ? error.status : 0
  if (status === 503)
    return { title: 'The database or Redis does not answer', text: 'This page comes back by itself.' }
  if (status === 0)
    return { title: 'The operators’ listener does not answer', text: 'This page comes back by itself.' }
  if (status === 404)
    return { title: 'Not found', text: 'It may have been removed, or the address is incomplete.' }
  return { title: 'That did not work', text: error.message }
}

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode; rows?: number }

/** What a query found; a placeholder until then, and what is wrong when it fails, above the last that was known. */
export function Loaded<T>({ query, children, rows = 4 }: Props<T>) {
  const { data, error, dataUpdatedAt, refetch } = query
  if (!error && data === undefined)
    return (
      <Stack gap="sm" aria-busy="true" role="status" aria-label="Loading">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder are alike
          <Skeleton key={row} height={28} />
        ))}
      </Stack>
    )
  return (
    <Stack>
      {error && (
        <Alert color="red" title={explain(error).title} role="alert">
          <Group justify="space-between">
            <Text size="sm">
              {explain(error).text}
              {data !== undefined && ` What is shown was read at ${timeOf(dataUpdatedAt)}.`}
            </Text>
            <Button size="xs" variant="default" onClick={() => refetch()}>
              Try again
            </Button>
          </Group>
        </Alert>
      )}
      {data !== undefined && children(data)}
    </Stack>
  )
}

export const Empty = ({ children }: { children: ReactNode }) => (
  <Text c="dimmed" py="md" ta="center">
    {children}
  </Text>
)
