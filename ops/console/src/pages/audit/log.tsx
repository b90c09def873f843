import { TextInput } from '@mantine/core'
import styles from '../../fields/filters.module.css'
import { ClearFilters, Filters, SearchFilter } from '../../fields/filters.tsx'
import { PersonPicker, type PickerProps, Searched, useFound, useSearch } from '../../fields/pickers.tsx'
import { isConstant } from '../../language/constants.ts'
import { type Message, say } from '../../language/text.ts'
import { nameOfUser, sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'
import { Lines, PageLink, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { Choose, type ChooseProps, type Paged, PagedTable, usePaged } from '../../table/paged-list.tsx'

/** The filter that every log has. */
const blank = { search: '', date_from: '', date_to: '' }

/** The filters of all logs. */
const filters = [
  ...Object.keys(blank),
  'user',
  'person',
  'target',
  'action',
  'actor',
  'subject',
  'subject_id',
  'event',
  'outcome',
  'transition',
]

type LogName = 'list' | 'changes' | 'security' | 'transitions' | 'tag_changes'

/** What a log's page needs to know about it. */
export type LogKind<Row> = {
  title: Message
  /** The fields that the search looks at. */
  searches: Message
  csv: string
  log: LogName
  /** Filters by one of several values. */
  choices: readonly { name: string; label: Message; options: ChooseProps['options'] }[]
  /** Whether it can be limited to a person or to a user. */
  about: keyof typeof pickers
  columns: Columns<Row>
}

/** A page of the log, filtered as the address says, or also by these fields; `prefix` is that of its parameters. */
export const useLog = <Row,>(
  { log, about, choices }: LogKind<Row>,
  limits: { also?: object; prefix?: string } = {},
) => {
  const names = limits.also ? [] : [...Object.keys(blank), about, ...choices.map(({ name }) => name)]
  const filter = Object.fromEntries(names.map((name) => [name, '']))
  return usePaged<Row, Record<string, string>>({
    name: `audit.${log}`,
    // The filters come from the address, so their types are unknown here; the service checks them.
    of: api.operator.audit[log] as never,
    blank: filter,
    ...limits,
  })
}

export function Log<Row extends { id: number }>(kind: LogKind<Row>) {
  const { title, searches, about, choices } = kind
  const { field, paged } = useLog(kind)
  const { at, go } = useAddress()
  const { Picker, label } = pickers[about]
  return (
    <Panel title={say(title)} gap="md">
      <Filters names={filters}>
        <div className={styles.filters}>
          <SearchFilter placeholder={say(searches)} w={{ base: '100%', sm: 380 }} {...field('search')} />
          <Picker label={say(label)} value={at(about)} onChange={(id) => go({ [about]: id, page: '' })} />
          {choices.map(({ name, label, options }) => (
            <Choose key={name} label={say(label)} options={options} {...field(name)} />
          ))}
          <div className={styles.dates}>
            <TextInput label={say('From')} type="date" {...field('date_from')} />
            <TextInput label={say('To')} type="date" {...field('date_to')} />
          </div>
          <ClearFilters names={filters} />
        </div>
      </Filters>
      <LogTable {...kind} paged={paged} />
    </Panel>
  )
}

function UserPicker(props: PickerProps) {
  const { users } = api.operator
  const { data: one } = useLive({
    name: 'users.get',
    of: users.get,
    input: { id: props.value },
    every: 600_000,
    isWanted: props.value !== '',
  })
  const { asked, box } = useSearch(one ? nameOfUser(one) : '')
  const input = { search: asked || undefined, page_size: 20 }
  const found = useFound({ name: 'users.list', of: users.list, input }).map((user) => ({
    value: user.id,
    label: `${nameOfUser(user)}, ${user.email}`,
  }))
  return <Searched {...props} {...box} found={found} />
}

/** The pickers that limit a log to a person or a user; the address holds the id. */
const pickers = {
  person: { Picker: PersonPicker, label: 'Person concerned' },
  user: { Picker: UserPicker, label: 'User concerned' },
} as const

type TableProps<Row> = Pick<LogKind<Row>, 'title' | 'csv' | 'log' | 'columns'> & { paged: Paged<Row> }

/** The entries of a log. */
export function LogTable<Row extends { id: number }>({ title, csv, log, paged, columns }: TableProps<Row>) {
  return (
    <PagedTable
      paged={paged}
      label={say(title)}
      csv={csv}
      counted="{count, plural, one {# entry} other {# entries}}"
      empty={say('Nothing has been logged yet.')}
      columns={columns}
      personal={`audit.${log}`}
    />
  )
}

export const when = [momentColumn('When', 'created_at', { ordering: 'created_at' })]

type By = { actor: string | null; actor_name: string }

/** The service and imports have no user; the contract calls the service Sistema. */
export const actorText = ({ actor, actor_name }: By) =>
  actor || (actor_name && actor_name !== 'Sistema') ? actor_name : say('System')

/** Who made the change, by name. */
export const Actor = ({ of }: { of: By }) =>
  of.actor ? <PageLink to={`/users/${of.actor}`}>{actorText(of)}</PageLink> : actorText(of)

export const why: Columns<{ reason: string }> = [{ header: 'Reason', value: reasonText }]

/** A reason that the service itself gives is a constant. */
function reasonText({ reason }: { reason: string }) {
  if (reason === 'import') return say('Import')
  return isConstant(reason) ? sentence(reason) : reason || '–'
}

/** Words, with the code that stands for them in the data. */
export const Coded = ({ words, code }: { words: string; code: string }) => <Lines main={words} more={code} />

export const byAndWhy: Columns<By & { reason: string }> = [
  { header: 'By', cell: (entry) => <Actor of={entry} />, value: actorText, ordering: 'actor' },
  ...why,
]
