import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { type TagName, useTagNames } from '../../../fields/choices.tsx'
import { UnitFilter } from '../../../fields/filters.tsx'
import { spoken } from '../../../language/said.tsx'
import { say } from '../../../language/text.ts'
import { api } from '../../../live/api.ts'
import { Live } from '../../../live/live.tsx'
import { useAddress } from '../../../parts/address.ts'
import { Note, Panel } from '../../../parts/parts.tsx'
import type { Columns } from '../../../table/column.ts'
import { hoursColumn, personColumn } from '../../../table/columns.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { Choose } from '../../../table/paged-list.tsx'
import type { Training } from '../answers.ts'
import { PlanningPage, sometimes } from '../planning-parts.tsx'
import { TrainingCurve } from './training-curve.tsx'

/** Whom to train for what, so that the most hours close. */
export function TrainingPage() {
  const { at, go } = useAddress()
  return (
    <PlanningPage title={say('Training')}>
      <Panel title={say('Whom to train for what')} gap="md">
        <Choices />
        <Live
          name="planning.training"
          of={api.planning.training}
          input={{
            pairs: Number(at('pairs')) || 5,
            org_unit_id: at('unit') || undefined,
            demand: at('demand') === 'secure' ? 'SECURE' : 'BOOKED',
            include_qualifications: at('qualifications') === '1',
          }}
          every={sometimes}
          rows={10}
          keepsPrevious
        >
          {(training) => <Answer training={training} />}
        </Live>
        <Checkbox
          label={say('Also professions and other qualifications, which take years')}
          checked={at('qualifications') === '1'}
          onChange={({ currentTarget }) => go({ qualifications: currentTarget.checked ? '1' : '' })}
        />
      </Panel>
    </PlanningPage>
  )
}

function Choices() {
  const { field } = useAddress()
  const pairs = (count: number) => say('{count, plural, one {# training} other {# trainings}}', { count })
  return (
    <Group align="end">
      <UnitFilter label={say('Unit, with sub-units')} name="unit" />
      <Choose
        label={say('How many')}
        none={pairs(5)}
        options={[10, 20].map((count) => ({ value: `${count}`, label: pairs(count) }))}
        {...field('pairs')}
      />
      <Choose
        label={say('Hours to cover')}
        none={say('Not assigned')}
        options={[{ value: 'secure', label: say('Not secure') }]}
        {...field('demand')}
      />
    </Group>
  )
}

const Answer = ({ training }: { training: Training }) => (
  <Stack>
    <Text fw={500}>{spoken(training.sentence)}</Text>
    {training.pairs.length > 0 && <TrainingCurve training={training} />}
    <DataTable
      label={say('Training')}
      csv="training"
      columns={columnsOf(useTagNames())}
      rows={training.pairs.map((pair, index) => ({ id: index + 1, ...pair }))}
      empty={say('No training of one person would close any hours.')}
    />
    <Note>{say('Each line closes the most hours on top of those above it.')}</Note>
  </Stack>
)

const columnsOf = (nameOf: TagName): Columns<Training['pairs'][number] & { id: number }> => [
  { header: 'No.', value: ({ id }) => id, numeric: true },
  personColumn,
  { header: 'Qualification', value: ({ tag_name }) => nameOf(tag_name) },
  hoursColumn('Closes', 'closes_hours'),
  hoursColumn('Closed in all', 'closed_hours'),
  hoursColumn('Still open', 'open_hours'),
]
