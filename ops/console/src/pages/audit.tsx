import { Anchor, Group, NativeSelect, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../api.ts'
import { type Column, DataTable } from '../data-table.tsx'
import { Loaded } from '../live.tsx'
import { Pages } from '../pages-of.tsx'
import { Lines, PageTitle, Panel } from '../parts.tsx'
import { momentOf, plural, sentence, words } from '../wording.ts'

const pageSize = 25

export function AuditPage() {
  return (
    <Stack>
      <PageTitle>Audit</PageTitle>
      <Tabs defaultValue="operators" keepMounted={false}>
        <Tabs.List mb="md" aria-label="Logs">
          <Tabs.Tab value="operators">Operators</Tabs.Tab>
          <Tabs.Tab value="transitions">Transitions</Tabs.Tab>
          <Tabs.Tab value="tags">Tag changes</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="operators">
          <OperatorLog />
        </Tabs.Panel>
        <Tabs.Panel value="transitions">
          <TransitionLog />
        </Tabs.Panel>
        <Tabs.Panel value="tags">
          <TagLog />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

type Dated = { search: string; date_from: string; date_to: string }
type Asked = { search?: string; date_from?: string; date_to?: string; page: number; page_size: number }

/** What every log can be filtered by, and the page of it. */
function useFilter() {
  const [text, setText] = useState<Dated>({ search: '', date_from: '', date_to: '' })
  const [page, setPage] = useState(1)
  const [settled] = useDebouncedValue(text, 300)
  const asked: Asked = {
    search: settled.search.trim() || undefined,
    date_from: settled.date_from || undefined,
    date_to: settled.date_to || undefined,
    page,
    page_size: pageSize,
  }
  const set = (change: Partial<Dated>) => {
    setText((before) => ({ ...before, ...change }))
    setPage(1)
  }
  return { text, set, page, setPage, asked }
}

type LogProps<Row> = {
  title: string
  name: string
  ask: (asked: Asked, signal: AbortSignal) => Promise<{ count: number; results: Row[] }>
  /** What else the log is filtered by: a change of it begins at the first page. */
  choices: string[]
  idOf: (row: Row) => number
  columns: Column<Row>[]
  children?: (first: () => void) => ReactNode
}

function Log<Row>({ title, name, ask, choices, idOf, columns, children }: LogProps<Row>) {
  const { text, set, page, setPage, asked } = useFilter()
  const found = useQuery({
    queryKey: ['audit', name, asked, ...choices],
    queryFn: ({ signal }) => ask(asked, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? 3000 : 10_000),
  })
  return (
    <Panel title={title}>
      <Stack>
        <Group align="end">
          <TextInput
            label="Search"
            type="search"
            value={text.search}
            onChange={(event) => set({ search: event.currentTarget.value })}
          />
          {children?.(() => setPage(1))}
          <TextInput
            label="From"
            type="date"
            value={text.date_from}
            onChange={(event) => set({ date_from: event.currentTarget.value })}
          />
          <TextInput
            label="To"
            type="date"
            value={text.date_to}
            onChange={(event) => set({ date_to: event.currentTarget.value })}
          />
        </Group>
        <Loaded query={found} rows={8}>
          {({ count, results }) => (
            <Stack>
              <Text size="sm" c="dimmed">
                {plural(count, 'entry', 'entries')}
              </Text>
              <DataTable
                label={title}
                rows={results}
                idOf={idOf}
                empty="No entry is like that."
                columns={columns}
              />
              <Pages count={count} size={pageSize} page={page} onChange={setPage} />
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Panel>
  )
}

type Choice<T extends string> = {
  label: string
  value: T | ''
  onChange: (value: T | '') => void
  options: readonly (T | { value: T; label: string })[]
}

function Choose<T extends string>({ label, value, onChange, options }: Choice<T>) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as T | '')}
      data={[{ value: '', label: 'All' }, ...options]}
    />
  )
}

type Action = NonNullable<NonNullable<Parameters<typeof api.operator.audit.list.query>[0]>['action']>

function OperatorLog() {
  const [action, setAction] = useState<Action | ''>('')
  const [actor, setActor] = useState('')
  const choices = useQuery({
    queryKey: ['audit', 'choices'],
    queryFn: ({ signal }) => api.operator.audit.choices.query(undefined, { signal }),
  })
  return (
    <Log
      title="What operators did"
      name="operators"
      choices={[action, actor]}
      ask={(asked, signal) =>
        api.operator.audit.list.query(
          { ...asked, action: action || undefined, actor: actor || undefined },
          { signal },
        )
      }
      idOf={({ id }) => id}
      columns={[
        { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
        {
          header: 'Who',
          cell: ({ actor, actor_name, actor_email }) => (
            <Lines
              main={
                <Anchor component={Link} to={`/users/${actor}`}>
                  {actor_name || actor_email}
                </Anchor>
              }
              more={actor_email}
            />
          ),
        },
        {
          header: 'What',
          cell: ({ action, details }) => <Lines main={action} more={detailsText(details)} />,
        },
        { header: 'Target', cell: ({ target }) => target },
        { header: 'Reason', cell: ({ reason }) => reason },
      ]}
    >
      {(first) => (
        <>
          <Choose
            label="Action"
            value={action}
            onChange={(value) => {
              setAction(value)
              first()
            }}
            options={choices.data?.actions ?? []}
          />
          <Choose
            label="Operator"
            value={actor}
            onChange={(value) => {
              setActor(value)
              first()
            }}
            options={(choices.data?.actors ?? []).map(({ id, name, email }) => ({
              value: id,
              label: name || email,
            }))}
          />
        </>
      )}
    </Log>
  )
}

const detailsText = (details: Record<string, unknown>) =>
  Object.entries(details)
    .map(([name, value]) => `${words(name)}: ${value === null ? 'none' : String(value)}`)
    .join(', ')

type Transition = NonNullable<NonNullable<Parameters<typeof api.transitions.list.query>[0]>['transition']>
const transitions: readonly Transition[] = [
  'activate',
  'propose',
  'accept_proposal',
  'reject_proposal',
  'cancel_proposal',
  'force_accept_proposal',
  'expire_proposal',
  'go_on_leave',
  'return_from_leave',
  'deactivate',
  'reactivate',
  'terminate',
  'rehire',
  'suspend',
  'resume',
  'end',
]

function TransitionLog() {
  const [transition, setTransition] = useState<Transition | ''>('')
  return (
    <Log
      title="Transitions of employees and assignments"
      name="transitions"
      choices={[transition]}
      ask={(asked, signal) =>
        api.transitions.list.query({ ...asked, transition: transition || undefined }, { signal })
      }
      idOf={({ id }) => id}
      columns={[
        { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
        { header: 'Employee', cell: (entry) => <Employee {...entry} /> },
        {
          header: 'What',
          cell: (entry) => (
            <Lines
              main={sentence(entry.transition)}
              more={`${words(entry.from_status)} to ${words(entry.to_status)}`}
            />
          ),
        },
        { header: 'By', cell: ({ actor_name }) => actor_name || 'the service' },
        { header: 'Reason', cell: ({ reason }) => reason || 'none' },
      ]}
    >
      {(first) => (
        <Choose
          label="Transition"
          value={transition}
          onChange={(value) => {
            setTransition(value)
            first()
          }}
          options={transitions.map((value) => ({ value, label: words(value) }))}
        />
      )}
    </Log>
  )
}

function Employee(entry: { employee: string; employee_name: string; employee_number: string }) {
  return (
    <Lines
      main={
        <Anchor component={Link} to={`/people/${entry.employee}`}>
          {entry.employee_name}
        </Anchor>
      }
      more={entry.employee_number}
    />
  )
}

type TagAction = NonNullable<NonNullable<Parameters<typeof api.tag_change_logs.list.query>[0]>['action']>
const tagActions: readonly TagAction[] = ['ASSIGNED', 'REMOVED', 'REVOKED', 'EXPIRED', 'MODIFIED']

function TagLog() {
  const [action, setAction] = useState<TagAction | ''>('')
  return (
    <Log
      title="Changes of employees’ tags"
      name="tags"
      choices={[action]}
      ask={(asked, signal) =>
        api.tag_change_logs.list.query({ ...asked, action: action || undefined }, { signal })
      }
      idOf={({ id }) => id}
      columns={[
        { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
        { header: 'Employee', cell: (entry) => <Employee {...entry} /> },
        {
          header: 'Tag',
          cell: (entry) => (
            <Lines main={entry.tag_display_name || entry.tag_name} more={words(entry.tag_category)} />
          ),
        },
        { header: 'What', cell: ({ action }) => words(action) },
        { header: 'By', cell: ({ actor_name }) => actor_name || 'the service' },
        { header: 'Reason', cell: ({ reason }) => reason || 'none' },
      ]}
    >
      {(first) => (
        <Choose
          label="Action"
          value={action}
          onChange={(value) => {
            setAction(value)
            first()
          }}
          options={tagActions.map((value) => ({ value, label: words(value) }))}
        />
      )}
    </Log>
  )
}
