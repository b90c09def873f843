import { Button, Group, Stack, Text } from '@mantine/core'
import { UnitSelect, useUnits } from '../../../fields/choices.tsx'
import { useText } from '../../../language/text.ts'
import { Note } from '../../../parts/parts.tsx'

type Props = { chosen: string[]; onChange: (units: string[]) => void }

/** Units in the order in which they are to be filled. Buttons instead of dragging, so that keyboards and fingers can. */
export function Priorities({ chosen, onChange }: Props) {
  const t = useText()
  const names = new Map(useUnits().map(({ value, name }) => [value, name]))
  const nameOf = (id: string) => names.get(id) ?? t('Unknown unit')
  const move = (from: number, to: number) => {
    const next = chosen.toSpliced(from, 1)
    onChange(next.toSpliced(to, 0, ...chosen.slice(from, from + 1)))
  }
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        {t('Fill these units first')}
      </Text>
      <Note>{t('The first gets all that it can, then the next. No hours are lost in total.')}</Note>
      <Stack component="ol" gap="xs" m={0} p={0} aria-label={t('Fill these units first')}>
        {chosen.map((id, index) => (
          <Group component="li" key={id} gap="xs" style={{ listStyle: 'none' }}>
            <Text miw={140}>{`${index + 1}. ${nameOf(id)}`}</Text>
            <Step
              name={t('Move {unit} up', { unit: nameOf(id) })}
              onClick={index > 0 && (() => move(index, index - 1))}
            >
              ↑
            </Step>
            <Step
              name={t('Move {unit} down', { unit: nameOf(id) })}
              onClick={index < chosen.length - 1 && (() => move(index, index + 1))}
            >
              ↓
            </Step>
            <Step
              name={t('Remove {unit}', { unit: nameOf(id) })}
              onClick={() => onChange(chosen.toSpliced(index, 1))}
            >
              ×
            </Step>
          </Group>
        ))}
      </Stack>
      <Group>
        <UnitSelect
          label={t('Add a unit')}
          none={t('Choose a unit')}
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
