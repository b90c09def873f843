import { type Message, say } from '../language/text.ts'
import { dayOf, words } from '../language/wording.ts'
import { Lines, Moment, PageLink, Status, type StatusName } from '../parts/parts.tsx'
import type { Column } from './column.ts'

type Also = Pick<Column<never>, 'ordering' | 'numeric' | 'first' | 'unit'>

/** A column of hours. */
export const hoursColumn = <Name extends string>(
  header: Message,
  name: Name,
  also: Also = {},
): Column<Record<Name, string | null>> => ({
  header,
  value: ({ [name]: hours }) => (hours === null ? null : Number(hours)),
  unit: 'h',
  numeric: true,
  ...also,
})

/** A column of percentages. */
export const percentColumn = <Name extends string>(header: Message, name: Name) =>
  hoursColumn(header, name, { unit: '%' })

/** A column of instants; `or` is what it says where there is none. */
export const momentColumn = <Name extends string>(
  header: Message,
  name: Name,
  { or = '–', ...also }: Also & { or?: Message | '–' } = {},
): Column<Record<Name, string | null>> => ({
  header,
  cell: (row) => <Moment of={row[name]} or={or === '–' ? or : say(or)} />,
  value: (row) => row[name],
  kind: 'moment',
  ...also,
})

/** A column of calendar days; the first click puts the earliest first. */
export const dayColumn = <Name extends string>(
  header: Message,
  name: Name,
  none: Message | '–' = '–',
): Column<Record<Name, string | null>> => ({
  header,
  cell: ({ [name]: day }) => (day ? dayOf(day) : none === '–' ? none : say(none)),
  value: (row) => row[name],
  kind: 'day',
  numeric: true,
  first: 'least',
})

/** A column of statuses in words. */
export const statusColumn = <Name extends string>(
  header: Message,
  name: Name,
  also: Also = {},
): Column<Record<Name, StatusName>> => ({
  header,
  cell: (row) => <Status of={row[name]} />,
  value: (row) => words(row[name]),
  ...also,
})

/** A column of whole numbers. */
export const countColumn = <Name extends string>(
  header: Message,
  name: Name,
  also: Also = {},
): Column<Record<Name, number | null>> => ({ header, value: (row) => row[name], numeric: true, ...also })

/** A column of positions with their units, which leads to their pages. */
export const positionColumn: Column<{
  position_id: string
  position_title: string
  org_unit_name: string
}> = {
  header: 'Position',
  cell: ({ position_id, position_title, org_unit_name }) => (
    <Lines to={`/positions/${position_id}`} main={position_title} more={org_unit_name} />
  ),
  value: ({ position_title }) => position_title,
  also: { header: 'Unit', value: ({ org_unit_name }) => org_unit_name },
}

/** A column of names that lead to pages. */
export const linkColumn = <Name extends string, Row extends Record<Name, string>>(
  header: Message,
  name: Name,
  to: (row: Row) => string,
): Column<Row> => ({
  header,
  cell: (row) => <PageLink to={to(row)}>{row[name]}</PageLink>,
  value: (row) => row[name],
})

/** A column of units, which leads to their pages. */
export const unitColumn = linkColumn(
  'Unit',
  'org_unit_name',
  ({ org_unit_id }: { org_unit_id: string; org_unit_name: string }) => `/coverage/${org_unit_id}`,
)

/** A column of people, which leads to their pages. */
export const personColumn = linkColumn(
  'Person',
  'employee_name',
  ({ employee }: { employee: string; employee_name: string }) => `/people/${employee}`,
)
