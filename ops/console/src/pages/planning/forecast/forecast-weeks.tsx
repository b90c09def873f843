import { Anchor, Checkbox, Stack } from '@mantine/core'
import { weekText } from '../../../language/dates.ts'
import { type Message, say } from '../../../language/text.ts'
import { daysOf, hours } from '../../../language/wording.ts'
import { useAddress } from '../../../parts/address.ts'
import { Lines } from '../../../parts/parts.tsx'
import { hoursColumn, percentColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import type { Week } from '../answers.ts'

type Props = { weeks: Week[]; onPick: (week: Week) => void }

/** The figures behind the chart. */
export function ForecastWeeks({ weeks, onPick }: Props) {
  const { at, go } = useAddress()
  const isWhole = at('weeks') === 'all'
  return (
    <Stack>
      <Checkbox
        label={say('Also weeks in which nothing changes')}
        checked={isWhole}
        onChange={({ currentTarget }) => go({ weeks: currentTarget.checked ? 'all' : '' })}
      />
      <WeekTable weeks={isWhole ? weeks : weeks.filter(differs)} onPick={onPick} />
    </Stack>
  )
}

/** Whether a week is the first, or differs from the one before it. */
const differs = (week: Week, index: number, weeks: Week[]) => {
  const before = weeks[index - 1]
  const isSame =
    before && before.secure_hours === week.secure_hours && before.booked_hours === week.booked_hours
  return !isSame || before.contract_hours !== week.contract_hours
}

const WeekTable = ({ weeks, onPick }: Props) => (
  <DataTable
    label={say('Weeks')}
    csv="forecast"
    rows={weeks.map((week) => ({ id: week.week, ...week }))}
    empty={say('There is nothing to forecast yet.')}
    columns={[
      {
        header: 'Week',
        cell: (week) => (
          <Lines
            main={
              <Anchor component="button" type="button" inherit onClick={() => onPick(week)}>
                {daysOf(week.start_date, week.end_date)}
              </Anchor>
            }
            more={weekText(week.week)}
          />
        ),
        value: ({ week }) => week,
        also: { header: 'From', value: ({ start_date }) => start_date },
      },
      hoursColumn('Required', 'required_hours'),
      hoursColumn('Booked', 'booked_hours'),
      hoursColumn('Secure', 'secure_hours'),
      { header: 'Booked but not secure', value: ({ at_risk }) => reasons(at_risk) },
      percentColumn('Secure coverage', 'secure_coverage_pct'),
      hoursColumn('Contracts', 'contract_hours'),
    ]}
  />
)

/** Why hours are not secure. */
export const reasonWords = {
  away_hours: '{hours} away',
  missing_tags_hours: '{hours} required tags missing',
  over_contract_hours: '{hours} over contract',
  not_started_hours: '{hours} not started',
} as const satisfies Record<keyof Week['at_risk'], Message>

function reasons(atRisk: Week['at_risk']): string {
  const names = Object.keys(reasonWords) as (keyof typeof reasonWords)[]
  const said = names
    .filter((name) => Number(atRisk[name]) > 0)
    .map((name) => say(reasonWords[name], { hours: hours(atRisk[name]) }))
  return said.join(', ') || say('nothing')
}
