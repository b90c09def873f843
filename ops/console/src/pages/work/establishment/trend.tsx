import { Stack } from '@mantine/core'
import { HoursChart, labelOf } from '../../../chart/hours-chart.tsx'
import { say } from '../../../language/text.ts'
import { dayOf, hours, shortDayOf } from '../../../language/wording.ts'
import type { Answers } from '../../../live/api.ts'
import { Empty } from '../../../live/live.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { dayColumn, hoursColumn, percentColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'

type History = Answers['planning']['history']
type Night = History['nights'][number]

/** The last year of a unit, and how right its forecasts were. */
export function Trend({ history: { nights, accuracy } }: { history: History }) {
  const points = nights.map((night) => ({ ...night, at: night.date, when: dayOf(night.date) }))
  return (
    <Panel title={say('The last year')}>
      {nights.length ? (
        <Stack>
          <HoursChart label={labelOf(points, points.at(-1), dayOf)} points={points} tickOf={shortDayOf} />
          {accuracy.flatMap(({ weeks_ahead, mondays, mean_error_hours }) =>
            mean_error_hours === null ? (
              []
            ) : (
              <Note key={weeks_ahead}>
                {say(
                  '{weeks} weeks before, the forecast was wrong by {hours} on average ({count, plural, one {# Monday} other {# Mondays}}).',
                  { weeks: weeks_ahead, hours: hours(mean_error_hours), count: mondays },
                )}
              </Note>
            ),
          )}
          <Nights nights={nights} />
        </Stack>
      ) : (
        <Empty>{say('No night has been kept yet. The service keeps one each day.')}</Empty>
      )}
    </Panel>
  )
}

const Nights = ({ nights }: { nights: Night[] }) => (
  <DataTable
    label={say('Night by night')}
    csv="history"
    rows={nights.toReversed().map((night) => ({ id: night.date, ...night }))}
    empty={say('No night has been kept yet. The service keeps one each day.')}
    first={7}
    columns={[
      dayColumn('Date', 'date'),
      hoursColumn('Required', 'required_hours'),
      hoursColumn('Booked', 'booked_hours'),
      hoursColumn('Secure', 'secure_hours'),
      percentColumn('Secure coverage', 'secure_coverage_pct'),
      hoursColumn('Said 4 weeks before', 'said_4_weeks_ago'),
      hoursColumn('Said 8 weeks before', 'said_8_weeks_ago'),
      hoursColumn('Said 12 weeks before', 'said_12_weeks_ago'),
    ]}
  />
)
