import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useAddress } from '../address.ts'
import { Panel } from '../parts.tsx'
import { Disclosure } from './disclosure.tsx'
import { Priorities } from './priorities.tsx'
import { UnitSelect } from './units.tsx'

const limits = [
  { value: '', label: 'Within contracts' },
  { value: 'cap', label: 'Overtime up to the weekly cap' },
]

/** What the plan is for; every choice stands in the address. */
export function PlannerForm() {
  const { at, all, go } = useAddress()
  const isChosen = ['minimum', 'demand', 'first'].some((name) => at(name))
  return (
    <Panel title="What to plan">
      <Stack gap="sm">
        <Group align="end">
          <UnitSelect label="Unit" none="Whole clinic" value={at('unit')} onChange={(unit) => go({ unit })} />
          <TextInput
            label="Week of"
            type="date"
            title="Leave empty for this week"
            value={at('date')}
            onChange={({ currentTarget }) => go({ date: currentTarget.value }, { replace: true })}
          />
          <NativeSelect
            label="People’s hours"
            value={at('limit')}
            onChange={({ currentTarget }) => go({ limit: currentTarget.value })}
            data={limits}
          />
        </Group>
        <Disclosure label="More choices" startsOpen={isChosen}>
          {() => (
            <Stack>
              <TextInput
                label="Fewest hours of a new assignment"
                description="From 0.25 to 40. Leave empty for 4."
                inputMode="decimal"
                maw={320}
                value={at('minimum')}
                onChange={({ currentTarget }) => go({ minimum: currentTarget.value }, { replace: true })}
              />
              <Checkbox
                label="Also replace booked hours that are not secure"
                description="Of people who are away, lack a required tag, have not started, or are over contract."
                checked={at('demand') === 'secure'}
                onChange={({ currentTarget }) => go({ demand: currentTarget.checked ? 'secure' : '' })}
              />
              <Priorities chosen={all('first')} onChange={(first) => go({ first })} />
            </Stack>
          )}
        </Disclosure>
      </Stack>
    </Panel>
  )
}
