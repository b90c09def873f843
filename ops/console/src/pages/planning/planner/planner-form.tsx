import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { UnitSelect, useUnits } from '../../../fields/choices.tsx'
import { UnitChoice } from '../../../fields/filters.tsx'
import { say } from '../../../language/text.ts'
import { useAddress } from '../../../parts/address.ts'
import { Button } from '../../../parts/button.tsx'
import { Note, Panel } from '../../../parts/parts.tsx'
import { Choose } from '../../../table/paged-list.tsx'
import { Disclosure } from '../planning-parts.tsx'

/** The choices of the plan, which are kept in the address. */
export function PlannerForm() {
  const { at, all, go, field } = useAddress()
  const isChosen = ['minimum', 'demand', 'first'].some((name) => at(name))
  return (
    <Panel title={say('What to plan')} gap="sm">
      <Group align="end">
        <UnitChoice />
        <TextInput
          label={say('Week of')}
          type="date"
          title={say('Leave empty for this week')}
          {...field('date')}
        />
        <Choose
          label={say('People’s hours')}
          options={[{ value: 'cap', label: say('Overtime up to the weekly cap') }]}
          none={say('Within contracts')}
          {...field('limit')}
        />
      </Group>
      <Disclosure label={say('More choices')} startsOpen={isChosen}>
        {() => (
          <Stack>
            <TextInput
              label={say('Minimum hours of a new assignment')}
              description={say('From 0.25 to 40. Leave empty for 4.')}
              inputMode="decimal"
              maw={320}
              {...field('minimum')}
            />
            <Checkbox
              label={say('Also replace booked hours that are not secure')}
              description={say(
                'Of people who are away, lack a required tag or have not started; without overtime, also hours over contract.',
              )}
              checked={at('demand') === 'secure'}
              onChange={({ currentTarget }) => go({ demand: currentTarget.checked ? 'secure' : '' })}
            />
            <Priorities chosen={all('first')} onChange={(first) => go({ first })} />
          </Stack>
        )}
      </Disclosure>
    </Panel>
  )
}

type Props = { chosen: string[]; onChange: (units: string[]) => void }

/** Units in the order in which to fill them. Buttons move them, because dragging needs a mouse. */
function Priorities({ chosen, onChange }: Props) {
  const names = new Map(useUnits().map(({ value, name }) => [value, name]))
  const nameOf = (id: string) => names.get(id) ?? say('Unknown unit')
  const move = (from: number, to: number) => {
    const next = chosen.toSpliced(from, 1)
    onChange(next.toSpliced(to, 0, ...chosen.slice(from, from + 1)))
  }
  return (
    <Stack gap="xs">
      <Text fw={500} size="sm">
        {say('Fill these units first')}
      </Text>
      <Note>{say('The first gets all that it can, then the next. No hours are lost in total.')}</Note>
      <Stack component="ol" gap="xs" m={0} p={0} aria-label={say('Fill these units first')}>
        {chosen.map((id, index) => (
          <Group component="li" key={id} gap="xs" style={{ listStyle: 'none' }}>
            <Text miw={140}>{`${index + 1}. ${nameOf(id)}`}</Text>
            <Step
              name={say('Move {unit} up', { unit: nameOf(id) })}
              onClick={index > 0 && (() => move(index, index - 1))}
            >
              ↑
            </Step>
            <Step
              name={say('Move {unit} down', { unit: nameOf(id) })}
              onClick={index < chosen.length - 1 && (() => move(index, index + 1))}
            >
              ↓
            </Step>
            <Step
              name={say('Remove {unit}', { unit: nameOf(id) })}
              onClick={() => onChange(chosen.toSpliced(index, 1))}
            >
              ×
            </Step>
          </Group>
        ))}
      </Stack>
      <Group>
        <UnitSelect
          label={say('Add a unit')}
          none={say('Choose a unit')}
          value=""
          onChange={(id) => id && !chosen.includes(id) && onChange([...chosen, id])}
        />
      </Group>
    </Stack>
  )
}

type StepProps = { name: string; onClick: false | (() => void); children: string }

const Step = ({ name, onClick, children }: StepProps) => (
  <Button aria-label={name} disabled={!onClick} onClick={onClick || undefined}>
    {children}
  </Button>
)
