import { Group, Stack, Text } from '@mantine/core'
import { HoursChart, labelOf } from '../../../chart/hours-chart.tsx'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { daysOf, hours, shortDayOf, spokenName } from '../../../language/wording.ts'
import { useLive } from '../../../live/live.tsx'
import type { Week } from '../answers.ts'
import { sometimes } from '../planning-parts.tsx'
import { cliffRows } from './cliffs.tsx'

type Props = { weeks: Week[]; unit: string; onPick: (week: Week) => void }

/** Hours required, booked and secure, week by week. The table of weeks has the same figures. */
export function ForecastChart({ weeks, unit, onPick }: Props) {
  const steps = useSteps(unit)
  const points = weeks.map(({ week, start_date, end_date, ...figures }) => ({
    ...figures,
    at: week,
    when: `${weekText(week)}, ${daysOf(start_date, end_date)}`,
  }))
  return (
    <Stack gap="xs">
      <HoursChart
        label={labelOf(points, points[0], weekText)}
        points={points}
        marks={steps.map(({ week }) => week)}
        tickOf={weekText}
        onPick={(index) => {
          const week = weeks[index]
          if (week) onPick(week)
        }}
      />
      <Steps of={steps} />
    </Stack>
  )
}

/** How many steps have a name, the largest of all. */
const mostNamed = 5

type Step = { week: string; date: string; lost: number; names: string[] }

/** The weeks in which most secure hours are lost, with who is lost. */
function useSteps(unit: string): Step[] {
  const { data } = useLive({
    name: 'planning.cliffs',
    of: cliffRows,
    input: { org_unit_id: unit || undefined, page: 1, page_size: 25 },
    every: sometimes,
  })
  const losses = (data?.results ?? []).filter(({ direction }) => direction === 'LOSS')
  return [...Map.groupBy(losses, ({ week }) => week)]
    .map(([week, cliffs]) => ({
      week,
      date: cliffs[0]?.date ?? '',
      lost: cliffs.reduce((sum, cliff) => sum + Number(cliff.hours), 0),
      names: cliffs.map(({ employee_name }) => spokenName(employee_name)),
    }))
    .sort((a, b) => b.lost - a.lost)
    .slice(0, mostNamed)
    .sort((a, b) => a.week.localeCompare(b.week))
}

/** What the numbers in the chart stand for. */
const Steps = ({ of }: { of: Step[] }) => (
  <Group component="ol" gap="0.2rem 1.2rem" m={0} p={0} style={{ listStyle: 'none' }}>
    {of.map(({ week, date, lost, names }, index) => (
      <Text component="li" key={week} size="sm">
        <strong>{index + 1}</strong> {shortDayOf(date)}: −{hours(lost)} {names.slice(0, 2).join(', ')}
        {names.length > 2 &&
          ` ${say('and {count, plural, one {# more} other {# more}}', { count: names.length - 2 })}`}
      </Text>
    ))}
  </Group>
)
