import { List } from '@mantine/core'
import { Panel } from '../parts.tsx'

/** What a plan does not know, for those who decide by it. */
export const PlanLimits = () => (
  <Panel title="What this plan does not know">
    <List size="sm" spacing={4}>
      <List.Item>
        <strong>Hours, not shifts.</strong> It knows who has hours left and holds the required tags. It knows
        nothing of rest between shifts, weekends, travel or who makes a good team.
      </List.Item>
      <List.Item>
        <strong>Every hour counts the same.</strong> An hour in intensive care weighs as much as one in the
        archive, unless you say which units to fill first.
      </List.Item>
      <List.Item>
        <strong>Only what is entered.</strong> Leave kept in another system, a certificate renewed on paper,
        or a position that nobody closed makes the plan wrong.
      </List.Item>
      <List.Item>
        <strong>It only adds.</strong> It never moves, lowers or ends an assignment. Hours of people who are
        away or have left count as covered until somebody ends them. What a rebalance would change is above.
      </List.Item>
      <List.Item>
        <strong>Few assignments, not provably the fewest.</strong> How many hours can be covered is proved.
        You may find a swap that saves an assignment: untick lines and plan again.
      </List.Item>
      <List.Item>
        <strong>Each remedy stands alone.</strong> The overtime of the same people may close several
        shortages, so remedies must not be added up. Hiring assumes that somebody is found.
      </List.Item>
      <List.Item>
        <strong>People decide.</strong> A plan is as old as the moment it was made, and nothing is stored
        until you apply it.
      </List.Item>
    </List>
  </Panel>
)
