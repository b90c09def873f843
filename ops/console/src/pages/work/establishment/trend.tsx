import { Stack } from '@mantine/core'
import { HoursChart } from '../../../chart/hours-chart.tsx'
import { say } from '../../../language/text.ts'
import { dayOf, hours, shortDayOf } from '../../../language/wording.ts'
import type { Answers } from '../../../live/api.ts'
import { Empty } from '../../../live/live.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { dayColumn, hoursColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'

type History = Answers['planning']['history']
type Night = History['nights'][number]

/** The last year of a unit, and how right its forecasts were. */
export const Trend = ({ history: { nights, accuracy } }: { history: History }) => (
  <Panel title={say('The last year')}>
    {nights.length ? (
      <Stack>
        <HoursChart
          label={describe(nights)}
          points={nights.map((night) => ({ ...night, at: night.date, when: dayOf(night.date) }))}
          tickOf={shortDayOf}
        />
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
      {
        header: 'Secure coverage',
        value: ({ secure_coverage_pct }) => Number(secure_coverage_pct),
        unit: '%',
        numeric: true,
      },
      said('Said 4 weeks before', 'said_4_weeks_ago'),
      said('Said 8 weeks before', 'said_8_weeks_ago'),
      said('Said 12 weeks before', 'said_12_weeks_ago'),
    ]}
  />
)

const said = (
  header: 'Said 4 weeks before' | 'Said 8 weeks before' | 'Said 12 weeks before',
  name: SaidName,
) => ({
  header,
  value: ({ [name]: hours }: Record<SaidName, string | null>) => (hours === null ? null : Number(hours)),
  unit: 'h' as const,
  numeric: true,
})

type SaidName = 'said_4_weeks_ago' | 'said_8_weeks_ago' | 'said_12_weeks_ago'

function describe(nights: Night[]): string {
  const [first, last] = [nights[0], nights.at(-1)]
  if (!first || !last) return ''
  return say(
    'Weekly hours, {first} to {last}: required {required}, booked {booked}, secure from {secure} to {later}',
    {
      first: dayOf(first.date),
      last: dayOf(last.date),
      required: hours(last.required_hours, 0),
      booked: hours(last.booked_hours, 0),
      secure: hours(first.secure_hours, 0),
      later: hours(last.secure_hours, 0),
    },
  )
}
