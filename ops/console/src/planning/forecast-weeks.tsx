import { Anchor } from '@mantine/core'
import { DataTable } from '../data-table.tsx'
import { Lines } from '../parts.tsx'
import { hours, percent } from '../wording.ts'
import type { Week } from './answers.ts'
import { daysText, weekText } from './days.ts'

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** The figures behind the chart. */
export const ForecastWeeks = ({ weeks, onPick }: Props) => (
  <DataTable
    label="Weeks"
    rows={weeks.map((week) => ({ id: week.week, ...week }))}
    empty="There is nothing to forecast yet."
    columns={{
      Week: (week) => (
        <Lines
          main={
            <Anchor component="button" type="button" onClick={() => onPick(week)}>
              {weekText(week.week)}
            </Anchor>
          }
          more={daysText(week.start_date, week.end_date)}
        />
      ),
      Needed: ({ required_hours }) => hours(required_hours),
      Booked: ({ booked_hours }) => hours(booked_hours),
      Secure: ({ secure_hours }) => hours(secure_hours),
      'Booked but not secure': ({ at_risk }) => reasons(at_risk),
      'Secure coverage': ({ secure_coverage_pct }) => percent(secure_coverage_pct),
      Contracts: ({ contract_hours }) => hours(contract_hours),
    }}
    numeric={['Needed', 'Booked', 'Secure', 'Secure coverage', 'Contracts']}
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
