import { Kbd, Switch, Table } from '@mantine/core'
import { type Message, say } from '../language/text.ts'
import { usePages } from '../menu/menu.ts'

const general = [
  ['Ctrl K', 'Find, or say what to do'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['Enter', 'Open the row'],
  ['?', 'These keys'],
] as const satisfies [string, Message][]

type Props = { isOn: boolean; setOn: (isOn: boolean) => void }

/** What each key does, and whether single letters do anything. */
export function KeyList({ isOn, setOn }: Props) {
  const pages = usePages()
  return (
    <>
      <Table aria-label={say('Keys')}>
        <Table.Tbody>
          {general.map(([key, does]) => (
            <Row key={key} keys={[key]} does={say(does)} />
          ))}
          {pages.map(({ letter, name }) => (
            <Row key={letter} keys={['g', letter]} does={say(name)} />
          ))}
        </Table.Tbody>
      </Table>
      <Switch
        mt="md"
        label={say('Use the keys that are single letters')}
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
    </>
  )
}

const Row = ({ keys, does }: { keys: string[]; does: string }) => (
  <Table.Tr>
    <Table.Td w={110}>
      {keys.map((key) => (
        <Kbd key={key} mr={4}>
          {key}
        </Kbd>
      ))}
    </Table.Td>
    <Table.Td>{does}</Table.Td>
  </Table.Tr>
)
