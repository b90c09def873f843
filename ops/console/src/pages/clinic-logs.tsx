import { type AssignmentTransition, assignmentTransitionNames } from '../../../../src/assignment-lifecycle.ts'
import {
  allEmployeeTransitionNames,
  type EmployeeTransition,
  type SystemEmployeeTransition,
} from '../../../../src/employee-lifecycle.ts'
import { type TagChangeAction, tagChangeActions } from '../../../../src/employee-tag-lifecycle.ts'
import { api } from '../api.ts'
import type { Column } from '../data-table.tsx'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines, PageLink } from '../parts.tsx'
import { sentence, words } from '../wording.ts'
import { blank, byAndWhy, Log, when } from './log.tsx'

type Transition = EmployeeTransition | SystemEmployeeTransition | AssignmentTransition
const transitions: readonly Transition[] = [...allEmployeeTransitionNames, ...assignmentTransitionNames]

const inWords = (value: string) => ({ value, label: words(value) })

export function TransitionLog() {
  const { field, paged } = usePaged(
    ['audit', 'transitions'],
    { ...blank, transition: '' as Transition | '' },
    (asked, signal) => api.transitions.list.query(asked, { signal }),
  )
  return (
    <Log
      title="Employee and assignment transitions"
      field={field}
      paged={paged}
      columns={[
        when,
        employee,
        {
          header: 'Transition',
          cell: ({ transition, from_status, to_status }) => (
            <Lines main={sentence(transition)} more={`${words(from_status)} to ${words(to_status)}`} />
          ),
        },
        ...byAndWhy,
      ]}
    >
      <Choose label="Transition" options={transitions.map(inWords)} {...field('transition')} />
    </Log>
  )
}

export function TagLog() {
  const { field, paged } = usePaged(
    ['audit', 'tags'],
    { ...blank, action: '' as TagChangeAction | '' },
    (asked, signal) => api.tag_change_logs.list.query(asked, { signal }),
  )
  return (
    <Log
      title="Employee tag changes"
      field={field}
      paged={paged}
      columns={[
        when,
        employee,
        {
          header: 'Tag',
          cell: ({ tag_display_name, tag_name, tag_category }) => (
            <Lines main={tag_display_name || tag_name} more={words(tag_category)} />
          ),
        },
        { header: 'Change', cell: ({ action }) => words(action) },
        ...byAndWhy,
      ]}
    >
      <Choose label="Change" options={tagChangeActions.map(inWords)} {...field('action')} />
    </Log>
  )
}

const employee: Column<{ employee: string; employee_name: string; employee_number: string }> = {
  header: 'Employee',
  cell: ({ employee, employee_name, employee_number }) => (
    <Lines main={<PageLink to={`/people/${employee}`}>{employee_name}</PageLink>} more={employee_number} />
  ),
}
