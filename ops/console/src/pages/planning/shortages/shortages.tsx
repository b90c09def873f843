import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTagWords } from '../../../fields/choices.tsx'
import { spoken } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { hours } from '../../../language/wording.ts'
import { Empty } from '../../../live/live.tsx'
import { Note } from '../../../parts/parts.tsx'
import { ShowMore } from '../../../parts/show-more.tsx'
import type { Shortage } from '../answers.ts'
import { Disclosure, PositionList } from '../planning-parts.tsx'
import { useRemedies } from './remedies.ts'

const atFirst = 6

/** The hours that no plan can cover, the largest shortage first, with what would help. */
export function ShortageCards({ shortages }: { shortages: Shortage[] }) {
  const [shown, setShown] = useState(atFirst)
  const biggest = shortages.toSorted((a, b) => Number(b.short_hours) - Number(a.short_hours))
  return (
    <Stack>
      {shortages.length === 0 && <Empty>{say('Nothing stays open.')}</Empty>}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {biggest.slice(0, shown).map((shortage) => (
          <ShortageCard key={shortage.sentence} shortage={shortage} />
        ))}
      </SimpleGrid>
      {shortages.length > shown && (
        <ShowMore onClick={() => setShown(shortages.length)}>
          {say('Show all {count, number} shortages', { count: shortages.length })}
        </ShowMore>
      )}
    </Stack>
  )
}

function ShortageCard({ shortage }: { shortage: Shortage }) {
  const { sentence, tag_sets, position_count: count } = shortage
  const inWords = useTagWords()
  const codes = tag_sets.flatMap(({ tags }) => tags)
  return (
    <Card withBorder component="article" padding="sm">
      <Stack gap="xs">
        <Text size="sm">{spoken(inWords(sentence, codes))}</Text>
        <Disclosure label={say('{count, plural, one {# position} other {# positions}}', { count })}>
          {() => <Positions shortage={shortage} />}
        </Disclosure>
        <Remedies shortage={shortage} />
      </Stack>
    </Card>
  )
}

function Positions({ shortage: { tag_sets, positions, position_count } }: { shortage: Shortage }) {
  const inWords = useTagWords()
  return (
    <Stack gap="xs">
      {tag_sets.length > 1 && (
        <ul className="plain">
          {tag_sets.map(({ tags, position_count: count, lacking_hours }) => (
            <li key={tags.join()}>
              <Text size="sm">
                {say('{tags}: {count, plural, one {# position lacks} other {# positions lack}} {hours}', {
                  tags: inWords(tags.join(' + '), tags),
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
        <Note>
          {say('and {count, plural, one {# more} other {# more}}', {
            count: position_count - positions.length,
          })}
        </Note>
      )}
    </Stack>
  )
}

function Remedies({ shortage }: { shortage: Shortage }) {
  const remedies = useRemedies(shortage)
  const inWords = useTagWords()
  const codes = shortage.tag_sets.flatMap(({ tags }) => tags)
  if (!remedies.length) return null
  return (
    <Stack component="ul" className="plain" gap="xs" aria-label={say('What would help')}>
      {remedies.map(({ sentence, to }) => (
        <li key={sentence}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm">{spoken(inWords(sentence, codes))}</Text>
            {to && (
              <Button component={Link} to={to} size="xs" variant="default" style={{ flex: 'none' }}>
                {say('Simulate')}
              </Button>
            )}
          </Group>
        </li>
      ))}
    </Stack>
  )
}
