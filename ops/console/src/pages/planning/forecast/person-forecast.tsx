import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTagWords } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { hours, number, shortDayOf } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import type { EmployeeForecast, EmployeeWeek } from '../answers.ts'
import styles from '../planning.module.css'
import { PlanningPart, sometimes } from '../planning-parts.tsx'
import { asRows, cliffColumns } from './cliffs.tsx'

/** A person's balance and losses in the next 26 weeks. */
export const PersonForecast = ({ id }: { id: string }) => (
  <PlanningPart>
    <Panel title={say('The next 26 weeks')}>
      <Live
        name="api.planning.employee_forecast"
        of={api.planning.employee_forecast}
        input={{ employee_id: id }}
        every={sometimes}
      >
        {(forecast) => (
          <Stack>
            <Note>
              {say(
                'The hours that stay unused in the week from that Monday; with a minus, those above the contract. ▼ marks a loss, and ! a week in which a required tag is missing.',
              )}
            </Note>
            <Strip {...forecast} />
            <DataTable
              label={say('Changes')}
              csv="forecast-changes"
              rows={asRows(forecast.cliffs)}
              empty={say('Nothing known today changes what this person covers.')}
              columns={cliffColumns}
            />
          </Stack>
        )}
      </Live>
    </Panel>
  </PlanningPart>
)

const Strip = ({ weeks, cliffs }: EmployeeForecast) => (
  <ol className={`plain ${styles.strip}`} aria-label={say('Balance by week')}>
    {weeks.map((week) => (
      <li key={week.period.start_date} className={styles.week} data-state={week.state}>
        <Text size="xs">{shortDayOf(week.period.start_date)}</Text>
        <Text fw={600} size="sm">
          <span aria-hidden="true">{number(week.balance)}</span>
          <VisuallyHidden>{spoken(week)}</VisuallyHidden>
        </Text>
        <Marks
          isLoss={cliffs.some((cliff) => cliff.direction === 'LOSS' && cliff.week === week.week)}
          missing={missingIn(week)}
        />
      </li>
    ))}
  </ol>
)

function spoken({ balance, state }: EmployeeWeek): string {
  if (state === 'BALANCED') return say('all hours used')
  const of = { hours: hours(balance.replace('-', '')) }
  return state === 'DEFICIT' ? say('{hours} unused', of) : say('{hours} above the contract', of)
}

const missingIn = ({ missing_tags_by_assignment }: EmployeeWeek) => [
  ...new Set(missing_tags_by_assignment.flatMap(({ missing_tags }) => missing_tags)),
]

function Marks({ isLoss, missing }: { isLoss: boolean; missing: string[] }) {
  const lacks = say('lacks {tags}', { tags: useTagWords()(missing.join(', '), missing) })
  const change = say('secure hours change')
  return (
    <Text size="xs" h="1.4em">
      {isLoss && <span title={change}>▼</span>}
      {isLoss && <VisuallyHidden>, {change}</VisuallyHidden>}
      {missing.length > 0 && <span title={lacks}>!</span>}
      {missing.length > 0 && <VisuallyHidden>, {lacks}</VisuallyHidden>}
    </Text>
  )
}
