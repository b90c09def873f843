import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddress } from '../address.ts'
import { Loaded } from '../live.tsx'
import { Facts, Panel } from '../parts.tsx'
import { hours, percent, plural } from '../wording.ts'
import type { Plan } from './answers.ts'
import { ApplyButton, type Outdated } from './apply-dialog.tsx'
import { LeftOut } from './left-out.tsx'
import { PlanLimits } from './plan-limits.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanProof } from './plan-proof.tsx'
import { PlannerForm } from './planner-form.tsx'
import { PlanningPage } from './planning-page.tsx'
import { RebalancePanel } from './rebalance-panel.tsx'
import { Shortages } from './shortages.tsx'
import { keeping, keyOf, planName, usePlan } from './use-plan.ts'

/** What the people there are could cover, and what is missing for the rest. */
export function PlannerPage() {
  const { query, isStale } = usePlan()
  return (
    <PlanningPage title="Planner">
      <Panel title="What can be covered">
        <div aria-busy={isStale || query.isFetching} aria-live="polite">
          <Loaded query={query} rows={4}>
            {(plan) => <Answer plan={plan} />}
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

const Answer = ({ plan }: { plan: Plan }) => (
  <Stack gap="sm">
    <Text fw={600} size="lg">
      {plan.summary.sentence}
    </Text>
    <PlanProof plan={plan} />
    <Summary plan={plan} />
    <LeftOut />
  </Stack>
)

function Lines({ plan, isStale }: { plan: Plan; isStale: boolean }) {
  const { all } = useAddress()
  const [outdated, setOutdated] = useState<Outdated>(new Map())
  const left = new Set(all('out'))
  const ticked = plan.lines.filter((line) => !left.has(keyOf(line)))
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Panel
          title="Proposed assignments"
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
      Coverage: `${percent(summary.coverage_pct_before)}, then ${percent(summary.coverage_pct_after)}`,
      'New assignments': `${summary.new_assignments}, at least ${summary.new_assignments_at_least} are needed`,
      'Raised assignments': summary.raised_assignments,
      People: summary.employees,
      Positions: summary.positions,
      'Stays open': hours(summary.open_hours),
      'Over contract': isSome(summary.over_contract_hours) ? hours(summary.over_contract_hours) : null,
      'More than required': isSome(summary.surplus_hours) ? hours(summary.surplus_hours) : null,
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
  const rest = plan.lines.filter((line) => !outdated.has(keyOf(line)))
  return (
    <Alert
      color="yellow"
      role="alert"
      title={`${plural(outdated.size, 'line no longer holds', 'lines no longer hold')}`}
    >
      <Group justify="space-between">
        <Text size="sm">Something has changed since this plan was made. Nothing was applied.</Text>
        <Button
          variant="default"
          onClick={() => {
            onReplan()
            go({}, { state: keeping(rest) })
            queries.invalidateQueries({ queryKey: [planName] })
          }}
        >
          Plan again, keep the rest
        </Button>
      </Group>
    </Alert>
  )
}
