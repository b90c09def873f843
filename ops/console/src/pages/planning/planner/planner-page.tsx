import { Alert, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { spoken } from '../../../language/said.tsx'
import { type Message, say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Loaded } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts, Metric, Panel } from '../../../parts/parts.tsx'
import { Terms } from '../../../parts/terms.tsx'
import type { Plan } from '../answers.ts'
import { atLeast, hoursIfAny, PlanningPage, useIsLaterWeek } from '../planning-parts.tsx'
import { ShortageCards } from '../shortages/shortages.tsx'
import { ApplyButton } from './apply-dialog.tsx'
import { KeepButton } from './keep-button.tsx'
import { LeftOut } from './left-out.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PlanProof } from './plan-proof.tsx'
import { PlannerForm } from './planner-form.tsx'
import { RebalancePanel } from './rebalance-panel.tsx'
import { keeping, lineKey, type Outdated, planName, useChoices, usePlan } from './use-plan.ts'

/** What the current employees could cover, and what is missing for the rest. */
export function PlannerPage() {
  const { query, isStale } = usePlan()
  return (
    <PlanningPage title={say('Planner')}>
      <PlannerForm />
      <Panel title={say('What can be covered')}>
        <div aria-busy={isStale || query.isFetching} aria-live="polite">
          <Loaded query={query} rows={12}>
            {(plan) => <PlanResult plan={plan} />}
          </Loaded>
        </div>
      </Panel>
      {query.data && (
        <>
          <Lines plan={query.data} isStale={isStale} />
          <RebalancePanel />
          <Terms title="What this plan does not know" of={limits} />
        </>
      )}
    </PlanningPage>
  )
}

const limits: Message[] = [
  '<b>Hours, not shifts.</b> It knows who has hours left and holds the required tags. It knows nothing about rest between shifts, weekends, travel or who works well together.',
  '<b>Every hour counts the same.</b> An hour in intensive care weighs as much as one in the archive, unless you say which units to fill first.',
  '<b>Only what is entered.</b> Leave kept in another system, a certificate renewed on paper, or a position that was never closed makes the plan wrong.',
  '<b>It only adds.</b> It never moves, lowers or ends an assignment. Hours of people who are away or have left count as covered until the assignments are ended. What a rebalance would change is above.',
  '<b>Few assignments, not provably the fewest.</b> How many hours can be covered is proved. You may find a swap that saves an assignment: untick lines and plan again.',
  '<b>Each remedy stands alone.</b> The overtime of the same people may close several shortages, so do not add remedies up. Hiring assumes that you find someone.',
  '<b>People decide.</b> A plan shows the moment it was made, and nothing is stored until you apply it.',
]

const PlanResult = ({ plan }: { plan: Plan }) => (
  <Stack gap="sm">
    <Metric label={say('Can be covered')} value={hours(plan.summary.planned_hours)} />
    <Text fw={500}>{spoken(plan.summary.sentence)}</Text>
    <PlanProof plan={plan} />
    <Summary plan={plan} />
    <LeftOut />
  </Stack>
)

function Lines({ plan, isStale }: { plan: Plan; isStale: boolean }) {
  const { all } = useAddress()
  const choices = useChoices()
  const [outdated, setOutdated] = useState<Outdated>(new Map())
  const left = new Set(all('out'))
  const isLater = useIsLaterWeek(plan)
  const ticked = plan.lines.filter((line) => !left.has(lineKey(line)))
  const why = isStale ? say('Planning again…') : ticked.length ? undefined : say('No line is ticked.')
  return (
    <>
      <Panel
        title={say('Proposed assignments')}
        right={
          isLater ? (
            <KeepButton lines={ticked} {...{ choices, why }} reference_date={plan.reference_date} />
          ) : (
            <ApplyButton {...{ ticked, choices, why }} onOutdated={setOutdated} />
          )
        }
        gap="md"
      >
        <Moved plan={plan} outdated={outdated} onReplan={() => setOutdated(new Map())} />
        <PlanLines lines={plan.lines} ticked={ticked} outdated={outdated} />
      </Panel>
      <Panel title={say('What stays open')}>
        <ShortageCards shortages={plan.shortages} />
      </Panel>
    </>
  )
}

const Summary = ({ plan: { summary } }: { plan: Plan }) => (
  <Facts
    of={{
      [say('New assignments')]: atLeast(summary.new_assignments, summary.new_assignments_at_least),
      [say('Raised assignments')]: summary.raised_assignments,
      [say('People')]: summary.employees,
      [say('Positions')]: summary.positions,
      [say('Stays open')]: hours(summary.open_hours),
      [say('Over contract')]: hoursIfAny(summary.over_contract_hours),
      [say('More than required')]: hoursIfAny(summary.surplus_hours),
    }}
  />
)

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
