import { type Message, say } from '../language/text.ts'
import { dayOf, words } from '../language/wording.ts'
import { Moment, PageLink, Status, type StatusName } from '../parts/parts.tsx'
import type { Column } from './column.ts'

type Also = Pick<Column<never>, 'ordering' | 'numeric' | 'first'>

/** A column of hours. */
export const hoursColumn = <Name extends string>(
  header: Message,
  name: Name,
  also: Also = {},
): Column<Record<Name, string>> => ({
  header,
  value: (row) => Number(row[name]),
  unit: 'h',
  numeric: true,
  ...also,
})

/** A column of instants. */
export const momentColumn = <Name extends string>(
  header: Message,
  name: Name,
  also: Also = {},
): Column<Record<Name, string | null>> => ({
  header,
  cell: (row) => <Moment of={row[name]} />,
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

/** A column of people, which leads to their pages. */
export const personColumn: Column<{ employee: string; employee_name: string }> = {
  header: 'Person',
  cell: ({ employee, employee_name }) => <PageLink to={`/people/${employee}`}>{employee_name}</PageLink>,
  value: ({ employee_name }) => employee_name,
}
