import { Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ViolationList } from '../../../dialog/acts/violations.tsx'
import { Said } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Empty } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'
import { PageLink } from '../../../parts/parts.tsx'
import { ShowMore } from '../../../parts/show-more.tsx'
import type { PlanLine } from '../answers.ts'
import styles from '../planning.module.css'
import { keeping, lineKey, type Outdated } from './use-plan.ts'

type Props = { lines: PlanLine[]; ticked: PlanLine[]; outdated: Outdated }

const atFirst = 100

/** The proposed lines by unit. */
export function PlanLines({ lines, ticked, outdated }: Props) {
  const [shown, setShown] = useState(atFirst)
  if (!lines.length) return <Empty>{say('There is nothing to propose.')}</Empty>
  const byUnit = Map.groupBy(lines.slice(0, shown), ({ org_unit_id }) => org_unit_id)
  return (
    <Stack>
      {[...byUnit].map(([unit, here]) => (
        <section key={unit} aria-label={here[0]?.org_unit_name}>
          <Title order={3} size="h5">
            {`${here[0]?.org_unit_name}: ${hours(sumOf(here))}`}
          </Title>
          <ul className="plain">
            {here.map((line) => (
              <PlanLineRow key={lineKey(line)} line={line} ticked={ticked} outdated={outdated} />
            ))}
          </ul>
        </section>
      ))}
      {lines.length > shown && (
        <ShowMore onClick={() => setShown(shown + atFirst)}>
          {say('Show more of {count, plural, one {# line} other {# lines}}', { count: lines.length })}
        </ShowMore>
      )}
    </Stack>
  )
}

/** The hours that lines add. */
export const sumOf = (lines: PlanLine[]) =>
  (lines.reduce((sum, { added_hours }) => sum + Math.round(Number(added_hours) * 100), 0) / 100).toFixed(2)

type LineProps = { line: PlanLine; ticked: PlanLine[]; outdated: Outdated }

function PlanLineRow({ line, ticked, outdated }: LineProps) {
  const { all, state, go } = useAddress()
  const key = lineKey(line)
  const isTicked = ticked.includes(line)
  const others = all('out').filter((each) => each !== key)
  return (
    <li className={styles.line}>
      <Checkbox
        size="md"
        className={styles.tick}
        aria-label={`${line.employee_name}, ${line.position_title}, ${line.org_unit_name}`}
        checked={isTicked}
        onChange={() => go({ out: isTicked ? [...others, key] : others }, { replace: true, state })}
      />
      <div>
        <Text fw={500} component="div">
          {say('{person} as {position}: {what}', { ...linksOf(line), what: added(line) })}
        </Text>
        <Text size="sm">{hoursOf(line)}</Text>
        <ViolationList violations={line.violations} employee={line.employee} />
        {outdated.has(key) && (
          <Text size="sm" c="var(--mantine-color-error)" fw={500}>
            {say('No longer holds:')} <Said>{outdated.get(key) ?? ''}</Said>
          </Text>
        )}
        {!isTicked && <Without line={line} rest={ticked} />}
      </div>
    </li>
  )
}

/** What a line adds, in words. */
export const added = ({ kind, added_hours, effective_hours }: PlanLine) =>
  kind === 'CREATE'
    ? say('{hours}, new', { hours: hours(added_hours) })
    : say('{hours} more, {all} in all', { hours: hours(added_hours), all: hours(effective_hours) })

/** The hours that the person has left, and those that the position lacks, before the line and after it. */
const hoursOf = ({ added_hours, balance_after, lacking_hours_after }: PlanLine) =>
  say('Hours left: {before} → {after}. The position lacks {lacking} → {next}.', {
    before: hours(Number(balance_after) + Number(added_hours)),
    after: hours(balance_after),
    lacking: hours(Number(lacking_hours_after) + Number(added_hours)),
    next: hours(lacking_hours_after),
  })

type Placed = Pick<PlanLine, 'employee' | 'employee_name' | 'position_id' | 'position_title'>

/** The person and the position, as links. */
export const linksOf = (of: Placed) => ({
  person: (
    <PageLink key="person" to={`/people/${of.employee}`}>
      {of.employee_name}
    </PageLink>
  ),
  position: (
    <PageLink key="position" to={`/positions/${of.position_id}`}>
      {of.position_title}
    </PageLink>
  ),
})

/** Choices for a line that the user does not want. */
function Without({ line, rest }: { line: PlanLine; rest: PlanLine[] }) {
  const { all, go } = useAddress()
  const out = all('out').filter((each) => each !== lineKey(line))
  const replan = (name: 'no_person' | 'no_position', id: string) =>
    go({ out, [name]: [...all(name), id] }, { state: keeping(rest) })
  return (
    <Group gap="xs" mt={4}>
      <Text size="sm">{say('Left out.')}</Text>
      <Button size="xs" onClick={() => replan('no_person', line.employee)}>
        {say('Plan again without this person')}
      </Button>
      <Button size="xs" onClick={() => replan('no_position', line.position_id)}>
        {say('Plan again without this position')}
      </Button>
    </Group>
  )
}
