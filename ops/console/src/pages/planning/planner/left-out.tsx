import { Group, Text } from '@mantine/core'
import { usePersonName, usePositionName } from '../../../fields/choices.tsx'
import { say } from '../../../language/text.ts'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'

/** The people and positions that the plan must do without, each with a button that lets it back in. */
export function LeftOut() {
  const { all, go } = useAddress()
  const [people, positions] = [all('no_person'), all('no_position')]
  if (!people.length && !positions.length) return null
  const without = (ids: string[], id: string) => ids.filter((each) => each !== id)
  return (
    <Group gap="xs" role="group" aria-label={say('Planned without')}>
      <Text size="sm">{say('Planned without:')}</Text>
      {people.map((id) => (
        <LeftOutPerson key={id} id={id} onBack={() => go({ no_person: without(people, id) })} />
      ))}
      {positions.map((id) => (
        <LeftOutPosition key={id} id={id} onBack={() => go({ no_position: without(positions, id) })} />
      ))}
    </Group>
  )
}

type Props = { id: string; onBack: () => void }

const LeftOutPerson = ({ id, onBack }: Props) => <Back name={usePersonName(id)} onBack={onBack} />

const LeftOutPosition = ({ id, onBack }: Props) => <Back name={usePositionName(id)} onBack={onBack} />

const Back = ({ name, onBack }: { name: string; onBack: () => void }) => (
  <Button
    size="xs"
    onClick={onBack}
    aria-label={say('Include {name} again', { name })}
    rightSection={<span aria-hidden="true">×</span>}
  >
    {name}
  </Button>
)
