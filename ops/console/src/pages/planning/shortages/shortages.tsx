import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Empty } from '../../../live/live.tsx'
import { Note } from '../../../parts/parts.tsx'
import type { Shortage } from '../answers.ts'
import styles from '../planning.module.css'
import { Disclosure, PositionList } from '../planning-parts.tsx'
import { useRemedies } from './remedies.ts'

const atFirst = 5

/** The hours that no plan can cover, the largest shortage first, with what would help. */
export function ShortageCards({ shortages }: { shortages: Shortage[] }) {
  const [shown, setShown] = useState(atFirst)
  const biggest = shortages.toSorted((a, b) => Number(b.short_hours) - Number(a.short_hours))
  return (
    <Stack>
      {shortages.length === 0 && <Empty>{say('Nothing stays open.')}</Empty>}
      {biggest.slice(0, shown).map((shortage) => (
        <ShortageCard key={shortage.sentence} shortage={shortage} />
      ))}
      {shortages.length > shown && (
        <Button variant="default" onClick={() => setShown(shortages.length)}>
          {say('Show all {count} shortages', { count: shortages.length })}
        </Button>
      )}
    </Stack>
  )
}

function ShortageCard({ shortage }: { shortage: Shortage }) {
  const { sentence, position_count: count } = shortage
  return (
    <Card withBorder component="article" padding="sm">
      <Stack gap="xs">
        <Text size="sm">{sentence}</Text>
        <Disclosure label={say('{count, plural, one {# position} other {# positions}}', { count })}>
          {() => <Positions shortage={shortage} />}
        </Disclosure>
        <Remedies shortage={shortage} />
      </Stack>
    </Card>
  )
}

const Positions = ({ shortage: { tag_sets, positions, position_count } }: { shortage: Shortage }) => (
  <Stack gap="xs">
    {tag_sets.length > 1 && (
      <ul className={styles.positions}>
        {tag_sets.map(({ tags, position_count: count, lacking_hours }) => (
          <li key={tags.join()}>
            <Text size="sm">
              {say('{tags}: {count, plural, one {# position lacks} other {# positions lack}} {hours}', {
                tags: tags.join(' + '),
                count,
                hours: hours(lacking_hours),
              })}
            </Text>
          </li>
        ))}
      </ul>
    )}
    <PositionList of={positions.map((position) => ({ ...position, hours: position.lacking_hours }))} />
    {position_count > positions.length && (
      <Note>{say('and {count} more', { count: position_count - positions.length })}</Note>
    )}
  </Stack>
)

function Remedies({ shortage }: { shortage: Shortage }) {
  const remedies = useRemedies(shortage)
  if (!remedies.length) return null
  return (
    <Stack component="ul" className={styles.positions} gap="xs" aria-label={say('What would help')}>
      {remedies.map(({ sentence, label, to }) => (
        <li key={sentence}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{sentence}</Text>
            {to && (
              <Button component={Link} to={to} size="xs" variant="default" style={{ flex: 'none' }}>
                {label}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  )
}
