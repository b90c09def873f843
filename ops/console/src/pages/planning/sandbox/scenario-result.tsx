import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { weekText } from '../../../language/dates.ts'
import { Said } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { daysOf, hours, percent, words } from '../../../language/wording.ts'
import { Note, PageLink } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { DataTable, type Identified, type TableProps } from '../../../table/data-table.tsx'
import type { Scenario } from '../answers.ts'
import { Disclosure } from '../planning-parts.tsx'
import { Replanned } from './replanned.tsx'

/** Before and after, with only what differs. */
export function ScenarioResult({ result }: { result: Scenario }) {
  const { before, compared_week, violations } = result
  const week = before.find((one) => one.week === compared_week)
  return (
    <Stack>
      <Text fw={600} size="lg">
        {result.sentence}
      </Text>
      {before.length === 1 ? (
        <Weeks result={result} />
      ) : (
        <Disclosure
          label={say('Week by week, {count, plural, one {# week} other {# weeks}}', { count: before.length })}
        >
          {() => <Weeks result={result} />}
        </Disclosure>
      )}
      {week && <Compared week={week} />}
      <Difference
        label={say('Units')}
        csv="scenario-units"
        rows={unitRows(result)}
        columns={[{ header: 'Unit', cell: nameOf }, ...hourColumns]}
      />
      <Difference
        label={say('Positions')}
        csv="scenario-positions"
        rows={positionRows(result)}
        columns={[{ header: 'Position', cell: nameOf }, ...hourColumns]}
      />
      <Difference
        label={say('Hours balances')}
        csv="scenario-balances"
        rows={balanceRows(result)}
        columns={balanceColumns}
      />
      <Violations
        label={say('New violations')}
        csv="new-violations"
        count={violations.new_count}
        found={violations.new}
      />
      <Violations
        label={say('Resolved violations')}
        csv="resolved-violations"
        count={violations.resolved_count}
        found={violations.resolved}
      />
      <Replanned result={result} />
    </Stack>
  )
}

const Compared = ({ week }: { week: Scenario['before'][number] }) => (
  <Note>
    {say('The tables below compare {week}, {days}, and show only what differs.', {
      week: weekText(week.week),
      days: daysOf(week.start_date, week.end_date),
    })}
  </Note>
)

type Both = { was: string; is: string }
const change = ({ was, is }: Both) => (was === is ? was : `${was} → ${is}`)

const Weeks = ({ result: { before, after } }: { result: Scenario }) => (
  <DataTable
    label={say('Before and after')}
    csv="scenario-weeks"
    rows={before.flatMap((was, index) => {
      const is = after[index]
      return is ? [{ id: was.week, was, is }] : []
    })}
    empty={say('No weeks')}
    columns={[
      { header: 'Week', cell: ({ was }) => `${weekText(was.week)}, ${daysOf(was.start_date, was.end_date)}` },
      {
        header: 'Required',
        cell: ({ was, is }) => change({ was: hours(was.required_hours), is: hours(is.required_hours) }),
        numeric: true,
      },
      {
        header: 'Booked',
        cell: ({ was, is }) => change({ was: hours(was.booked_hours), is: hours(is.booked_hours) }),
        numeric: true,
      },
      {
        header: 'Secure',
        cell: ({ was, is }) => change({ was: hours(was.secure_hours), is: hours(is.secure_hours) }),
        numeric: true,
      },
      {
        header: 'Secure coverage',
        cell: ({ was, is }) =>
          change({ was: percent(was.secure_coverage_pct), is: percent(is.secure_coverage_pct) }),
        numeric: true,
      },
    ]}
  />
)

type CoverageRow = Identified & { name: ReactNode; required: Both; booked: Both; secure: Both }
type HoursOf = { required_hours: string; booked_hours: string; secure_hours: string }

/** What is only there before or after has no hours in the other. */
const bothOf = (before: HoursOf | null, after: HoursOf | null) => {
  const of = (name: keyof HoursOf) => ({
    was: before ? hours(before[name]) : say('none'),
    is: after ? hours(after[name]) : say('none'),
  })
  return { required: of('required_hours'), booked: of('booked_hours'), secure: of('secure_hours') }
}

const unitRows = ({ units }: Scenario): CoverageRow[] =>
  units.map(({ org_unit_id: id, org_unit_name, before, after }) => ({
    id,
    name: <PageLink to={`/coverage/${id}`}>{org_unit_name}</PageLink>,
    ...bothOf(before, after),
  }))

const positionRows = ({ positions }: Scenario): CoverageRow[] =>
  positions.map(({ position_id: id, position_title, before, after }) => {
    const name = `${position_title}, ${(after ?? before)?.org_unit_name}`
    return {
      id,
      name: before ? <PageLink to={`/positions/${id}`}>{name}</PageLink> : say('{name} (new)', { name }),
      ...bothOf(before, after),
    }
  })

const nameOf = ({ name }: { name: ReactNode }) => name

const hourColumns: Columns<CoverageRow> = [
  { header: 'Required', cell: ({ required }) => change(required), numeric: true },
  { header: 'Booked', cell: ({ booked }) => change(booked), numeric: true },
  { header: 'Secure', cell: ({ secure }) => change(secure), numeric: true },
]

type BalanceRow = Identified & { name: ReactNode; pool: Both; assigned: Both; balance: Both }

const balanceRows = ({ balances }: Scenario): BalanceRow[] =>
  balances.map(({ employee: id, employee_name, before, after }) => {
    const of = (name: 'pool_hours' | 'assigned_hours' | 'balance') => ({
      was: before ? hours(before[name]) : say('none'),
      is: after ? hours(after[name]) : say('none'),
    })
    return {
      id,
      name: before ? <PageLink to={`/people/${id}`}>{employee_name}</PageLink> : employee_name,
      pool: of('pool_hours'),
      assigned: of('assigned_hours'),
      balance: of('balance'),
    }
  })

const balanceColumns: Columns<BalanceRow> = [
  { header: 'Person', cell: nameOf },
  { header: 'Contract hours', cell: ({ pool }) => change(pool), numeric: true },
  { header: 'Assigned', cell: ({ assigned }) => change(assigned), numeric: true },
  { header: 'Balance', cell: ({ balance }) => change(balance), numeric: true },
]

type PartProps<R> = TableProps<R> & { children?: ReactNode }

/** A table below its heading. */
const Part = <R extends Identified>({ children, ...table }: PartProps<R>) => (
  <section aria-label={table.label}>
    <Title order={3} size="h5">
      {table.label}
    </Title>
    <DataTable {...table} />
    {children}
  </section>
)

type DifferenceProps<R> = Pick<TableProps<R>, 'label' | 'csv' | 'rows' | 'columns'>

const Difference = <R extends Identified>(table: DifferenceProps<R>) => (
  <Part {...table} empty={say('No difference.')} />
)

type ViolationsProps = { label: string; csv: string; count: number; found: Scenario['violations']['new'] }

const Violations = ({ label, csv, count, found }: ViolationsProps) =>
  count > 0 && (
    <Part
      label={label}
      csv={csv}
      rows={found.map((one) => ({ id: `${one.assignment} ${one.rule_code}`, ...one }))}
      empty={say('None.')}
      columns={[
        { header: 'Person', value: ({ employee_name }) => employee_name },
        { header: 'Rule', cell: ({ rule_code, severity }) => `${rule_code}, ${words(severity)}` },
        { header: 'Message', cell: ({ message }) => <Said>{message}</Said>, value: ({ message }) => message },
      ]}
    >
      {count > found.length && <Note>{say('and {count} more', { count: count - found.length })}</Note>}
    </Part>
  )
