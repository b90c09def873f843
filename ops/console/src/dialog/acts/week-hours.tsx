import { Alert, Table, Text } from '@mantine/core'
import { say } from '../../language/text.ts'
import { daysOf, hours } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { useLive } from '../../live/live.tsx'

type Props = {
  /** Empty until they are chosen. */
  employee: string
  position: string
  /** By how many hours a week the assignment changes; negative if it has fewer or none afterwards. */
  change: number
  /** A day of the week to show; this week by default. */
  date?: string | undefined
}

/** The week of the person and of the position, before the change and after it. */
export function WeekHours({ employee, position, change, date }: Props) {
  const { balance, place } = useWeek(employee, position, date)
  const line = (label: string, before: string) => [label, hours(before), hours(Number(before) + change)]
  const left = Number(balance?.balance) - change
  return (
    <>
      <Table
        aria-label={say('The week before and after')}
        captionSide="top"
        data={{
          caption: balance && daysOf(balance.period.start_date, balance.period.end_date),
          head: ['', say('Before'), say('After')],
          body: [
            balance && line(contractText(balance.pool.effective_hours), balance.consumption.assigned_hours),
            place && line(requiredText(place.required_weekly_hours), place.assigned_hours),
          ].filter((row) => row !== undefined),
        }}
      />
      {change > 0 && left < 0 && (
        <Alert color="yellow" title={say('Overtime')}>
          <Text size="sm">{say('{hours} more than the contract gives.', { hours: hours(-left) })}</Text>
        </Alert>
      )}
    </>
  )
}

const contractText = (pool: string) => say('The person, with {hours} by contract', { hours: hours(pool) })
const requiredText = (required: string) =>
  say('The position, which requires {hours}', { hours: hours(required) })

function useWeek(employee: string, position: string, date: string | undefined) {
  const balance = useLive({
    name: 'hours.balance',
    of: api.hours.balance,
    input: { employee_id: employee, reference_date: date || undefined },
    isWanted: employee !== '',
    keepsPrevious: true,
  }).data
  const input = { id: position }
  const place = useLive({ name: 'position', of: api.positions.get, input, isWanted: position !== '' }).data
  return { balance, place }
}
