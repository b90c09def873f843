import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { rebalanceNote } from '../../../../../../src/planning/words/rebalance.ts'
import { ActionDialog, DialogButton } from '../../../dialog/action-dialog.tsx'
import { language } from '../../../language/language.ts'
import { spoken } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { api } from '../../../live/api.ts'
import { Empty, Loaded } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'
import { Facts, Note, Panel } from '../../../parts/parts.tsx'
import type { Rebalance, RebalanceChange } from '../answers.ts'
import {
  type Addend,
  Addition,
  atLeast,
  Disclosure,
  hoursIfAny,
  isSome,
  useIsLaterWeek,
} from '../planning-parts.tsx'
import { RebalanceChanges } from './rebalance-changes.tsx'
import { sentLine, useRebalance } from './use-plan.ts'

/** What could change where hours are in the wrong place; computed only on request. */
export function RebalancePanel() {
  const { at, state, go } = useAddress()
  const id = useId()
  const isOpen = at('rebalance') === '1'
  return (
    <Panel title={say('What would a rebalance change?')} gap="sm">
      <Text size="sm">
        {say(
          'A plan only adds hours. A rebalance also takes hours from where there are too many, and gives them to positions that lack hours, or relieves people who are over contract.',
        )}
      </Text>
      <div>
        <Button
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => go({ rebalance: isOpen ? '' : '1' }, { state })}
        >
          {isOpen ? say('Hide the changes') : say('Show the changes')}
        </Button>
      </div>
      <div id={id}>{isOpen && <LoadedRebalance />}</div>
    </Panel>
  )
}

function LoadedRebalance() {
  const { query, isStale } = useRebalance()
  return (
    <div aria-busy={isStale || query.isFetching} aria-live="polite">
      <Loaded query={query} rows={4}>
        {(rebalance) => <RebalanceResult rebalance={rebalance} />}
      </Loaded>
    </div>
  )
}

const RebalanceResult = ({ rebalance }: { rebalance: Rebalance }) => (
  <Stack gap="sm">
    <Text fw={600} size="lg">
      {spoken(rebalance.summary.sentence)}
    </Text>
    <NotForRebalance />
    {isSome(rebalance.certificate.missed_hours) && <Proof rebalance={rebalance} />}
    <Summary rebalance={rebalance} />
    {rebalance.changes.length === 0 ? (
      <Empty>{say('There is nothing to change.')}</Empty>
    ) : (
      <>
        <Note>{rebalanceNote(rebalance.summary, language())}</Note>
        <ApplyRebalance rebalance={rebalance} />
        <RebalanceChanges changes={rebalance.changes} />
      </>
    )}
  </Stack>
)

const mostChanges = 500

/** Applies the changes as a whole; once that is done, takes them back. */
function ApplyRebalance({ rebalance }: Props) {
  const { changes, fingerprint } = rebalance
  const isLater = useIsLaterWeek(rebalance)
  const hours_limit = useLimit() === 'cap' ? 'WEEKLY_CAP' : 'CONTRACT'
  const countOf = (kind: RebalanceChange['kind']) => changes.filter((change) => change.kind === kind).length
  return (
    <div>
      <DialogButton
        look="primary"
        may="manage_assignments"
        why={whyNot(changes.length, isLater)}
        dialog={
          <ActionDialog
            title={say('Apply the rebalance')}
            confirm={say('Apply')}
            act={(notes) =>
              api.planning.apply_rebalance.mutate({
                changes: changes.map(sentLine),
                fingerprint,
                hours_limit,
                notes,
              })
            }
            done={say('The rebalance was applied.')}
            undo={({ application: application_id }) =>
              () =>
                api.planning.take_back.mutate({ application_id })
              }
            reasonFor="notes"
          >
            <Text size="sm">
              {say(
                'Assignments from today: {ended} ended, {lowered} lowered, {raised} raised, {created} new. If a change no longer holds, nothing is stored.',
                {
                  ended: countOf('END'),
                  lowered: countOf('LOWER'),
                  raised: countOf('RAISE'),
                  created: countOf('CREATE'),
                },
              )}
            </Text>
          </ActionDialog>
        }
      >
        {say('Apply {count, plural, one {# change} other {# changes}}…', { count: changes.length })}
      </DialogButton>
    </div>
  )
}

type Props = { rebalance: Rebalance }

function whyNot(count: number, isForLater: boolean) {
  if (isForLater) return say('Only a rebalance for this week can be applied.')
  if (count <= mostChanges) return undefined
  return say('At most {most} changes can be applied at a time; choose a unit.', { most: mostChanges })
}

/** Says which of the choices above do not apply to a rebalance. */
function NotForRebalance() {
  const { at } = useAddress()
  if (at('demand') !== 'secure' && !at('first')) return null
  return <Note>{say('A rebalance counts booked hours, and no unit comes first.')}</Note>
}

function Proof({ rebalance: { certificate: of, summary } }: { rebalance: Rebalance }) {
  const limit = useLimit()
  const between: Addend[] = [
    [
      '−',
      of.short_hours,
      say(
        'Of these, in {positions, plural, one {# position} other {# positions}} and for {people, plural, one {# person} other {# people}} that cannot all be helped',
        { positions: of.short_positions, people: of.short_people },
      ),
    ],
    ['+', of.people_free_hours, say('Unused hours of people who can help here')],
    ['+', of.surplus_hours, say('Above what positions require, and useful here')],
    ['+', of.elsewhere_hours, say('Hours of these people that others could take over')],
  ]
  const missing = say(
    'Missing in positions, and worked over {limit, select, cap {the weekly cap} other {contract}}',
    { limit },
  )
  return (
    <Disclosure label={isSome(of.short_hours) ? say('Why it cannot be more') : say('How this adds up')}>
      {() => (
        <Stack gap="xs">
          <Text maw={640}>{spoken(of.sentence)}</Text>
          <Addition
            label={say('The sum of the rebalance')}
            lines={[
              ['', of.missed_hours, missing],
              ...between.filter(([, amount]) => isSome(amount)),
              ['=', of.maximum_hours, say('The most that can be put right')],
            ]}
          />
          <Gap summary={summary} />
        </Stack>
      )}
    </Disclosure>
  )
}

function Gap({ summary }: Pick<Rebalance, 'summary'>) {
  const gap = Number(summary.maximum_hours) - Number(summary.covered_hours) - Number(summary.relieved_hours)
  if (gap <= 0) return null
  return (
    <Text maw={640}>
      {say(
        'The changes below put right {hours} less: nothing better was found with the minimum chosen above for new assignments.',
        { hours: hours(gap) },
      )}
    </Text>
  )
}

function Summary({ rebalance: { summary } }: { rebalance: Rebalance }) {
  const over = say('Hours over {limit, select, cap {the weekly cap} other {contract}} ended', {
    limit: useLimit(),
  })
  return (
    <Facts
      of={{
        [say('Missing hours covered')]: outOf(summary.covered_hours, summary.lacking_hours),
        [over]: outOf(summary.relieved_hours, summary.over_contract_hours),
        [say('Above what positions require')]: hoursIfAny(summary.surplus_hours),
        [say('Changes')]:
          summary.changes_at_least === null
            ? summary.changes
            : atLeast(summary.changes, summary.changes_at_least),
      }}
    />
  )
}

/** The limit that people with too many hours exceed. */
const useLimit = () => (useAddress().at('limit') === 'cap' ? 'cap' : 'contract')

const outOf = (done: string, all: string) =>
  isSome(all) ? say('{done} of {all}', { done: hours(done), all: hours(all) }) : null
