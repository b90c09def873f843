import { Box, Group, NativeSelect, Table, UnstyledButton } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { type Message, say } from '../language/text.ts'
import { api } from '../live/api.ts'
import { Empty } from '../live/live.tsx'
import { useAddress } from '../parts/address.ts'
import { Note, Panel } from '../parts/parts.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { type AnyColumn, type Columns, cellsOf } from './column.ts'
import styles from './data-table.module.css'
import { Downloads, type Fetch } from './downloads.tsx'

export type Identified = { id: string | number }

export type TableProps<Row> = {
  /** The table's name for screen readers. */
  label: string
  /** The name of its files, and of its order in the address. */
  csv: string
  columns: Columns<Row>
  rows: readonly Row[]
  empty: string
  /** For a list in pages: its order, and all its rows. */
  paged?: { ordering: string; order: (ordering: string) => void; fetchAll: Fetch<Row> }
  /** How many rows are shown until the user asks for the rest. */
  first?: number
  /** Text below the table, beside the downloads. */
  note?: ReactNode
  /** The list's name in the security log, which keeps who downloads personal data. */
  personal?: PersonalList | undefined
}

type PersonalList = Parameters<typeof api.operator.audit.note_export.mutate>[0]['list']

/** A table that becomes a list of cards on a phone; the roles keep it a table for screen readers. */
export function DataTable<Row extends Identified>(table: TableProps<Row>) {
  const { label, csv, columns, paged } = table
  const sorted = useSorted(csv, columns, table.rows)
  const { order, choose } = paged ? { order: paged.ordering, choose: paged.order } : sorted
  const rows = paged ? table.rows : sorted.rows
  const fetchAll = paged?.fetchAll ?? (async () => ({ rows, count: rows.length }))
  const fetch: Fetch<Row> = async (onShare) => {
    if (table.personal)
      await api.operator.audit.note_export.mutate({ list: table.personal, filter: location.search })
    return fetchAll(onShare)
  }
  const { shown, showAll } = useFirst(csv, rows, table.first)
  if (!rows.length) return <Empty>{table.empty}</Empty>
  return (
    // Focusable, because a region that scrolls must be reachable by keyboard.
    <Box role="group" className={styles.region} tabIndex={0} aria-label={label}>
      <OrderSelect options={orderings(columns, !!paged)} order={order} choose={choose} />
      <Table className={styles.table} role="table" aria-label={label}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            {columns.map((column) => (
              <Heading
                key={column.header}
                column={column}
                by={orderingOf(column, !!paged)}
                order={order}
                choose={choose}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Body columns={columns} rows={shown} />
      </Table>
      <Group justify="space-between" mt="xs" wrap="nowrap">
        <div>{table.note}</div>
        {showAll && (
          <ShowMore size="compact-sm" onClick={showAll}>
            {say('Show all {count, number}', { count: rows.length })}
          </ShowMore>
        )}
        <Downloads name={csv} label={label} columns={columns} fetch={fetch} />
      </Group>
      {table.personal && (
        <Note>{say('The files contain personal data, so the security log records who downloads them.')}</Note>
      )}
    </Box>
  )
}

type TablePanelProps<Row> = Omit<TableProps<Row>, 'label' | 'empty'> & {
  title: Message
  empty: Message
  right?: ReactNode
}

/** A panel with only a table, which has the name of the panel. */
export function TablePanel<Row extends Identified>({ title, empty, right, ...table }: TablePanelProps<Row>) {
  return (
    <Panel title={say(title)} right={right}>
      <DataTable {...table} label={say(title)} empty={say(empty)} />
    </Panel>
  )
}

/** The ordering for a column; undefined if the table cannot be ordered by it. */
const orderingOf = ({ ordering, value, header }: AnyColumn<never>, isPaged: boolean) =>
  isPaged ? ordering : value && header

const orderings = (columns: readonly AnyColumn<never>[], isPaged: boolean) =>
  columns.flatMap((column) => {
    const by = orderingOf(column, isPaged)
    return by ? [{ by, header: column.header }] : []
  })

type OrderProps = {
  options: { by: string; header: Message }[]
  order: string
  choose: (order: string) => void
}

/** The choice of an ordering on a phone, where the headings are hidden. */
function OrderSelect({ options, order, choose }: OrderProps) {
  if (!options.length) return null
  const data = options.flatMap(({ by, header }) => [
    { value: by, label: `${say(header)} ↑` },
    { value: `-${by}`, label: `${say(header)} ↓` },
  ])
  return (
    <NativeSelect
      hiddenFrom="sm"
      mb="xs"
      label={say('Order')}
      value={order}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      data={[{ value: '', label: '–' }, ...data]}
    />
  )
}

const endOf = ({ numeric }: AnyColumn<never>) => (numeric ? styles.end : undefined)

type HeadingProps = {
  column: AnyColumn<never>
  /** The ordering that this heading chooses; without it, the heading is only text. */
  by: string | undefined
  order: string
  choose: (order: string) => void
}

/** The ordering after a click: first the column's own direction, then the reverse. */
function nextOrder({ first, numeric }: AnyColumn<never>, by: string, direction: Direction): string {
  const isDownFirst = first ? first === 'most' : numeric
  const isDown = direction === 'none' ? isDownFirst : direction === 'ascending'
  return isDown ? `-${by}` : by
}

type Direction = 'ascending' | 'descending' | 'none'

/** A heading, which is a button if the table can be ordered by it. */
function Heading({ column, by, order, choose }: HeadingProps) {
  const header = say(column.header)
  if (!by)
    return (
      <Table.Th role="columnheader" className={endOf(column)}>
        {header}
      </Table.Th>
    )
  const direction = order === by ? 'ascending' : order === `-${by}` ? 'descending' : 'none'
  return (
    <Table.Th role="columnheader" className={endOf(column)} aria-sort={direction}>
      <UnstyledButton className={styles.sort} onClick={() => choose(nextOrder(column, by, direction))}>
        {header}
        <span aria-hidden="true" className={styles.arrow}>
          {{ ascending: '↑', descending: '↓', none: '↕' }[direction]}
        </span>
      </UnstyledButton>
    </Table.Th>
  )
}

function Body<Row extends Identified>({ columns, rows }: { columns: Columns<Row>; rows: readonly Row[] }) {
  const cells = columns.map((column) => ({
    column,
    header: say(column.header),
    cell: cellsOf(column, rows),
  }))
  return (
    <Table.Tbody role="rowgroup">
      {rows.map((row) => (
        <Table.Tr key={row.id} role="row" onClick={openRow}>
          {cells.map(({ column, header, cell }) => (
            <Table.Td key={column.header} role="cell" data-label={header} className={endOf(column)}>
              <div>{cell(row)}</div>
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}

/** Follows the link in the first cell of a row, if a click is on nothing else and selects no text. */
function openRow({ target, currentTarget }: MouseEvent) {
  const isElsewhere = (target as Element).closest('a, button, input, label') || String(getSelection())
  if (!isElsewhere) currentTarget.querySelector<HTMLElement>('td:first-child a[href]')?.click()
}

/** The rows in the order that the address says, or as they come. */
function useSorted<Row>(csv: string, columns: Columns<Row>, rows: readonly Row[]) {
  const { at, go } = useAddress()
  const name = `${csv}-order`
  const order = at(name)
  const column = columns.find(({ header }) => header === order.replace(/^-/, ''))
  return {
    order,
    choose: (chosen: string) => go({ [name]: chosen }),
    rows: column?.value ? sort(rows, (row) => column.value?.(row) ?? null, order.startsWith('-')) : rows,
  }
}

/** The first rows, or all rows once the user asks for them. */
function useFirst<Row>(csv: string, rows: readonly Row[], first = rows.length) {
  const { at, go } = useAddress()
  const name = `${csv}-all`
  if (at(name) || rows.length <= first) return { shown: rows }
  return { shown: rows.slice(0, first), showAll: () => go({ [name]: 'yes' }) }
}

/** Missing values come last in either direction. */
function sort<Row>(rows: readonly Row[], at: (row: Row) => string | number | null, isDown: boolean) {
  const direction = isDown ? -1 : 1
  return rows.toSorted((first, second) => {
    const [a, b] = [at(first), at(second)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return direction * (typeof a === 'number' && typeof b === 'number' ? a - b : `${a}`.localeCompare(`${b}`))
  })
}
