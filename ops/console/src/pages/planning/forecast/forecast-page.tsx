import { Group, Text } from '@mantine/core'
import { UnitChoice } from '../../../fields/filters.tsx'
import { weekText } from '../../../language/dates.ts'
import { type Message, say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Empty, Live } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Metric, Note, Panel } from '../../../parts/parts.tsx'
import { Terms } from '../../../parts/terms.tsx'
import type { Forecast, Week } from '../answers.ts'
import { PlanningPage, sometimes } from '../planning-parts.tsx'
import { Cliffs } from './cliffs.tsx'
import { ForecastChart } from './forecast-chart.tsx'
import { ForecastWeeks } from './forecast-weeks.tsx'

export function ForecastPage() {
  const { at, go } = useAddress()
  const unit = at('unit')
  return (
    <PlanningPage title={say('Forecast')}>
      <Live
        name="api.planning.forecast"
        of={api.planning.forecast}
        input={{ weeks: 26, org_unit_id: unit || undefined }}
        every={sometimes}
        rows={24}
        keepsPrevious
      >
        {(forecast) => (
          <>
            <Panel title={say('The next 26 weeks')} gap="md">
              <Group align="end">
                <UnitChoice />
              </Group>
              <Overview forecast={forecast} unit={unit} />
            </Panel>
            <div id="changes" tabIndex={-1}>
              <Panel title={say('What breaks')}>
                <Cliffs forecast={forecast} />
              </Panel>
            </div>
            <Panel title={say('Week by week')}>
              <ForecastWeeks weeks={forecast.weeks} onPick={(week) => pick(go, week)} />
            </Panel>
            <Terms title="What these terms mean" of={terms} />
          </>
        )}
      </Live>
    </PlanningPage>
  )
}

type Go = ReturnType<typeof useAddress>['go']

/** Shows what changes in the week, and moves the focus there. */
function pick(go: Go, { week }: Week) {
  go({ period: week, page: '' })
  const changes = document.getElementById('changes')
  changes?.focus({ preventScroll: true })
  changes?.scrollIntoView({ block: 'start' })
}

function Overview({ forecast: { weeks }, unit }: { forecast: Forecast; unit: string }) {
  const { go } = useAddress()
  const [now, last] = [weeks[0], weeks.at(-1)]
  if (!now || !last) return <Empty>{say('There is nothing to forecast yet.')}</Empty>
  if (weeks.every(({ required_hours }) => Number(required_hours) === 0))
    return <Empty>{say('No active position requires hours here.')}</Empty>
  const least = weeks.reduce((a, b) => (Number(b.secure_hours) < Number(a.secure_hours) ? b : a))
  const of = { secure: hours(now.secure_hours), required: hours(now.required_hours) }
  const fall = Number(now.secure_hours) - Number(least.secure_hours)
  return (
    <>
      <Metric label={say('Secure this week')} value={hours(now.secure_hours)} />
      <Text fw={500}>
        {fall > 0
          ? say(
              '{secure} of {required} required are secure this week; in {week} only {least} will be, unless something is done.',
              { ...of, week: weekText(least.week), least: hours(least.secure_hours) },
            )
          : say(
              '{secure} of {required} required are secure this week, and nothing known today reduces that.',
              of,
            )}
      </Text>
      <ForecastChart weeks={weeks} unit={unit} onPick={(week) => pick(go, week)} />
      <Note>
        {say(
          'The vertical axis may not start at zero, and leaves out what is required where that is far above. Click a week to see what changes in it.',
        )}
      </Note>
    </>
  )
}

const terms: Message[] = [
  '<b>Required</b>: the weekly hours that active positions require. They change only where a position has a requirement from a date on.',
  '<b>Booked</b>: the hours of all active assignments.',
  '<b>Secure</b>: booked hours of people who are on duty in that week, hold the tags that the position requires, have started, and have enough contract hours.',
  'People on leave count as away until the date they are expected back; without such a date, in all weeks. A certificate that is always renewed late looks like a loss until its new end date is entered.',
]
