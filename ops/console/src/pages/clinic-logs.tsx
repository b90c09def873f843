import { type AssignmentTransition, assignmentTransitionNames } from '../../../../src/assignment-lifecycle.ts'
import {
  allEmployeeTransitionNames,
  type EmployeeTransition,
  type SystemEmployeeTransition,
} from '../../../../src/employee-lifecycle.ts'
import { type TagChangeAction, tagChangeActions } from '../../../../src/employee-tag-lifecycle.ts'
import { api } from '../api.ts'
import type { Columns } from '../column.ts'
import { Choose, usePaged } from '../paged-list.tsx'
import { Lines } from '../parts.tsx'
import { sentence, words } from '../wording.ts'
import { blank, byAndWhy, Log, tagLines, when } from './log.tsx'

type Transition = EmployeeTransition | SystemEmployeeTransition | AssignmentTransition
const transitions: readonly Transition[] = [...allEmployeeTransitionNames, ...assignmentTransitionNames]

const inWords = (value: string) => ({ value, label: words(value) })

export function TransitionLog() {
  const filter = { ...blank, transition: '' as Transition | '' }
  const { field, paged } = usePaged({ name: 'transitions', of: api.transitions.list, blank: filter })
  return (
    <Log
      title="Employee and assignment transitions"
      csv="transitions"
      field={field}
      paged={paged}
      columns={[
        ...when,
        ...employee,
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
  const filter = { ...blank, action: '' as TagChangeAction | '' }
  const { field, paged } = usePaged({ name: 'tag_change_logs', of: api.tag_change_logs.list, blank: filter })
  return (
    <Log
      title="Employee tag changes"
      csv="tag-changes"
      field={field}
      paged={paged}
      columns={[
        ...when,
        ...employee,
        { header: 'Tag', cell: tagLines },
        { header: 'Change', cell: ({ action }) => words(action) },
        ...byAndWhy,
      ]}
    >
      <Choose label="Change" options={tagChangeActions.map(inWords)} {...field('action')} />
    </Log>
  )
}

const employee: Columns<{ employee: string; employee_name: string; employee_number: string }> = [
  {
    header: 'Employee',
    cell: ({ employee, employee_name, employee_number }) => (
      <Lines to={`/people/${employee}`} main={employee_name} more={employee_number} />
    ),
  },
]
