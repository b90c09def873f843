import { NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ViolationList } from '../../../dialog/acts/violations.tsx'
import { spoken } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { hours, spokenName } from '../../../language/wording.ts'
import { useAddress } from '../../../parts/address.ts'
import { ShowMore } from '../../../parts/show-more.tsx'
import type { RebalanceChange } from '../answers.ts'
import styles from '../planning.module.css'
import { linksOf } from './plan-lines.tsx'
import { lineKey } from './use-plan.ts'

const atFirst = 100

type Step = { number: number; change: RebalanceChange }

/** The changes by unit or by person, numbered in the order in which they can be made. */
export function RebalanceChanges({ changes }: { changes: RebalanceChange[] }) {
  const { at, state, go } = useAddress()
  const [shown, setShown] = useState(atFirst)
  const isByPerson = at('by') !== 'unit'
  const steps = changes.slice(0, shown).map((change, index): Step => ({ number: index + 1, change }))
  const groups = Map.groupBy(steps, ({ change }) => (isByPerson ? change.employee : change.org_unit_id))
  const titleOf = ({ change }: Step) => (isByPerson ? change.employee_name : change.org_unit_name)
  return (
    <Stack>
      <NativeSelect
        label={say('Changes by')}
        maw={320}
        value={isByPerson ? '' : 'unit'}
        onChange={({ currentTarget }) => go({ by: currentTarget.value }, { state })}
        data={[
          { value: '', label: say('Person') },
          { value: 'unit', label: say('Unit') },
        ]}
      />
      {[...groups].map(
        ([id, [first, ...rest]]) =>
          first && (
            <section key={id} aria-label={say('Changes of {name}', { name: titleOf(first) })}>
              <Title order={3} size="h5">
                {isByPerson ? moveOf([first, ...rest]) : `${titleOf(first)}: ${sumOf([first, ...rest])}`}
              </Title>
              <ul className="plain">
                {[first, ...rest].map((step) => (
                  <ChangeLine key={lineKey(step.change)} step={step} isByPerson={isByPerson} />
                ))}
              </ul>
            </section>
          ),
      )}
      {changes.length > shown && (
        <ShowMore onClick={() => setShown(shown + atFirst)}>
          {say('Show more of {count, plural, one {# change} other {# changes}}', { count: changes.length })}
        </ShowMore>
      )}
    </Stack>
  )
}

/** What a person's changes come to: "Noa Prat moves 8 h from A to B" if they are one move. */
function moveOf(steps: [Step, ...Step[]]): string {
  const [{ change }] = steps
  const from = steps.find(({ change }) => Number(change.changed_hours) < 0)?.change
  const to = steps.find(({ change }) => Number(change.changed_hours) > 0)?.change
  const isMove = steps.length === 2 && from && to && Number(from.changed_hours) === -Number(to.changed_hours)
  if (!isMove) return `${change.employee_name}: ${sumOf(steps)}`
  return say('{person} moves {hours} from {from} to {to}', {
    person: spokenName(change.employee_name),
    hours: hours(to.changed_hours),
    from: from.position_title,
    to: to.position_title,
  })
}

/** The hours that are given and taken: `8 h more, 10 h less`. */
function sumOf(steps: Step[]): string {
  const sum = (sign: 1 | -1) =>
    steps.reduce(
      (total, { change }) => total + Math.max(0, sign * Math.round(Number(change.changed_hours) * 100)),
      0,
    )
  const [more, less] = [sum(1), sum(-1)]
  return [
    more > 0 && say('{hours} more', { hours: inHours(more) }),
    less > 0 && say('{hours} less', { hours: inHours(less) }),
  ]
    .filter(Boolean)
    .join(', ')
}

const inHours = (hundredths: number) => hours((hundredths / 100).toFixed(2))

const ChangeLine = ({ step: { number, change }, isByPerson }: { step: Step; isByPerson: boolean }) => (
  <li className={styles.line}>
    <div>
      <Text fw={500} component="div">
        {`${number}. `}
        {isByPerson
          ? say('{person} as {position} in {unit}: {what}', {
              ...linksOf(change),
              unit: change.org_unit_name,
              what: changed(change),
            })
          : say('{person} as {position}: {what}', { ...linksOf(change), what: changed(change) })}
      </Text>
      <Text size="sm">{spoken(change.reason)}</Text>
      <ViolationList violations={change.violations} />
    </div>
  </li>
)

function changed({ kind, current_hours, effective_hours }: RebalanceChange): string {
  const of = { now: hours(current_hours), next: hours(effective_hours) }
  if (kind === 'CREATE') return say('new, {next}', of)
  if (kind === 'END') return say('ended, {now}', of)
  return kind === 'RAISE' ? say('raised, {now} → {next}', of) : say('lowered, {now} → {next}', of)
}
