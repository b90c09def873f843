import { Alert, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CoverageError } from '../../../../client/src/contract/error.ts'
import { Said } from '../language/said.tsx'
import { type Message, say } from '../language/text.ts'
import { span, timeOf } from '../language/wording.ts'
import { Button } from '../parts/button.tsx'
import { Note, Page, PageLink } from '../parts/parts.tsx'
import { troubleOf, useStores } from './readiness.ts'

const whenFailed = 3000

export type Question<I, O> = {
  /** The key of the procedure in the cache. */
  name: string
  of: { query: (input: I, options: { signal: AbortSignal }) => Promise<O> }
  input: I
  /** Milliseconds between refreshes. */
  every?: number
  /** Show the previous answer until the one to a new input arrives. */
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
    // What is refreshed rarely is limited or costly.
    refetchOnWindowFocus: every < 300_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? Math.min(whenFailed, every) : every),
    placeholderData: more.keepsPrevious ? keepPreviousData : undefined,
  })

export const noAnswer = 'Not available right now'
const storeIsAway = 'Service temporarily unavailable.'

type Explanation = { title: string; text: ReactNode; isFinal?: boolean }

/** What went wrong, in words, naming the store in trouble if it is known; retrying cannot help if it is final. */
export function explain(error: CoverageError, trouble?: Message): Explanation {
  const { status, message, retryAfterSeconds } = error
  if (status === 429 && retryAfterSeconds)
    return {
      title: say('Too many requests'),
      text: say('Try again in {span}.', { span: span(retryAfterSeconds) }),
    }
  if (status === 503 && message !== storeIsAway) return { title: say(noAnswer), text: <Said>{message}</Said> }
  return (
    byStatus(error, trouble)[status] ?? { title: say('Something went wrong'), text: <Said>{message}</Said> }
  )
}

const mayPass = [0, 429, 503]

/** What has to pass before a change can be tried again; undefined if the service has refused the change. */
export const passing = (error: CoverageError, trouble?: Message) =>
  mayPass.includes(error.status)
    ? `${explain(error, trouble).title}. ${say('Try again in a moment.')}`
    : undefined

/** Whether a change may have been made: its answer was lost, here or at a proxy. */
export const isUnanswered = ({ status }: CoverageError) => [0, 502, 504].includes(status)
export const noAnswerYet = 'No answer has arrived. Check whether it was done before you try again.'

/** The messages without their field names, which are parameters of the address. */
const reasonOf = ({ message, fieldErrors }: CoverageError) =>
  Object.values(fieldErrors).flat().join(' ') || message

const byStatus = (error: CoverageError, trouble?: Message): Record<number, Explanation> => ({
  0: { title: say('Can’t reach the service'), text: say('Retrying…') },
  400: { title: say('Not possible'), text: <Said>{reasonOf(error)}</Said>, isFinal: true },
  403: {
    title: say('Not shown for your role'),
    text: say('Only roles that may see everyone can view this.'),
    isFinal: true,
  },
  404: {
    title: say('Not found'),
    text: say('It may have been removed, or the address is incomplete.'),
    isFinal: true,
  },
  503: { title: say(trouble ?? noAnswer), text: say('This page recovers by itself.') },
})

type Show<T> = {
  children: (data: T, updatedAt: number) => ReactNode
  rows?: number
  /** The heading of the page until the answer arrives with its own. */
  page?: string
  /** The way back from such a page. */
  path?: ReactNode
}

/** Shows the answer of a procedure, and keeps it up to date. */
export const Live = <I, O>({ children, rows, page, path, ...question }: Question<I, O> & Show<O>) => (
  <Loaded query={useLive(question)} rows={rows} page={page} path={path}>
    {children}
  </Loaded>
)

type Props<T> = Show<T> & { query: UseQueryResult<T> }

/** The answer of a query, with a placeholder before it; an error is shown above the last answer. */
export function Loaded<T>({ query, children, rows = 4, page, path }: Props<T>) {
  const { data, error, dataUpdatedAt, refetch } = query
  const lastAt = data === undefined ? undefined : dataUpdatedAt
  const failed = error && <Failed error={error} lastAt={lastAt} retry={() => refetch()} />
  if (data === undefined) {
    const placeholder = failed ?? <Loading rows={rows} />
    if (!page) return placeholder
    return (
      <Page title={page} path={path}>
        {placeholder}
      </Page>
    )
  }
  return (
    <Stack>
      {failed}
      {children(data, dataUpdatedAt)}
    </Stack>
  )
}

type FailedProps = { error: CoverageError; lastAt: number | undefined; retry: () => void }

function Failed({ error, lastAt, retry }: FailedProps) {
  const { title, text, isFinal } = explain(error, troubleOf(useStores()))
  return (
    <Alert color="red" title={title} role="alert">
      <Group justify="space-between">
        <Text size="sm" component="div">
          {text}
          {lastAt !== undefined && ` ${say('Last updated at {time}.', { time: timeOf(lastAt) })}`}
        </Text>
        {isFinal ? (
          <PageLink to="/">{say('Go to the first page')}</PageLink>
        ) : (
          <Button size="xs" onClick={retry}>
            {say('Try again')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

export const Loading = ({ rows }: { rows: number }) => (
  <Stack gap="sm" aria-busy="true" role="status" aria-label={say('Loading')}>
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
export function Shown({ rows, count }: { rows: readonly unknown[]; count: number }) {
  if (rows.length >= count) return null
  return (
    <Note>
      {say('Showing {shown, number} of {count, number}. Refine your search to narrow the list.', {
        shown: rows.length,
        count,
      })}
    </Note>
  )
}
