import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useInputState } from '@mantine/hooks'
import { type TagCategory, tagCategories } from '../../../../../src/people/tag.ts'
import { assignmentStatuses, endReasons } from '../../../../../src/work/assignment-lifecycle.ts'
import { endAssignment, renewTag } from '../../dialog/acts/acts.ts'
import { say } from '../../language/text.ts'
import { sentence, tagText } from '../../language/wording.ts'
import { api } from '../../live/api.ts'
import { Panel } from '../../parts/parts.tsx'
import type { Columns } from '../../table/column.ts'
import { dayColumn, hoursColumn, personColumn, positionColumn, statusColumn } from '../../table/columns.tsx'
import { Choose, usePaged } from '../../table/paged-list.tsx'
import { BulkList } from './bulk.tsx'

type Calls = Parameters<typeof BulkList>[0]['work']['calls']
type Listed = Parameters<typeof BulkList>[0]

const periods = ['30', '90', '180', '365']

/** Certificates and the like that end soon, to renew several at once. */
export function EndingTags() {
  const [until, setUntil] = useInputState('')
  const { field, paged } = usePaged({
    name: 'people.ending_tags',
    of: api.operator.people.ending_tags,
    blank: { category: '' as TagCategory | '', days: '' },
  })
  return (
    <Panel title={say('Tags that end soon')}>
      <Group align="end" mb="md">
        <Choose label={say('Category')} options={tagCategories} {...field('category')} />
        <Choose
          label={say('Ends')}
          none={within('60')}
          options={periods.map((value) => ({ value, label: within(value) }))}
          {...field('days')}
        />
      </Group>
      <BulkList
        paged={paged as unknown as Listed['paged']}
        label={say('Tags that end soon')}
        csv="ending-tags"
        personal="people"
        counted="{count, plural, one {# tag} other {# tags}}"
        empty={say('Nothing ends in these days.')}
        nameOf={({ employee_name, tag_display_name }) => `${employee_name}: ${tag_display_name}`}
        columns={endingColumns as unknown as Listed['columns']}
        work={{
          may: 'manage',
          title: 'Renew {count, plural, one {# tag} other {# tags}}',
          confirm: 'Renew',
          done: '{count, plural, one {# tag was renewed.} other {# tags were renewed.}}',
          isReady: until !== '',
          calls: api.employee_tags as unknown as Calls,
          seen: ['end_date', 'status'],
          act: ({ id, end_date }, condition) =>
            renewTag.do({ id, end_date: until, before: end_date as string | null }, condition),
          fields: (
            <TextInput
              type="date"
              label={say('New last day')}
              withAsterisk
              value={until}
              onChange={setUntil}
            />
          ),
        }}
      />
    </Panel>
  )
}

const within = (days: string) =>
  say('within {count, plural, one {# day} other {# days}}', { count: Number(days) })

type EndingTag = Awaited<ReturnType<typeof api.operator.people.ending_tags.query>>['results'][number]

const endingColumns: Columns<EndingTag> = [
  personColumn,
  { header: 'Tag', value: ({ tag_display_name, tag_name }) => tagText(tag_display_name, tag_name) },
  { header: 'Category', value: ({ tag_category }) => sentence(tag_category) },
  { ...dayColumn('Ends on', 'end_date'), ordering: 'end_date' },
]

/** Assignments, to end several at once. */
export function Assignments() {
  const [end_reason, setReason] = useInputState<(typeof endReasons)[number]>('OTHER')
  const { field, paged } = usePaged({
    name: 'assignments.list',
    of: api.assignments.list,
    blank: { search: '', status: '' as (typeof assignmentStatuses)[number] | '' },
    every: 60_000,
  })
  return (
    <Panel title={say('Assignments')}>
      <Group align="end" mb="md">
        <TextInput label={say('Name or number')} type="search" {...field('search')} />
        <Choose label={say('Status')} options={assignmentStatuses} {...field('status')} />
      </Group>
      <BulkList
        paged={paged as unknown as Listed['paged']}
        label={say('Assignments')}
        csv="assignments"
        personal="people"
        counted="{count, plural, one {# assignment} other {# assignments}}"
        empty={say('No assignments.')}
        nameOf={({ employee_name, position_title }) => `${employee_name}: ${position_title}`}
        columns={assignmentColumns as unknown as Listed['columns']}
        work={{
          may: 'manage_assignments',
          isFor: ({ status }) => status !== 'ENDED',
          title: 'End {count, plural, one {# assignment} other {# assignments}}',
          confirm: 'End',
          done: '{count, plural, one {# assignment was ended.} other {# assignments were ended.}}',
          isDangerous: true,
          calls: api.assignments as unknown as Calls,
          seen: ['employee', 'position_id', 'effective_hours', 'status'],
          act: ({ id, status }, condition) =>
            endAssignment.do({ id, end_reason, isSuspended: status === 'SUSPENDED' }, condition),
          fields: (
            <NativeSelect
              label={say('Reason for the end')}
              value={end_reason}
              onChange={setReason}
              data={endReasons.map((value) => ({ value, label: sentence(value) }))}
            />
          ),
        }}
      />
    </Panel>
  )
}

type Assignment = Awaited<ReturnType<typeof api.assignments.list.query>>['results'][number]

const assignmentColumns: Columns<Assignment> = [
  personColumn,
  positionColumn,
  hoursColumn('Hours per week', 'effective_hours', { ordering: 'effective_hours' }),
  { ...dayColumn('Starts on', 'effective_date'), ordering: 'effective_date' },
  statusColumn('Status', 'status', { ordering: 'status' }),
]
