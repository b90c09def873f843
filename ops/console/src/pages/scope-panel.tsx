import { BarChart } from '@mantine/charts'
import { Group, Stack, Text } from '@mantine/core'
import type { OperatorAnswers } from '../api.ts'
import { Fact, Facts, Panel } from '../parts.tsx'
import { periodOf, plural, scopeMeaning, tickOf } from '../wording.ts'
import type { Range } from './throttles.tsx'

type Scope = OperatorAnswers['throttles']['overview']['scopes'][number]

export const outcomes = [
  { name: 'allowed', label: 'Allowed', color: 'var(--console-allowed)' },
  { name: 'near', label: 'Near the limit', color: 'var(--console-near)' },
  { name: 'blocked', label: 'Blocked', color: 'var(--console-blocked)' },
]

/** One throttle: its rate, what it let pass and what it refused. */
export function ScopePanel({ scope, range }: { scope: Scope; range: Range }) {
  const { totals, series, rate, override_count } = scope
  return (
    <Panel title={scope.scope}>
      <Stack gap="sm">
        <div>
          <Text size="sm">{scopeMeaning[scope.scope]}</Text>
          <Text size="sm" c="dimmed">
            {rate
              ? `${rate.limit} a ${periodOf(rate.seconds)}, ${originOf(scope)}`
              : `Off, ${originOf(scope)}`}
            {override_count > 0 && `; ${plural(override_count, 'key')} with a limit or block of their own`}
          </Text>
        </div>
        <Facts>
          {outcomes.map(({ name, label, color }) => (
            <Fact key={name} label={label}>
              <Group gap={6} wrap="nowrap">
                <span
                  aria-hidden="true"
                  style={{ background: color, width: 10, height: 10, borderRadius: 2, flex: 'none' }}
                />
                <span data-testid={`${scope.scope}-${name}`}>{totals[name as keyof typeof totals]}</span>
              </Group>
            </Fact>
          ))}
        </Facts>
        <div
          role="img"
          aria-label={`${scope.scope}, last ${range}: ${totals.allowed} allowed, ${totals.near} near the limit, ${totals.blocked} blocked`}
        >
          <BarChart
            h={140}
            type="stacked"
            data={series.map(({ at, ...counts }) => ({ at: tickOf(at, range), ...counts }))}
            dataKey="at"
            series={outcomes}
            gridAxis="x"
            tickLine="none"
            yAxisProps={{ allowDecimals: false, width: 40 }}
            xAxisProps={{ minTickGap: 40, interval: 'preserveStartEnd' }}
            barProps={{ isAnimationActive: false }}
            barChartProps={{ accessibilityLayer: false, barCategoryGap: '10%' }}
          />
        </div>
      </Stack>
    </Panel>
  )
}

const originOf = ({ scope, rate }: Scope) =>
  rate?.source === 'default' ? 'the default' : `from THROTTLE_${scope.toUpperCase()}`
