import { SegmentedControl } from '@mantine/core'
import { type ActivityRange, activityRanges } from '../../../../src/accounts/limits.ts'
import { type Message, say } from '../language/text.ts'
import { useAddress } from '../parts/address.ts'

const words = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
} as const satisfies Record<ActivityRange, Message>

export const lastWords = (range: ActivityRange) => say(words[range])

/** The period that the page shows, which its address holds, and a control to choose it. */
export function useRange() {
  const { at, go } = useAddress()
  const range = activityRanges.find((each) => each === at('range')) ?? 'hour'
  const control = (
    <SegmentedControl
      size="xs"
      aria-label={say('Period of the charts')}
      value={range}
      onChange={(chosen) => go({ range: chosen === 'hour' ? '' : chosen })}
      data={activityRanges.map((value) => ({ value, label: lastWords(value) }))}
    />
  )
  return { range, control }
}
