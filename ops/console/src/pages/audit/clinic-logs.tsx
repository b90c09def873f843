import { Stack } from '@mantine/core'
import {
  allEmployeeTransitionNames,
  type EmployeeTransition,
  type SystemEmployeeTransition,
} from '../../../../../src/people/employee-lifecycle.ts'
import { type TagChangeAction, tagChangeActions } from '../../../../../src/people/employee-tag-lifecycle.ts'
import {
  type AssignmentTransition,
  assignmentTransitionNames,
} from '../../../../../src/work/assignment-lifecycle.ts'
import { differences, differencesText } from '../../language/field-words.ts'
import { say } from '../../language/text.ts'
import { sentence, words } from '../../language/wording.ts'
import { api, type OperatorAnswers } from '../../live/api.ts'
import { Lines, Note } from '../../parts/parts.tsx'
import { tagText } from '../../parts/tag-names.tsx'
import type { Columns } from '../../table/column.ts'
import { Choose, usePaged } from '../../table/paged-list.tsx'
import { Differences } from './differences.tsx'
import { blank, byAndWhy, Log, when } from './log.tsx'
import { Subjects, subjectsText } from './subjects.tsx'

type Transition = EmployeeTransition | SystemEmployeeTransition | AssignmentTransition
const transitions: readonly Transition[] = [...allEmployeeTransitionNames, ...assignmentTransitionNames]

export function TransitionLog() {
  const filter = { ...blank, person: '', transition: '' as Transition | '' }
  const { field, paged } = usePaged({
    name: 'transitions',
    of: api.operator.audit.transitions,
    blank: filter,
  })
  return (
    <Log
      title="Employee and assignment transitions"
      searches="Name or number of a person, or name of who did it"
      csv="transitions"
      log="transitions"
      about="person"
      field={field}
      paged={paged}
      columns={transitionColumns}
    >
      <Choose label={say('Transition')} options={transitions} {...field('transition')} />
    </Log>
  )
}

export function TagLog() {
  const filter = { ...blank, person: '', action: '' as TagChangeAction | '' }
  const { field, paged } = usePaged({
    name: 'tag_changes',
    of: api.operator.audit.tag_changes,
    blank: filter,
  })
  return (
    <Log
      title="Employee tag changes"
      searches="Name or number of a person, or name of a tag"
      csv="tag-changes"
      log="tag_changes"
      about="person"
      field={field}
      paged={paged}
      columns={tagColumns}
    >
      <Choose label={say('Change')} options={tagChangeActions} {...field('action')} />
    </Log>
  )
}

type TransitionEntry = OperatorAnswers['audit']['transitions']['results'][number]

const statuses = ({ from_status, to_status }: TransitionEntry) =>
  `${words(from_status)} → ${words(to_status)}`

/** What was proposed, or why an assignment ended. */
const given = ({ metadata }: TransitionEntry) => differences({ before: null, after: metadata })

const transitionColumns: Columns<TransitionEntry> = [
  ...when,
  {
    header: 'Person',
    cell: ({ subjects: [person] }) => person && <Subjects of={[person]} />,
    value: ({ subjects: [person] }) => (person ? subjectsText([person]) : ''),
    ordering: 'employee',
  },
  {
    header: 'Transition',
    cell: (entry) => (
      <Stack gap={0}>
        {sentence(entry.transition)}
        <Note>{statuses(entry)}</Note>
        <Differences of={given(entry)} />
      </Stack>
    ),
    value: (entry) =>
      [`${words(entry.transition)}: ${statuses(entry)}`, differencesText(given(entry))]
        .filter(Boolean)
        .join('; '),
    ordering: 'transition',
  },
  {
    header: 'Assignment',
    cell: ({ subjects: [, ...positions] }) => (positions.length ? <Subjects of={positions} /> : '–'),
    value: ({ subjects: [, ...positions] }) => subjectsText(positions),
  },
  ...byAndWhy,
]

type TagEntry = OperatorAnswers['audit']['tag_changes']['results'][number]

/** Of a tag that was assigned, its dates; otherwise what changed. */
const changesOf = ({ before, after }: TagEntry) => {
  const { employee_id: _, tag_id: __, ...shown } = after ?? {}
  return differences({ before, after: after && shown })
}

const tagColumns: Columns<TagEntry> = [
  ...when,
  {
    header: 'Person',
    cell: ({ employee, employee_name, employee_number }) => (
      <Lines to={`/people/${employee}`} main={employee_name} more={employee_number} />
    ),
    value: ({ employee_name, employee_number }) => `${employee_name} (${employee_number})`,
    ordering: 'employee',
  },
  {
    header: 'Tag',
    value: ({ tag_display_name, tag_name }) => tagText(tag_display_name, tag_name),
    ordering: 'tag',
  },
  {
    header: 'Change',
    cell: (entry) => (
      <Stack gap={0}>
        {sentence(entry.action)}
        <Differences of={changesOf(entry)} />
      </Stack>
    ),
    value: (entry) => [words(entry.action), differencesText(changesOf(entry))].filter(Boolean).join(': '),
    ordering: 'action',
  },
  ...byAndWhy,
]
