import { ActButton } from '../../../dialog/acts/act-dialog.tsx'
import * as acts from '../../../dialog/acts/acts.ts'
import { AssignDialog } from '../../../dialog/acts/assign-dialog.tsx'
import { HoursDialog } from '../../../dialog/acts/assignment-acts.tsx'
import { say } from '../../../language/text.ts'
import { useToday } from '../../../live/viewer.tsx'
import type { Suggested } from '../answers.ts'

type Props = {
  suggested: Suggested
  employee: { id: string; name: string }
  position: { id: string; title: string }
  /** The day from which hours are missing; today by default. */
  day?: string
}

/** Assigns a person, or raises their assignment, beginning with the hours that are suggested. */
export function AssignButton({ suggested, employee, position, day = '' }: Props) {
  const { kind, assignment, current_hours, effective_hours, is_valid, possible_hours } = suggested
  const from = day > useToday() ? day : ''
  const names = { person: employee.name, position: position.title }
  const start = is_valid ? effective_hours : (Number(current_hours) + Number(possible_hours)).toFixed(2)
  if (kind === 'RAISE' && assignment !== null)
    return (
      <ActButton
        size="sm"
        act={acts.changeHours}
        aria-label={say('Raise {person}, {position}', names)}
        dialog={<HoursDialog id={assignment} start={start} />}
      >
        {say('Raise')}
      </ActButton>
    )
  return (
    <ActButton
      size="sm"
      act={acts.assign}
      aria-label={say('Assign {person}, {position}', names)}
      dialog={<AssignDialog employee={employee.id} position={position.id} {...{ start, from }} />}
    >
      {say('Assign')}
    </ActButton>
  )
}
