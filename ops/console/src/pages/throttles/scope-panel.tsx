import { Group, SimpleGrid, Text } from '@mantine/core'
import { memo } from 'react'
import type { ActivityRange } from '../../../../../src/accounts/limits.ts'
import { CountChart } from '../../chart/count-chart.tsx'
import { Legend } from '../../chart/legend.tsx'
import { lastWords } from '../../chart/range.tsx'
import { say } from '../../language/text.ts'
import { number, periodOf } from '../../language/wording.ts'
import { Note, Panel } from '../../parts/parts.tsx'
import { type ScopeCounts, scopeWords } from './keys/scopes.ts'

const outcomes = [
  { name: 'allowed', label: 'Allowed', color: 'var(--console-allowed)' },
  { name: 'near', label: 'Near the limit', color: 'var(--console-near)' },
  { name: 'blocked', label: 'Refused (429)', color: 'var(--console-blocked)' },
] as const

/** Every throttle: its rate, and how many requests it allowed and refused. */
export const ScopeCharts = ({ of, range }: { of: ScopeCounts[]; range: ActivityRange }) => (
  <Panel title={say('Requests by scope')} gap="md">
    <Legend of={outcomes.map((outcome) => ({ ...outcome, label: say(outcome.label) }))} />
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} verticalSpacing="lg">
      {of.map((scope) => (
        <ScopeChart key={scope.scope} of={scope} range={range} />
      ))}
    </SimpleGrid>
    <Note>{say('Near the limit means 80% of it or more.')}</Note>
  </Panel>
)

/** Memoized, so that it is drawn when its counts change and not every two seconds. */
const ScopeChart = memo(({ of, range }: { of: ScopeCounts; range: ActivityRange }) => {
  const { scope, totals, series } = of
  return (
    <section aria-label={say(scopeWords[scope].name)}>
      <Group justify="space-between" wrap="nowrap" align="baseline" title={say(scopeWords[scope].counts)}>
        <Text fw={600} size="sm" truncate>
          {say(scopeWords[scope].name)}
        </Text>
        {totals.blocked > 0 && (
          <Text size="sm" fw={600} c="var(--mantine-color-error)" style={{ flex: 'none' }}>
            {say('{count, number} refused', { count: totals.blocked })}
          </Text>
        )}
      </Group>
      <Note>{rateText(of)}</Note>
      <CountChart
        label={say(
          '{scope}, {range}: {allowed, number} allowed, {near, number} near the limit, {refused, number} refused',
          {
            scope: say(scopeWords[scope].name),
            range: lastWords(range),
            allowed: totals.allowed,
            near: totals.near,
            refused: totals.blocked,
          },
        )}
        height={88}
        hasLegendElsewhere
        range={range}
        data={series}
        series={outcomes.map((outcome) => ({ ...outcome, label: say(outcome.label) }))}
      />
    </section>
  )
})

/** The rate, and the number of keys with an override. */
function rateText({ rate, override_count }: ScopeCounts) {
  const set = rate
    ? say('{limit} per {period}', { limit: number(rate.limit), period: periodOf(rate.seconds) })
    : say('Off')
  const overrides = say('{count, plural, one {# exception} other {# exceptions}}', {
    count: override_count,
  })
  return override_count ? `${set}, ${overrides}` : set
}
