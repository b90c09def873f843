import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { weekText } from '../../../language/dates.ts'
import { Said, spoken } from '../../../language/said.tsx'
import { type Message, say } from '../../../language/text.ts'
import { daysOf, hours, percent, words } from '../../../language/wording.ts'
import { lazily } from '../../../live/lazy-page.tsx'
import { Note, PageLink } from '../../../parts/parts.tsx'
import type { Column, Columns } from '../../../table/column.ts'
import { unitColumn } from '../../../table/columns.tsx'
import { DataTable, type Identified, type TableProps } from '../../../table/data-table.tsx'
import { installedName } from '../../work/rules/rule-words.ts'
import type { Scenario } from '../answers.ts'
import { Disclosure } from '../planning-parts.tsx'
import { Replanned } from './replanned.tsx'

const ScenarioChart = lazily(() => import('./scenario-chart.tsx'), 'ScenarioChart')

/** Before and after, with only what differs. */
export function ScenarioResult({ result }: { result: Scenario }) {
  const { before, compared_week, violations } = result
  const week = before.find((one) => one.week === compared_week)
  return (
    <Stack>
      <Text fw={600} size="lg">
        {spoken(result.sentence)}
      </Text>
      {before.length === 1 ? (
        <Weeks result={result} />
      ) : (
        <>
          <ScenarioChart result={result} />
          <Disclosure
            label={say('Week by week, {count, plural, one {# week} other {# weeks}}', {
              count: before.length,
            })}
          >
            {() => <Weeks result={result} />}
          </Disclosure>
        </>
      )}
      {week && <Compared week={week} />}
      <Difference
        label={say('Units')}
        csv="scenario-units"
        rows={result.units.map((unit) => ({ id: unit.org_unit_id, ...unit }))}
        columns={unitColumns}
      />
      <Difference
        label={say('Positions')}
        csv="scenario-positions"
        rows={result.positions.map((position) => ({ id: position.position_id, ...position }))}
        columns={positionColumns}
      />
      <Difference
        label={say('Hours balances')}
        csv="scenario-balances"
        personal="balances"
        rows={result.balances.map((balance) => ({ id: balance.employee, ...balance }))}
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

const arrow = (was: string, is: string) => (was === is ? was : `${was} → ${is}`)

type Both<Name extends string> = Record<'before' | 'after', Record<Name, string> | null>

/** A column of hours before and after; a row that exists on one side only has none on the other. */
function comparedColumn<Name extends string>(header: Message, name: Name): Column<Both<Name>> {
  const hoursOf = (side: Record<Name, string> | null) => (side ? hours(side[name]) : say('none'))
  const text = ({ before, after }: Both<Name>) => arrow(hoursOf(before), hoursOf(after))
  return { header, cell: text, text, value: ({ after }) => after && Number(after[name]), numeric: true }
}

const hoursColumns = [
  comparedColumn('Required', 'required_hours'),
  comparedColumn('Booked', 'booked_hours'),
  comparedColumn('Secure', 'secure_hours'),
]

const shareText = ({ before, after }: Record<'before' | 'after', Scenario['before'][number]>) =>
  arrow(percent(before.secure_coverage_pct), percent(after.secure_coverage_pct))

const Weeks = ({ result: { before: weeks, after: later } }: { result: Scenario }) => (
  <DataTable
    label={say('Before and after')}
    csv="scenario-weeks"
    rows={weeks.flatMap((before, index) => {
      const after = later[index]
      return after ? [{ id: before.week, before, after }] : []
    })}
    empty={say('No weeks')}
    columns={[
      {
        header: 'Week',
        value: ({ before }) => `${weekText(before.week)}, ${daysOf(before.start_date, before.end_date)}`,
      },
      ...hoursColumns,
      {
        header: 'Secure coverage',
        cell: shareText,
        text: shareText,
        value: ({ after }) => Number(after.secure_coverage_pct),
        numeric: true,
      },
    ]}
  />
)

const unitColumns: Columns<Scenario['units'][number]> = [unitColumn, ...hoursColumns]

type ComparedPosition = Scenario['positions'][number]
const nameOf = ({ position_title, before, after }: ComparedPosition) =>
  `${position_title}, ${(after ?? before)?.org_unit_name}`

const positionColumns: Columns<ComparedPosition> = [
  {
    header: 'Position',
    cell: (position) =>
      position.before ? (
        <PageLink to={`/positions/${position.position_id}`}>{nameOf(position)}</PageLink>
      ) : (
        say('{name} (new)', { name: nameOf(position) })
      ),
    value: nameOf,
  },
  ...hoursColumns,
]

const balanceColumns: Columns<Scenario['balances'][number]> = [
  {
    header: 'Person',
    cell: ({ employee, employee_name, before }) =>
      before ? <PageLink to={`/people/${employee}`}>{employee_name}</PageLink> : employee_name,
    value: ({ employee_name }) => employee_name,
  },
  comparedColumn('Contract hours', 'pool_hours'),
  comparedColumn('Assigned', 'assigned_hours'),
  comparedColumn('Balance', 'balance'),
]

type DifferenceProps<R> = Pick<TableProps<R>, 'label' | 'csv' | 'personal' | 'rows' | 'columns'> & {
  children?: ReactNode
}

/** A table below its heading. */
const Difference = <R extends Identified>({ children, ...table }: DifferenceProps<R>) => (
  <section aria-label={table.label}>
    <Title order={3} size="h5">
      {table.label}
    </Title>
    <DataTable {...table} empty={say('No difference.')} />
    {children}
  </section>
)

type ViolationsProps = { label: string; csv: string; count: number; found: Scenario['violations']['new'] }

const Violations = ({ label, csv, count, found }: ViolationsProps) =>
  count > 0 && (
    <Difference
      label={label}
      csv={csv}
      personal="violations"
      rows={found.map((one) => ({ id: `${one.assignment} ${one.rule_code}`, ...one }))}
      columns={[
        { header: 'Person', value: ({ employee_name }) => employee_name },
        {
          header: 'Rule',
          value: ({ rule_code, severity }) => `${installedName(rule_code) ?? rule_code}, ${words(severity)}`,
        },
        { header: 'Message', cell: ({ message }) => <Said>{message}</Said>, value: ({ message }) => message },
      ]}
    >
      {count > found.length && (
        <Note>
          {say('and {count, plural, one {# more} other {# more}}', { count: count - found.length })}
        </Note>
      )}
    </Difference>
  )
