import { Group } from '@mantine/core'
import { useNavigate } from 'react-router'
import { say } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { PlanningAct } from '../act-button.tsx'
import type { PlanInput, PlanLine } from '../answers.ts'
import { sentLine } from './use-plan.ts'

const most = 500

type Props = {
  lines: PlanLine[]
  choices: PlanInput
  reference_date: string
  /** Why the lines cannot be kept now. */
  why: string | undefined
}

/** Keeps the ticked lines of a plan for a later week as a draft, and shows it. */
export function KeepButton({ lines, choices, reference_date, why }: Props) {
  const navigate = useNavigate()
  const { keep: _, ...asked } = choices
  const tooLong =
    lines.length > most
      ? say('A draft can have at most {most} lines; untick some, or choose a smaller unit.', { most })
      : undefined
  return (
    <Group>
      <PlanningAct
        look="primary"
        why={why ?? tooLong}
        act={() => api.planning.keep_draft.mutate({ ...asked, reference_date, lines: lines.map(sentLine) })}
        done={say('The plan is kept as a draft.')}
        onDone={({ id }) => navigate(`/drafts/${id}`)}
      >
        {say('Keep as a draft')}
      </PlanningAct>
    </Group>
  )
}
