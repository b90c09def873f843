import { Stack, Text } from '@mantine/core'
import {
  type ChangeAction,
  type ChangeSubject,
  changeActions,
  changeSubjects,
} from '../../../../src/operators/changes.ts'
import { api, type OperatorAnswers } from '../api.ts'
import type { Columns } from '../column.ts'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines } from '../parts.tsx'
import { sentence, words } from '../wording.ts'
import { blank, Log, when } from './log.tsx'

type Entry = OperatorAnswers['audit']['changes']['results'][number]

const inWords = (value: string) => ({ value, label: sentence(value) })

export function ChangeLog() {
  const filter = { ...blank, subject: '' as ChangeSubject | '', action: '' as ChangeAction | '' }
  const { field, paged } = usePaged({ name: 'changes', of: api.operator.audit.changes, blank: filter })
  return (
    <Log title="Changes of master data" csv="changes" field={field} paged={paged} columns={columns}>
      <Choose label="What" options={changeSubjects.map(inWords)} {...field('subject')} />
      <Choose label="Change" options={changeActions.map(inWords)} {...field('action')} />
    </Log>
  )
}

const columns: Columns<Entry> = [
  ...when,
  {
    header: 'By',
    cell: ({ actor, actor_name, via }) => (
      <Lines to={actor ? `/users/${actor}` : undefined} main={actor_name || 'System'} more={`by ${via}`} />
    ),
  },
  { header: 'From', cell: ({ address, request_id }) => <Lines main={address || '–'} more={request_id} /> },
  {
    header: 'What',
    cell: ({ subject, subject_id, subjects }) => (
      <Lines main={subjects.map(({ name }) => name).join(': ') || subject_id} more={words(subject)} />
    ),
  },
  {
    header: 'Change',
    cell: ({ action, before, after }) => (
      <Stack gap={2}>
        <Text size="sm">{sentence(action)}</Text>
        {Object.keys(after ?? before ?? {}).map((column) => (
          <Text key={column} size="xs" c="dimmed">
            {words(column)}: {difference(before?.[column], after?.[column])}
          </Text>
        ))}
      </Stack>
    ),
  },
]

/** A row that was created or deleted has only one side. */
const difference = (before: unknown, after: unknown) =>
  [before, after]
    .filter((value) => value !== undefined)
    .map(shown)
    .join(' → ')

const shown = (value: unknown) =>
  value === null || value === '' ? 'none' : typeof value === 'string' ? value : JSON.stringify(value)
