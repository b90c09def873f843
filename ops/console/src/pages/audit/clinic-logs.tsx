import { allEmployeeTransitionNames } from '../../../../../src/people/employee-lifecycle.ts'
import { tagChangeActions } from '../../../../../src/people/employee-tag-lifecycle.ts'
import { loggedAssignmentTransitionNames } from '../../../../../src/work/assignment-lifecycle.ts'
import { differences, differencesText } from '../../language/field-words.ts'
import { tagText, words } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Lines } from '../../parts/parts.tsx'
import { Change } from './differences.tsx'
import { byAndWhy, type LogKind, when } from './log.tsx'
import { Subjects, subjectsText } from './subjects.tsx'

type TransitionEntry = OperatorAnswers['audit']['transitions']['results'][number]

const statuses = ({ from_status, to_status }: TransitionEntry) =>
  `${words(from_status)} → ${words(to_status)}`

/** What was proposed, or why an assignment ended. */
const given = ({ metadata }: TransitionEntry) => differences({ before: null, after: metadata })

export const transitionLog: LogKind<TransitionEntry> = {
  title: 'Employee and assignment transitions',
  searches: 'Name or number of a person, or name of who did it',
  csv: 'transitions',
  log: 'transitions',
  choices: [
    {
      name: 'transition',
      label: 'Transition',
      options: [...allEmployeeTransitionNames, ...loggedAssignmentTransitionNames],
    },
  ],
  about: 'person',
  columns: [
    ...when,
    {
      header: 'Person',
      cell: ({ subjects: [person] }) => person && <Subjects of={[person]} />,
      value: ({ subjects: [person] }) => (person ? subjectsText([person]) : ''),
      ordering: 'employee',
    },
    {
      header: 'Transition',
      cell: (entry) => <Change of={entry.transition} more={statuses(entry)} fields={given(entry)} />,
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
  ],
}

type TagEntry = OperatorAnswers['audit']['tag_changes']['results'][number]

/** The dates of a tag that was assigned, or else what changed. */
const changesOf = ({ before, after }: TagEntry) => {
  const { employee_id: _, tag_id: __, ...shown } = after ?? {}
  return differences({ before, after: after && shown })
}

export const tagLog: LogKind<TagEntry> = {
  title: 'Employee tag changes',
  searches: 'Name or number of a person, or name of a tag',
  csv: 'tag-changes',
  log: 'tag_changes',
  choices: [{ name: 'action', label: 'Change', options: tagChangeActions }],
  about: 'person',
  columns: [
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
      cell: (entry) => <Change of={entry.action} fields={changesOf(entry)} />,
      value: (entry) => [words(entry.action), differencesText(changesOf(entry))].filter(Boolean).join(': '),
      ordering: 'action',
    },
    ...byAndWhy,
  ],
}
