import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { UnitSelect } from '../../../fields/choices.tsx'
import { type Message, useText } from '../../../language/text.ts'
import { useAddress } from '../../../parts/address.ts'
import { Panel } from '../../../parts/parts.tsx'
import { Disclosure } from '../disclosure.tsx'
import { Priorities } from './priorities.tsx'

const limits = [
  { value: '', label: 'Within contracts' },
  { value: 'cap', label: 'Overtime up to the weekly cap' },
] as const satisfies { value: string; label: Message }[]

/** What the plan is for; every choice stands in the address. */
export function PlannerForm() {
  const t = useText()
  const { at, all, go } = useAddress()
  const isChosen = ['minimum', 'demand', 'first'].some((name) => at(name))
  return (
    <Panel title={t('What to plan')}>
      <Stack gap="sm">
        <Group align="end">
          <UnitSelect
            label={t('Unit')}
            none={t('Whole clinic')}
            value={at('unit')}
            onChange={(unit) => go({ unit })}
          />
          <TextInput
            label={t('Week of')}
            type="date"
            title={t('Leave empty for this week')}
            value={at('date')}
            onChange={({ currentTarget }) => go({ date: currentTarget.value }, { replace: true })}
          />
          <NativeSelect
            label={t('People’s hours')}
            value={at('limit')}
            onChange={({ currentTarget }) => go({ limit: currentTarget.value })}
            data={limits.map(({ value, label }) => ({ value, label: t(label) }))}
          />
        </Group>
        <Disclosure label={t('More choices')} startsOpen={isChosen}>
          {() => (
            <Stack>
              <TextInput
                label={t('Fewest hours of a new assignment')}
                description={t('From 0.25 to 40. Leave empty for 4.')}
                inputMode="decimal"
                maw={320}
                value={at('minimum')}
                onChange={({ currentTarget }) => go({ minimum: currentTarget.value }, { replace: true })}
              />
              <Checkbox
                label={t('Also replace booked hours that are not secure')}
                description={t(
                  'Of people who are away, lack a required tag, have not started, or are over contract.',
                )}
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
