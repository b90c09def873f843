import { Stack, Text } from '@mantine/core'
import { api } from '../api.ts'
import { DataTable } from '../data-table.tsx'
import { Live } from '../live.tsx'
import { Note, Panel } from '../parts.tsx'
import { hours, number, shortDayOf } from '../wording.ts'
import type { EmployeeForecast, PersonWeek } from './answers.ts'
import { asRows, cliffColumns } from './cliffs.tsx'
import styles from './planning.module.css'
import { PlanningPart } from './planning-page.tsx'

/** A person's balance and losses in the next 26 weeks. */
export const PersonForecast = ({ id }: { id: string }) => (
  <PlanningPart>
    <Panel title="The next 26 weeks">
      <Live
        name="api.planning.employee_forecast"
        of={api.planning.employee_forecast}
        input={{ employee_id: id }}
        every={60_000}
      >
        {(forecast) => (
          <Stack>
            <Note>
              The hours that stay unused in the week from that Monday; with a minus, those above the contract.
              ▼ marks a loss, and ! a week in which a required tag is missing.
            </Note>
            <Strip {...forecast} />
            <DataTable
              label="Changes"
              csv="forecast-changes"
              rows={asRows(forecast.cliffs)}
              empty="Nothing known today changes what this person covers."
              columns={cliffColumns}
            />
          </Stack>
        )}
      </Live>
    </Panel>
  </PlanningPart>
)

const Strip = ({ weeks, cliffs }: EmployeeForecast) => (
  <ol className={styles.strip} aria-label="Balance by week">
    {weeks.map((week) => (
      <li key={week.period.start_date} className={styles.week} data-state={week.state}>
        <Text size="xs">{shortDayOf(week.period.start_date)}</Text>
        <Text fw={600} size="sm">
          <span aria-hidden="true">{signed(week.balance)}</span>
          <span className={styles.spoken}>{spoken(week)}</span>
        </Text>
        <Marks isLoss={cliffs.some((cliff) => isIn(cliff.date, week))} missing={missingIn(week)} />
      </li>
    ))}
  </ol>
)

const signed = (balance: string) => number(balance).replace('-', '−')

const spoken = ({ balance, state }: PersonWeek) =>
  state === 'BALANCED'
    ? 'all hours used'
    : `${hours(balance.replace('-', ''))} ${state === 'DEFICIT' ? 'unused' : 'above the contract'}`

const isIn = (date: string, { period }: PersonWeek) => period.start_date <= date && date <= period.end_date

const missingIn = ({ missing_tags_by_assignment }: PersonWeek) => [
  ...new Set(missing_tags_by_assignment.flatMap(({ missing_tags }) => missing_tags)),
]

const Marks = ({ isLoss, missing }: { isLoss: boolean; missing: string[] }) => (
  <Text size="xs" h="1.4em">
    {isLoss && <span title="Secure hours change">▼</span>}
    {isLoss && <span className={styles.spoken}>, secure hours change</span>}
    {missing.length > 0 && <span title={`Lacks ${missing.join(', ')}`}>!</span>}
    {missing.length > 0 && <span className={styles.spoken}>{`, lacks ${missing.join(', ')}`}</span>}
  </Text>
)
