import { List, ScrollArea, Stack, Text } from '@mantine/core'
import type { CoverageError } from '../../../../../../client/src/contract/error.ts'
import { ActionDialog, DialogButton } from '../../../dialog/action-dialog.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { useAddress } from '../../../parts/address.ts'
import type { PlanInput, PlanLine } from '../answers.ts'
import { added, sumOf } from './plan-lines.tsx'
import { lineKey, type Outdated, sentLine } from './use-plan.ts'

const most = 500

type Props = {
  ticked: PlanLine[]
  choices: PlanInput
  /** Why the lines cannot be applied now. */
  why: string | undefined
  onOutdated: (outdated: Outdated) => void
}

/** Stores the ticked lines, or none of them if one no longer holds. */
export function ApplyButton({ ticked, choices: { hours_limit, demand }, why, onOutdated }: Props) {
  const { go } = useAddress()
  const lines = ticked.slice(0, most)
  const apply = async (notes: string) => {
    const input = { lines: lines.map(sentLine), hours_limit, demand, notes }
    const applied = await api.planning.apply_plan.mutate(input).catch((error) => {
      onOutdated(outdatedIn(error, lines))
      throw error
    })
    onOutdated(new Map())
    go({ out: [] }, { replace: true })
    return applied
  }
  return (
    <DialogButton
      look="primary"
      may="manage_assignments"
      why={why}
      dialog={
        <ActionDialog
          title={say('Apply the plan')}
          confirm={say('Apply')}
          done={say('{count, plural, one {# line was} other {# lines were}} applied, {hours} per week.', {
            count: lines.length,
            hours: hours(sumOf(lines)),
          })}
          act={apply}
          undo={({ application: application_id }) =>
            application_id ? () => api.planning.take_back.mutate({ application_id }) : undefined
          }
          reasonFor="notes"
        >
          <Explained
            lines={lines}
            total={ticked.length}
            isOvertime={hours_limit === 'WEEKLY_CAP'}
            isSecure={demand === 'SECURE'}
          />
        </ActionDialog>
      }
    >
      {say('Apply {count, plural, one {# line} other {# lines}}…', { count: lines.length })}
    </DialogButton>
  )
}

type ExplainedProps = { lines: PlanLine[]; total: number; isOvertime: boolean; isSecure: boolean }

const Explained = ({ lines, total, isOvertime, isSecure }: ExplainedProps) => {
  const created = lines.filter(({ kind }) => kind === 'CREATE').length
  return (
    <Stack gap="xs">
      <Text>
        {say(
          '{created, plural, one {# assignment} other {# assignments}} will be created and {raised, plural, one {# assignment} other {# assignments}} raised, from today. If a line no longer holds, nothing is stored.',
          { created, raised: lines.length - created },
        )}
      </Text>
      {isOvertime && <Text>{say('These lines may go beyond contracts, up to the weekly cap.')}</Text>}
      {isSecure && (
        <Text>
          {say(
            'They also fill hours that are booked but at risk, so positions may get more hours than they require.',
          )}
        </Text>
      )}
      <Lines lines={lines} />
      {total > lines.length && (
        <Text>
          {say(
            'At most {most} lines can be applied at a time; the first {most} of {total, number} will be.',
            {
              most,
              total,
            },
          )}
        </Text>
      )}
    </Stack>
  )
}

const Lines = ({ lines }: { lines: PlanLine[] }) => (
  <ScrollArea.Autosize mah="40vh" viewportProps={{ tabIndex: 0, 'aria-label': say('Lines to apply') }}>
    <List size="sm">
      {lines.map((line) => (
        <List.Item key={lineKey(line)}>
          {say('{person} as {position}: {what}', {
            person: line.employee_name,
            position: `${line.position_title}, ${line.org_unit_name}`,
            what: added(line),
          })}
        </List.Item>
      ))}
    </List>
  </ScrollArea.Autosize>
)

/** The messages of the lines that were refused. */
function outdatedIn({ itemErrors: { lines: refused = [] } }: CoverageError, lines: PlanLine[]): Outdated {
  return new Map(
    lines.flatMap((line, index) => {
      const messages = Object.values(refused[index] ?? {}).flat()
      return messages.length ? [[lineKey(line), messages.join(' ')] as const] : []
    }),
  )
}
