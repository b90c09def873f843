import { Group, Stack, Text } from '@mantine/core'
import type { ActivityRange } from '../../../../src/operators/activity.ts'
import { CountChart } from '../count-chart.tsx'
import { Facts, Note, Panel } from '../parts.tsx'
import { periodOf, plural, scopeWords } from '../wording.ts'
import type { ScopeCounts } from './throttle-pace.ts'

const outcomes = [
  { name: 'allowed', label: 'Allowed', color: 'var(--console-allowed)' },
  { name: 'near', label: 'Near the limit', color: 'var(--console-near)' },
  { name: 'blocked', label: 'Blocked', color: 'var(--console-blocked)' },
] as const

/** One throttle: its rate, and how many requests it allowed and blocked. */
export function ScopePanel({ scope, range }: { scope: ScopeCounts; range: ActivityRange }) {
  const { totals, series, override_count } = scope
  return (
    <Panel title={scope.scope}>
      <Stack gap="sm">
        <div>
          <Text size="sm">{scopeWords[scope.scope].counts}</Text>
          <Note>
            {rateText(scope)}
            {override_count > 0 && `; ${plural(override_count, 'key')} blocked or with a special limit`}
          </Note>
        </div>
        <Facts
          of={Object.fromEntries(
            outcomes.map(({ name, label, color }) => [
              label,
              <Group key={name} gap={6} wrap="nowrap">
                <span
                  aria-hidden="true"
                  style={{ background: color, width: 10, height: 10, borderRadius: 2, flex: 'none' }}
                />
                <span data-testid={`${scope.scope}-${name}`}>{totals[name]}</span>
              </Group>,
            ]),
          )}
        />
        <CountChart
          label={`${scope.scope}, last ${range}: ${totals.allowed} allowed, ${totals.near} near the limit, ${totals.blocked} blocked`}
          height={140}
          range={range}
          data={series}
          series={outcomes}
        />
      </Stack>
    </Panel>
  )
}

function rateText({ scope, rate }: ScopeCounts) {
  const source = rate?.source === 'default' ? 'default' : `THROTTLE_${scope.toUpperCase()}`
  return `${rate ? `${rate.limit} per ${periodOf(rate.seconds)}` : 'Off'} (${source})`
}
