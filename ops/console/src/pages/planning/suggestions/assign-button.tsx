import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog, DialogButton, Refusal } from '../../../dialog/action-dialog.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Note } from '../../../parts/parts.tsx'
import type { Suggested } from '../answers.ts'
import { applyLines } from '../planner/apply-dialog.tsx'
import { ViolationList } from '../planning-parts.tsx'

type Props = {
  suggested: Suggested
  employee: { id: string; name: string; isOnLeave?: boolean }
  position: { id: string; title: string; lacking: string }
}

/** Assigns the suggested hours after showing what the rules say about them. */
export function AssignButton(props: Props) {
  const { suggested, employee, position } = props
  const isNew = suggested.kind === 'CREATE'
  const names = { person: employee.name, position: position.title, hours: hours(suggested.effective_hours) }
  const assign = (reason: string) =>
    applyLines({
      lines: [{ ...suggested, employee: employee.id, position_id: position.id }],
      isOvertime: suggested.would_exceed_pool,
      reason,
    })
  const why = whyNot(props)
  return (
    <>
      <DialogButton
        size="sm"
        aria-label={
          isNew ? say('Assign {person}, {position}', names) : say('Raise {person}, {position}', names)
        }
        why={why}
        dialog={
          <ActionDialog
            title={isNew ? say('Assign {hours} per week', names) : say('Raise to {hours} per week', names)}
            confirm={isNew ? say('Assign') : say('Raise')}
            subject={`${employee.name}, ${position.title}`}
            done={say('{person} now has {hours} per week as {position}.', names)}
            act={assign}
          >
            <Text size="sm">
              {say('Hours left: {before} → {after}', {
                before: hours(suggested.balance),
                after: hours(suggested.balance_after),
              })}
            </Text>
            {suggested.would_exceed_pool && (
              <Alert color="yellow" title={say('Overtime')}>
                {say('With these hours {person} works more than the contract gives.', names)}
              </Alert>
            )}
            {isNew ? <Preview {...props} /> : <Rules violations={suggested.violations} />}
          </ActionDialog>
        }
      >
        {isNew ? say('Assign') : say('Raise')}
      </DialogButton>
      {why && <Note>{why}</Note>}
    </>
  )
}

function whyNot({ suggested, employee, position }: Props): string | undefined {
  if (!suggested.is_valid) return say('A business rule refuses this.')
  if (employee.isOnLeave) return say('On leave.')
  const added = Number(suggested.effective_hours) - Number(suggested.current_hours)
  if (added > Number(position.lacking))
    return say('The position lacks only {hours}.', { hours: hours(position.lacking) })
  return undefined
}

/** What the rules would say if the assignment were created now. */
function Preview({ suggested, employee, position }: Props) {
  const input = {
    employee: employee.id,
    position_id: position.id,
    effective_hours: suggested.effective_hours,
  }
  const { data, error } = useQuery({
    queryKey: ['assignments.preview', input],
    queryFn: ({ signal }) => api.assignments.preview.mutate(input, { signal }),
  })
  if (error) return <Refusal title={say('No preview')} error={error} />
  return data ? <Rules violations={data.violations} /> : <Text size="sm">{say('Checking the rules…')}</Text>
}

const Rules = ({ violations }: Pick<Suggested, 'violations'>) => {
  const { blocking, warnings, info } = violations
  return blocking.length + warnings.length + info.length === 0 ? (
    <Text size="sm">{say('No business rule is violated.')}</Text>
  ) : (
    <ViolationList violations={violations} />
  )
}
