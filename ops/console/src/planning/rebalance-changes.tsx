import { Button, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useAddress } from '../address.ts'
import { PageLink } from '../parts.tsx'
import { hours, plural } from '../wording.ts'
import type { RebalanceChange } from './answers.ts'
import styles from './planning.module.css'
import { keyOf } from './use-plan.ts'
import { ViolationList } from './violations.tsx'

const atFirst = 100

const groupings = [
  { value: '', label: 'Unit' },
  { value: 'person', label: 'Person' },
]

type Step = { number: number; change: RebalanceChange }

/** The changes by unit or by person, numbered in the order in which they can be made. */
export function RebalanceChanges({ changes }: { changes: RebalanceChange[] }) {
  const { at, state, go } = useAddress()
  const [shown, setShown] = useState(atFirst)
  const isByPerson = at('by') === 'person'
  const steps = changes.slice(0, shown).map((change, index): Step => ({ number: index + 1, change }))
  const groups = Map.groupBy(steps, ({ change }) => (isByPerson ? change.employee : change.org_unit_id))
  const titleOf = ({ change }: Step) => (isByPerson ? change.employee_name : change.org_unit_name)
  return (
    <Stack>
      <NativeSelect
        label="Changes by"
        maw={320}
        value={isByPerson ? 'person' : ''}
        onChange={({ currentTarget }) => go({ by: currentTarget.value }, { replace: true, state })}
        data={groupings}
      />
      {[...groups].map(
        ([id, [first, ...rest]]) =>
          first && (
            <section key={id} aria-label={`Changes of ${titleOf(first)}`}>
              <Title order={3} size="h5">
                {`${titleOf(first)}: ${sumOf([first, ...rest])}`}
              </Title>
              <ul className={styles.lines}>
                {[first, ...rest].map((step) => (
                  <Line key={keyOf(step.change)} step={step} isByPerson={isByPerson} />
                ))}
              </ul>
            </section>
          ),
      )}
      {changes.length > shown && (
        <Button variant="default" onClick={() => setShown(shown + atFirst)}>
          {`Show more of ${plural(changes.length, 'change')}`}
        </Button>
      )}
    </Stack>
  )
}

/** The hours that are given and taken: `8 h more, 10 h less`. */
function sumOf(steps: Step[]): string {
  const sum = (sign: 1 | -1) =>
    steps.reduce(
      (total, { change }) => total + Math.max(0, sign * Math.round(Number(change.changed_hours) * 100)),
      0,
    )
  const [more, less] = [sum(1), sum(-1)]
  return [more > 0 && `${inHours(more)} more`, less > 0 && `${inHours(less)} less`].filter(Boolean).join(', ')
}

const inHours = (hundredths: number) => hours((hundredths / 100).toFixed(2))

const Line = ({ step: { number, change }, isByPerson }: { step: Step; isByPerson: boolean }) => (
  <li className={styles.line}>
    <div>
      <Text fw={500} component="div">
        {`${number}. `}
        <PageLink to={`/people/${change.employee}`}>{change.employee_name}</PageLink>
        {' as '}
        <PageLink to={`/positions/${change.position_id}`}>{change.position_title}</PageLink>
        {`${isByPerson ? ` in ${change.org_unit_name}` : ''}: ${changed(change)}`}
      </Text>
      <Text size="sm">{change.reason}</Text>
      <ViolationList violations={change.violations} />
    </div>
  </li>
)

function changed({ kind, current_hours, effective_hours }: RebalanceChange): string {
  const [now, then] = [hours(current_hours), hours(effective_hours)]
  if (kind === 'CREATE') return `new, ${then}`
  if (kind === 'END') return `ended, ${now}`
  return `${kind === 'RAISE' ? 'raised' : 'lowered'}, ${now} → ${then}`
}
