import { Anchor } from '@mantine/core'
import { DataTable } from '../data-table.tsx'
import { Lines } from '../parts.tsx'
import { daysOf, hours } from '../wording.ts'
import type { Week } from './answers.ts'
import { weekText } from './days.ts'

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** The figures behind the chart. */
export const ForecastWeeks = ({ weeks, onPick }: Props) => (
  <DataTable
    label="Weeks"
    csv="forecast"
    rows={weeks.map((week) => ({ id: week.week, ...week }))}
    empty="There is nothing to forecast yet."
    columns={[
      {
        header: 'Week',
        cell: (week) => (
          <Lines
            main={
              <Anchor component="button" type="button" onClick={() => onPick(week)}>
                {weekText(week.week)}
              </Anchor>
            }
            more={daysOf(week.start_date, week.end_date)}
          />
        ),
      },
      { header: 'Needed', value: ({ required_hours }) => Number(required_hours), unit: 'h', numeric: true },
      { header: 'Booked', value: ({ booked_hours }) => Number(booked_hours), unit: 'h', numeric: true },
      { header: 'Secure', value: ({ secure_hours }) => Number(secure_hours), unit: 'h', numeric: true },
      { header: 'Booked but not secure', cell: ({ at_risk }) => reasons(at_risk) },
      {
        header: 'Secure coverage',
        value: ({ secure_coverage_pct }) => Number(secure_coverage_pct),
        unit: '%',
        numeric: true,
      },
      {
        header: 'Contracts',
        value: ({ contract_hours }) => Number(contract_hours),
        unit: 'h',
        numeric: true,
      },
    ]}
  />
)

const reasonWords = {
  away_hours: 'away',
  missing_tags_hours: 'required tags missing',
  over_contract_hours: 'over contract',
  not_started_hours: 'not started',
} as const

const reasons = (atRisk: Week['at_risk']) =>
  Object.entries(reasonWords)
    .filter(([name]) => Number(atRisk[name as keyof typeof reasonWords]) > 0)
    .map(([name, words]) => `${hours(atRisk[name as keyof typeof reasonWords])} ${words}`)
    .join(', ') || 'nothing'
