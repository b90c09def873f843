import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { say } from '../../../language/text.ts'
import { hours, percent } from '../../../language/wording.ts'
import { Loaded } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Facts, Metric, Panel } from '../../../parts/parts.tsx'
import type { Plan } from '../answers.ts'
import { PlanLimits } from '../plan-limits.tsx'
import { PlanningPage } from '../planning-parts.tsx'
import { Shortages } from '../shortages/shortages.tsx'
import { ApplyButton, type Outdated } from './apply-dialog.tsx'
import { LeftOut } from './left-out.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanProof } from './plan-proof.tsx'
import { PlannerForm } from './planner-form.tsx'
import { RebalancePanel } from './rebalance-panel.tsx'
import { keeping, lineKey, planName, usePlan } from './use-plan.ts'

/** What the people there are could cover, and what is missing for the rest. */
export function PlannerPage() {
  const { query, isStale } = usePlan()
  return (
    <PlanningPage title={say('Planner')}>
      <Panel title={say('What can be covered')}>
        <div aria-busy={isStale || query.isFetching} aria-live="polite">
          <Loaded query={query} rows={4}>
            {(plan) => <PlanResult plan={plan} />}
          </Loaded>
        </div>
      </Panel>
      <PlannerForm />
      {query.data && <Lines plan={query.data} isStale={isStale} />}
      <RebalancePanel />
      <PlanLimits />
    </PlanningPage>
  )
}

const PlanResult = ({ plan }: { plan: Plan }) => (
  <Stack gap="sm">
    <Metric label={say('Can be covered')} value={hours(plan.summary.planned_hours)} />
    <Text fw={500}>{plan.summary.sentence}</Text>
    <PlanProof plan={plan} />
    <Summary plan={plan} />
    <LeftOut />
  </Stack>
)

function Lines({ plan, isStale }: { plan: Plan; isStale: boolean }) {
  const { all } = useAddress()
  const [outdated, setOutdated] = useState<Outdated>(new Map())
  const left = new Set(all('out'))
  const ticked = plan.lines.filter((line) => !left.has(lineKey(line)))
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Panel
          title={say('Proposed assignments')}
          right={<ApplyButton {...{ plan, ticked, isStale }} onOutdated={setOutdated} />}
        >
          <Stack>
            <Moved plan={plan} outdated={outdated} onReplan={() => setOutdated(new Map())} />
            <PlanLines lines={plan.lines} ticked={ticked} outdated={outdated} />
          </Stack>
        </Panel>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Shortages shortages={plan.shortages} />
      </Grid.Col>
    </Grid>
  )
}

const Summary = ({ plan: { summary } }: { plan: Plan }) => (
  <Facts
    of={{
      [say('Assigned / required')]: say('{before}, then {after}', {
        before: percent(summary.coverage_pct_before),
        after: percent(summary.coverage_pct_after),
      }),
      [say('New assignments')]: say('{count}, at least {least} are needed', {
        count: summary.new_assignments,
        least: summary.new_assignments_at_least,
      }),
      [say('Raised assignments')]: summary.raised_assignments,
      [say('People')]: summary.employees,
      [say('Positions')]: summary.positions,
      [say('Stays open')]: hours(summary.open_hours),
      [say('Over contract')]: isSome(summary.over_contract_hours) ? hours(summary.over_contract_hours) : null,
      [say('More than required')]: isSome(summary.surplus_hours) ? hours(summary.surplus_hours) : null,
    }}
  />
)

const isSome = (decimal: string) => Number(decimal) > 0

type MovedProps = { plan: Plan; outdated: Outdated; onReplan: () => void }

/** Some lines were refused when the plan was applied, because something has changed since. */
function Moved({ plan, outdated, onReplan }: MovedProps) {
  const { go } = useAddress()
  const queries = useQueryClient()
  if (!outdated.size) return null
  const rest = plan.lines.filter((line) => !outdated.has(lineKey(line)))
  return (
    <Alert
      color="yellow"
      role="alert"
      title={say('{count, plural, one {# line no longer holds} other {# lines no longer hold}}', {
        count: outdated.size,
      })}
    >
      <Group justify="space-between">
        <Text size="sm">{say('Something has changed since this plan was made. Nothing was applied.')}</Text>
        <Button
          variant="default"
          onClick={() => {
            onReplan()
            go({}, { state: keeping(rest) })
            queries.invalidateQueries({ queryKey: [planName] })
          }}
        >
          {say('Plan again, keep the rest')}
        </Button>
      </Group>
    </Alert>
  )
}
