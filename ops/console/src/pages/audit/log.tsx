import { Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../../fields/filters.module.css'
import { ClearFilters } from '../../fields/filters.tsx'
import { PersonPicker, type PickerProps, Searched, useSearch } from '../../fields/pickers.tsx'
import { isConstant } from '../../language/constants.ts'
import { type Message, type Say, useText } from '../../language/text.ts'
import { nameOfUser, sentence } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'
import { useAddress } from '../../parts/address.ts'
import { Lines, Note, PageLink, Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { momentColumn } from '../../table/columns.tsx'
import { type FieldProps, type Paged, PagedTable } from '../../table/paged-list.tsx'

/** What every log can be filtered by. */
export const blank = { search: '', date_from: '', date_to: '' }

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

type Props<Row> = {
  title: Message
  /** What the search looks at. */
  searches: Message
  csv: string
  log: LogName
  field: (name: keyof typeof blank) => FieldProps
  /** Whom it can be limited to: a person, or a user. */
  about: AboutKind
  paged: Paged<Row>
  columns: Columns<Row>
  /** More filters. */
  children: ReactNode
}

export function Log<Row extends { id: number }>(props: Props<Row>) {
  const { title, searches, field, about, children } = props
  const t = useText()
  return (
    <Panel title={t(title)}>
      <Stack>
        <div className={styles.filters}>
          <TextInput
            label={t('Search')}
            placeholder={t(searches)}
            type="search"
            w={{ base: '100%', sm: 380 }}
            {...field('search')}
          />
          <AboutPicker kind={about} />
          {children}
          <div className={styles.dates}>
            <TextInput label={t('From')} type="date" {...field('date_from')} />
            <TextInput label={t('To')} type="date" {...field('date_to')} />
          </div>
          <ClearFilters names={filters} />
        </div>
        <LogTable {...props} />
      </Stack>
    </Panel>
  )
}

type AboutKind = 'person' | 'user'

/** Limits a log to what concerns one person or one user, whose id stands in the address. */
function AboutPicker({ kind }: { kind: AboutKind }) {
  const t = useText()
  const { at, go } = useAddress()
  const picker = {
    value: at(kind),
    onChange: (id: string) => go({ [kind]: id, page: '' }),
  }
  return kind === 'person' ? (
    <PersonPicker label={t('Person concerned')} {...picker} />
  ) : (
    <UserPicker label={t('User concerned')} {...picker} />
  )
}

const rarely = 600_000

function UserPicker(props: PickerProps) {
  const { users } = api.operator
  const { data: one } = useLive({
    name: 'users.get',
    of: users.get,
    input: { id: props.value },
    every: rarely,
    isWanted: props.value !== '',
  })
  const { asked, box } = useSearch(one ? nameOfUser(one) : '')
  const { data } = useLive({
    name: 'users.list',
    of: users.list,
    input: { search: asked || undefined, page_size: 20 },
    every: rarely,
    keepsPrevious: true,
  })
  const found = (data?.results ?? []).map((user) => ({
    value: user.id,
    label: `${nameOfUser(user)}, ${user.email}`,
  }))
  return <Searched {...props} {...box} found={found} />
}

type TableProps<Row> = Pick<Props<Row>, 'title' | 'csv' | 'log' | 'paged' | 'columns'>

/** The entries of a log. Its CSV file leaves an entry in the security log, because it takes personal data away. */
export function LogTable<Row extends { id: number }>({ title, csv, log, paged, columns }: TableProps<Row>) {
  const t = useText()
  const fetchAll: typeof paged.fetchAll = async (onShare) => {
    await api.operator.audit.note_export.query({ log, filter: location.search })
    return paged.fetchAll(onShare)
  }
  return (
    <>
      <PagedTable
        paged={{ ...paged, fetchAll }}
        label={t(title)}
        csv={csv}
        counted="{count, plural, one {# entry} other {# entries}}"
        empty={t('Nothing has been logged yet.')}
        columns={columns}
      />
      <Note>{t('The CSV file has personal data in it, so the security log keeps who downloads it.')}</Note>
    </>
  )
}

export const when = [momentColumn('When', 'created_at', { ordering: 'created_at' })]

type By = { actor: string | null; actor_name: string }

/** The service and imports have no user; the contract calls the service Sistema. */
export const actorText = ({ actor, actor_name }: By, t: Say) =>
  actor || (actor_name && actor_name !== 'Sistema') ? actor_name : t('System')

/** Who made the change, by name. */
export const Actor = ({ of, t }: { of: By; t: Say }) =>
  of.actor ? <PageLink to={`/users/${of.actor}`}>{actorText(of, t)}</PageLink> : actorText(of, t)

export const by: Columns<By> = [
  { header: 'By', cell: (entry, t) => <Actor of={entry} t={t} />, value: actorText, ordering: 'actor' },
]

export const why: Columns<{ reason: string }> = [
  {
    header: 'Reason',
    cell: ({ reason }, t) => reasonText(reason, t),
    value: ({ reason }, t) => reasonText(reason, t),
  },
]

/** A reason that the service itself gives is a constant. */
function reasonText(reason: string, t: Say) {
  if (reason === 'import') return t('Import')
  return isConstant(reason) ? sentence(reason) : reason || '–'
}

/** Words, with the code that stands for them in the data. */
export const Coded = ({ words, code }: { words: string; code: string }) => <Lines main={words} more={code} />

export const byAndWhy: Columns<By & { reason: string }> = [...by, ...why]
