import { List } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Message, say } from '../../language/text.ts'
import { Panel } from '../../parts/parts.tsx'

const limits: Message[] = [
  '<b>Hours, not shifts.</b> It knows who has hours left and holds the required tags. It knows nothing of rest between shifts, weekends, travel or who makes a good team.',
  '<b>Every hour counts the same.</b> An hour in intensive care weighs as much as one in the archive, unless you say which units to fill first.',
  '<b>Only what is entered.</b> Leave kept in another system, a certificate renewed on paper, or a position that nobody closed makes the plan wrong.',
  '<b>It only adds.</b> It never moves, lowers or ends an assignment. Hours of people who are away or have left count as covered until somebody ends them. What a rebalance would change is above.',
  '<b>Few assignments, not provably the fewest.</b> How many hours can be covered is proved. You may find a swap that saves an assignment: untick lines and plan again.',
  '<b>Each remedy stands alone.</b> The overtime of the same people may close several shortages, so remedies must not be added up. Hiring assumes that somebody is found.',
  '<b>People decide.</b> A plan is as old as the moment it was made, and nothing is stored until you apply it.',
]

/** What a plan does not know, for those who decide by it. */
export const PlanLimits = () => (
  <Panel title={say('What this plan does not know')}>
    <List size="sm" spacing={4}>
      {limits.map((limit) => (
        <List.Item key={limit}>{say(limit, { b: bold })}</List.Item>
      ))}
    </List>
  </Panel>
)

/** The text inside `<b>` of a message. */
export const bold = (parts: ReactNode[]) => <strong key="bold">{parts}</strong>
