import { Stack, Text } from '@mantine/core'
import { spoken } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import type { Plan } from '../answers.ts'
import { Addition, Disclosure } from '../planning-parts.tsx'

/** Why no plan can cover more, as a sum that anyone can check. */
export const PlanProof = ({ plan: { certificate, summary } }: { plan: Plan }) => (
  <Disclosure label={labelOf(summary)}>
    {() => (
      <Stack gap="xs" maw={640}>
        <Text>{spoken(certificate.sentence)}</Text>
        <Addition
          label={say('The sum')}
          lines={[
            ['', certificate.lacking_hours, say('Missing in all positions')],
            [
              '−',
              certificate.short_positions_lacking_hours,
              say('Missing in {count, plural, one {# position} other {# positions}} that too few can fill', {
                count: certificate.short_positions,
              }),
            ],
            [
              '+',
              certificate.people_free_hours,
              say(
                'Unused hours of {count, plural, one {# person} other {# people}} who can fill at least one of them',
                { count: certificate.people },
              ),
            ],
            ['=', certificate.maximum_hours, say('The most that can be covered')],
          ]}
        />
        <Gap summary={summary} />
      </Stack>
    )}
  </Disclosure>
)

function labelOf({ is_maximum, open_hours }: Plan['summary']): string {
  if (Number(open_hours) === 0) return say('How this adds up')
  return is_maximum ? say('Why it cannot be more') : say('Why it cannot be much more')
}

/** How far the plan stays below the proven maximum, and what the minimum of new assignments costs. */
function Gap({ summary }: Pick<Plan, 'summary'>) {
  const gap = Number(summary.maximum_hours) - Number(summary.planned_hours)
  const cost = Number(summary.maximum_hours_without_minimum) - Number(summary.maximum_hours)
  return (
    <>
      {gap > 0 && (
        <Text>
          {say('The plan below covers {planned}, which is {gap} less: nothing better was found.', {
            planned: hours(summary.planned_hours),
            gap: hours(gap),
          })}
        </Text>
      )}
      {cost > 0 && (
        <Text>
          {say('With shorter new assignments it could be up to {hours} more.', { hours: hours(cost) })}
        </Text>
      )}
    </>
  )
}
