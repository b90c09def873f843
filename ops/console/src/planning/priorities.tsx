import { Button, Group, Stack, Text } from '@mantine/core'
import { Note } from '../parts.tsx'
import { UnitSelect, useUnits } from './units.tsx'

type Props = { chosen: string[]; onChange: (units: string[]) => void }

/** Units in the order in which they are to be filled. Buttons instead of dragging, so that keyboards and fingers can. */
export function Priorities({ chosen, onChange }: Props) {
  const names = new Map(useUnits().map(({ value, name }) => [value, name]))
  const move = (from: number, to: number) => {
    const next = chosen.toSpliced(from, 1)
    onChange(next.toSpliced(to, 0, ...chosen.slice(from, from + 1)))
  }
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        Fill these units first
      </Text>
      <Note>The first gets all that it can, then the next. No hours are lost in total.</Note>
      <Stack component="ol" gap="xs" m={0} p={0} aria-label="Fill these units first">
        {chosen.map((id, index) => (
          <Group component="li" key={id} gap="xs" style={{ listStyle: 'none' }}>
            <Text miw={140}>{`${index + 1}. ${names.get(id) ?? 'Unknown unit'}`}</Text>
            <Step name={`Move ${names.get(id)} up`} onClick={index > 0 && (() => move(index, index - 1))}>
              ↑
            </Step>
            <Step
              name={`Move ${names.get(id)} down`}
              onClick={index < chosen.length - 1 && (() => move(index, index + 1))}
            >
              ↓
            </Step>
            <Step name={`Remove ${names.get(id)}`} onClick={() => onChange(chosen.toSpliced(index, 1))}>
              ×
            </Step>
          </Group>
        ))}
      </Stack>
      <Group>
        <UnitSelect
          label="Add a unit"
          none="Choose a unit"
          value=""
          onChange={(id) => id && !chosen.includes(id) && onChange([...chosen, id])}
        />
      </Group>
    </Stack>
  )
}

type StepProps = { name: string; onClick: false | (() => void); children: string }

const Step = ({ name, onClick, children }: StepProps) => (
  <Button variant="default" size="sm" aria-label={name} disabled={!onClick} onClick={onClick || undefined}>
    {children}
  </Button>
)
