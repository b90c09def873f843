import { Text, Title } from '@mantine/core'
import { weekText } from '../../../language/dates.ts'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Note } from '../../../parts/parts.tsx'
import type { Scenario } from '../answers.ts'
import { Disclosure } from '../planning-parts.tsx'
import { ShortageCards } from '../shortages/shortages.tsx'

/** What the employees could cover before and after the changes. */
export function Replanned({ result: { plan_before, plan_after, compared_week } }: { result: Scenario }) {
  if (!plan_before || !plan_after) return null
  const [was, is] = [plan_before.summary, plan_after.summary]
  return (
    <section aria-label={say('What others could take')}>
      <Title order={3} size="h5">
        {say('What others could take')}
      </Title>
      <Text>
        {say(
          'Of the hours that are missing or at risk in {week}, a plan would cover {planned} before the changes and leave {open} open; after them, {later} and {laterOpen}. The planner counts only missing hours unless it also replaces those at risk.',
          {
            week: weekText(compared_week),
            planned: hours(was.planned_hours),
            open: hours(was.open_hours),
            later: hours(is.planned_hours),
            laterOpen: hours(is.open_hours),
          },
        )}
      </Text>
      <Note>
        {say(
          'The plan after the changes has {created, plural, one {# new assignment} other {# new assignments}} and {raised, plural, one {# raised one} other {# raised ones}}; the most that any plan could cover is {most}.',
          {
            created: is.new_assignments,
            raised: is.raised_assignments,
            most: hours(is.maximum_hours),
          },
        )}
      </Note>
      <Disclosure
        label={say('What stays open afterwards: {count, plural, one {# shortage} other {# shortages}}', {
          count: plan_after.shortages.length,
        })}
      >
        {() => <ShortageCards shortages={plan_after.shortages} />}
      </Disclosure>
    </section>
  )
}
