import { Button, Stack, Text } from '@mantine/core'
import { useId } from 'react'
import { howSure } from '../../../../src/planning/rebalance/rebalance-words.ts'
import { useAddress } from '../address.ts'
import { Empty, Loaded } from '../live.tsx'
import { Facts, Note, Panel } from '../parts.tsx'
import { hours, plural } from '../wording.ts'
import { type Addend, Addition } from './addition.tsx'
import type { Rebalance } from './answers.ts'
import { Disclosure } from './disclosure.tsx'
import { RebalanceChanges } from './rebalance-changes.tsx'
import { useRebalance } from './use-plan.ts'

/** What could be changed where hours are in the wrong place, worked out when somebody asks. */
export function RebalancePanel() {
  const { at, state, go } = useAddress()
  const id = useId()
  const isOpen = at('rebalance') === '1'
  return (
    <Panel title="What would a rebalance change?">
      <Stack gap="sm">
        <Text size="sm">
          A plan only adds hours. A rebalance also takes hours from where there are too many, and gives them
          to positions that lack hours, or relieves people who are over contract.
        </Text>
        <div>
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => go({ rebalance: isOpen ? '' : '1' }, { replace: true, state })}
          >
            {isOpen ? 'Hide the changes' : 'Show the changes'}
          </Button>
        </div>
        <div id={id}>{isOpen && <Answered />}</div>
      </Stack>
    </Panel>
  )
}

function Answered() {
  const { query, isStale } = useRebalance()
  return (
    <div aria-busy={isStale || query.isFetching} aria-live="polite">
      <Loaded query={query} rows={4}>
        {(rebalance) => <Answer rebalance={rebalance} />}
      </Loaded>
    </div>
  )
}

const Answer = ({ rebalance }: { rebalance: Rebalance }) => (
  <Stack gap="sm">
    <Text fw={600} size="lg">
      {rebalance.summary.sentence}
    </Text>
    <NotForRebalance />
    {isSome(rebalance.certificate.missed_hours) && <Proof rebalance={rebalance} />}
    <Summary rebalance={rebalance} />
    {rebalance.changes.length === 0 ? (
      <Empty>There is nothing to change.</Empty>
    ) : (
      <>
        <Note>
          {`Nothing applies these changes as a whole: make them by hand, in the order of their numbers. ${howSure(rebalance.summary)}`}
        </Note>
        <RebalanceChanges changes={rebalance.changes} />
      </>
    )}
  </Stack>
)

/** The choices above that only a plan has. */
function NotForRebalance() {
  const { at } = useAddress()
  if (at('demand') !== 'secure' && !at('first')) return null
  return <Note>A rebalance counts booked hours, and no unit comes first.</Note>
}

function Proof({ rebalance: { certificate: of, summary } }: { rebalance: Rebalance }) {
  const over = useOver()
  const short = `${plural(of.short_positions, 'position')} and ${plural(of.short_people, 'person', 'people')}`
  const between: Addend[] = [
    ['−', of.short_hours, `Of these, of ${short} that cannot all be helped`],
    ['+', of.people_free_hours, 'Left of people who can help these'],
    ['+', of.surplus_hours, 'Above what positions require, and of use to these'],
    ['+', of.elsewhere_hours, 'That others could take over from these people'],
  ]
  const gap = Number(summary.maximum_hours) - Number(summary.covered_hours) - Number(summary.relieved_hours)
  return (
    <Disclosure label={isSome(of.short_hours) ? 'Why it cannot be more' : 'How this adds up'}>
      {() => (
        <Stack gap="xs">
          <Text maw={640}>{of.sentence}</Text>
          <Addition
            label="The addition of the rebalance"
            lines={[
              ['', of.missed_hours, `Missing in positions, and of people ${over}`],
              ...between.filter(([, amount]) => isSome(amount)),
              ['=', of.maximum_hours, 'The most that can be put right'],
            ]}
          />
          {gap > 0 && (
            <Text maw={640}>
              {`The changes below put right ${hours(gap.toFixed(2))} less: nothing better was found with new assignments of the fewest hours chosen above.`}
            </Text>
          )}
        </Stack>
      )}
    </Disclosure>
  )
}

function Summary({ rebalance: { summary } }: { rebalance: Rebalance }) {
  const over = useOver()
  return (
    <Facts
      of={{
        'Missing hours covered': outOf(summary.covered_hours, summary.lacking_hours),
        [`Hours ${over} ended`]: outOf(summary.relieved_hours, summary.over_contract_hours),
        'Above what positions require': isSome(summary.surplus_hours) ? hours(summary.surplus_hours) : null,
        Changes:
          summary.changes_at_least === null
            ? summary.changes
            : `${summary.changes}, at least ${summary.changes_at_least} are needed`,
      }}
    />
  )
}

/** What the people who have too many hours are over. */
const useOver = () => (useAddress().at('limit') === 'cap' ? 'over the weekly cap' : 'over contract')

const isSome = (decimal: string) => Number(decimal) > 0

const outOf = (done: string, all: string) => (isSome(all) ? `${hours(done)} of ${hours(all)}` : null)
