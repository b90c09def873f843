import { Stack, Text } from '@mantine/core'
import { hours, plural } from '../wording.ts'
import { Addition } from './addition.tsx'
import type { Plan } from './answers.ts'
import { Disclosure } from './disclosure.tsx'

/** Why no plan can cover more, as an addition that anybody can check. */
export const PlanProof = ({ plan: { certificate, summary } }: { plan: Plan }) => (
  <Disclosure label={labelOf(summary)}>
    {() => (
      <Stack gap="xs" maw={640}>
        <Text>{certificate.sentence}</Text>
        <Addition
          label="The addition"
          lines={[
            ['', certificate.lacking_hours, 'Missing in all positions'],
            [
              '−',
              certificate.short_positions_lacking_hours,
              `Missing in ${plural(certificate.short_positions, 'position')} that too few can fill`,
            ],
            [
              '+',
              certificate.people_free_hours,
              `Hours left to ${plural(certificate.people, 'person', 'people')} who can fill at least one of them`,
            ],
            ['=', certificate.maximum_hours, 'The most that can be covered'],
          ]}
        />
        <Gap summary={summary} />
      </Stack>
    )}
  </Disclosure>
)

function labelOf({ is_maximum, open_hours }: Plan['summary']): string {
  if (Number(open_hours) === 0) return 'How this adds up'
  return is_maximum ? 'Why it cannot be more' : 'Why it cannot be much more'
}

/** What the lines below stay under the proven maximum, and what the minimum of new assignments costs. */
function Gap({ summary }: Pick<Plan, 'summary'>) {
  const gap = Number(summary.maximum_hours) - Number(summary.planned_hours)
  const cost = Number(summary.maximum_hours_without_minimum) - Number(summary.maximum_hours)
  return (
    <>
      {gap > 0 && (
        <Text>
          {`The plan below covers ${hours(summary.planned_hours)}, which is ${hours(gap.toFixed(2))} less: nothing better was found.`}
        </Text>
      )}
      {cost > 0 && (
        <Text>{`With shorter new assignments it could be up to ${hours(cost.toFixed(2))} more.`}</Text>
      )}
    </>
  )
}
