import fc from 'fast-check'
import type { Json } from '../calls/operations.ts'
import { type Assignment, type Clinic, day, decimal, type Employee } from './clinic.ts'
import { isPairTaken, type Terms, violations } from './rules.ts'
import {
  type By,
  chosen,
  conflict,
  given,
  invalid,
  maybe,
  mostly,
  notAllowed,
  type Refusal,
  type Step,
  stepsOf,
  unless,
  which,
} from './step.ts'

export const hours = () => fc.constantFrom(1, 750, 800, 800, 1200, 1999, 2000, 4000, 6000, 16_800)
const date = () => fc.constantFrom(null, day(-30), day(0), day(20))
const notes = () => fc.constantFrom('', 'Covers for Weber.')

export const unlessAssigner = (by: By) => unless(by, 'admin', 'manager', 'supervisor')

/** What the detail of an assignment must show. */
const shown = (assignment: Assignment, answer: Json) => ({
  id: assignment.id,
  employee: assignment.employee.id,
  employee_name: assignment.employee.name,
  position_id: assignment.position.id,
  effective_hours: decimal(assignment.hours),
  is_reinforcement: false,
  status: assignment.status,
  effective_date: assignment.date,
  end_date: assignment.ended,
  end_reason: assignment.endReason,
  suspended_at: assignment.isSuspended ? answer.suspended_at : null,
  notes: assignment.notes,
})

export const isAssignable = ({ status }: Employee) => status === 'ACTIVE' || status === 'ON_LEAVE'

/** The refusal of an assignment that is about to be stored: its codes begin the messages. */
function refusalOf(clinic: Clinic, terms: Terms, except?: Assignment): Refusal | false {
  if (!isAssignable(terms.employee)) return invalid('employee')
  if (!terms.position.isActive) return invalid('position_id')
  const { blocking } = violations(clinic, terms, except)
  return blocking.length > 0 && { status: 400, codes: blocking }
}

const assign = stepsOf(
  'assign',
  { employee: which(), position: which(), hours: hours(), date: date(), notes: notes() },
  (clinic, { employee: e, position: p, ...terms }, by: By) => {
    const [employee, position] = [chosen(clinic.employees, e), chosen(clinic.positions, p)]
    if (!employee || !position) return undefined
    return {
      operation: 'assignments_create',
      input: {
        employee: employee.id,
        position_id: position.id,
        effective_hours: decimal(terms.hours),
        effective_date: terms.date,
        notes: terms.notes,
      },
      refusal: unlessAssigner(by) || refusalOf(clinic, { ...terms, employee, position }),
      perform(answer) {
        const fresh = { status: 'ACTIVE', endReason: '', ended: null, isSuspended: false } as const
        const assignment: Assignment = { ...terms, ...fresh, id: answer.id, employee, position }
        clinic.assignments.push(assignment)
        return shown(assignment, answer)
      },
    }
  },
)

const change = stepsOf(
  'change',
  {
    assignment: which(),
    employee: maybe(which()),
    position: maybe(which()),
    hours: maybe(hours()),
    date: maybe(date()),
    notes: maybe(notes()),
  },
  (clinic, { assignment: at, employee: e, position: p, ...changes }, by: By) => {
    const assignment = chosen(clinic.assignments, at)
    if (!assignment) return undefined
    const employee = e === undefined ? assignment.employee : (chosen(clinic.employees, e) as Employee)
    const position = (p === undefined ? undefined : chosen(clinic.positions, p)) ?? assignment.position
    const { hours = assignment.hours, date = assignment.date, notes = assignment.notes } = changes
    const terms = { employee, position, hours, date }
    const isChanged = Object.entries(terms).some(
      ([field, value]) => assignment[field as keyof Terms] !== value,
    )
    return {
      operation: 'assignments_update',
      input: {
        id: assignment.id,
        ...given({
          employee: e === undefined ? e : employee.id,
          position_id: p === undefined ? p : position.id,
          effective_hours: changes.hours && decimal(changes.hours),
          effective_date: changes.date,
          notes: changes.notes,
        }),
      },
      refusal:
        unlessAssigner(by) ||
        (isChanged &&
          ((assignment.status === 'ENDED' &&
            conflict("An assignment in state 'ENDED' can change its notes only.")) ||
            refusalOf(clinic, terms, assignment))),
      perform: (answer) => shown(Object.assign(assignment, terms, { notes }), answer),
    }
  },
)

type Verb = { from: Assignment['status'][]; to: Assignment['status'] }
const verbs: Record<'suspend' | 'resume' | 'end', Verb> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED' },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE' },
  end: { from: ['ACTIVE', 'SUSPENDED'], to: 'ENDED' },
}

/** Moves the assignment and expects an entry in the log. */
function move(
  clinic: Clinic,
  assignment: Assignment,
  entry: { transition: keyof typeof verbs; actor: string; reason?: string; metadata?: object },
) {
  const { to } = verbs[entry.transition]
  clinic.transitions.push({
    employee: assignment.employee.id,
    assignment: assignment.id,
    from_status: assignment.status,
    to_status: to,
    reason: '',
    metadata: {},
    ...given(entry),
  } as Clinic['transitions'][number])
  assignment.status = to
}

const pause = stepsOf(
  'pause',
  {
    assignment: which(),
    isAllowed: mostly(),
    transition: fc.constantFrom('suspend' as const, 'resume' as const),
    reason: maybe(fc.constantFrom('', 'Training')),
  },
  (clinic, { assignment: at, isAllowed, transition, reason }, by: By) => {
    const { from } = verbs[transition]
    const fitting = clinic.assignments.filter(({ status }) => !isAllowed || from.includes(status))
    const assignment = chosen(fitting, at)
    if (!assignment) return undefined
    const isResumed = transition === 'resume'
    return {
      operation: `assignments_${transition}`,
      input: { id: assignment.id, ...given({ reason }) },
      refusal:
        unlessAssigner(by) ||
        (!from.includes(assignment.status) && notAllowed(transition, assignment.status)) ||
        (isResumed && !assignment.position.isActive && conflict('The position is inactive.')) ||
        (isResumed &&
          isPairTaken(clinic, assignment, assignment) &&
          conflict('The employee already has an active assignment to this position.')),
      perform(answer) {
        move(clinic, assignment, { transition, actor: by.id, reason })
        assignment.isSuspended = !isResumed
        return shown(assignment, answer)
      },
    }
  },
)

const endReasons = ['RESIGNATION', 'TRANSFER', 'POSITION_CLOSED', 'TERMINATED', 'OTHER']

const end = stepsOf(
  'end',
  {
    assignment: which(),
    end_reason: maybe(fc.constantFrom(...endReasons, 'BORED')),
    notes: maybe(notes()),
  },
  (clinic, { assignment: at, ...input }, by: By) => {
    const assignment = chosen(clinic.assignments, at)
    if (!assignment) return undefined
    const { end_reason = 'OTHER', notes = '' } = input
    return {
      operation: 'assignments_end',
      input: { id: assignment.id, ...given(input) },
      refusal:
        unlessAssigner(by) ||
        (!endReasons.includes(end_reason) && invalid('end_reason')) ||
        (!verbs.end.from.includes(assignment.status) && notAllowed('end', assignment.status)),
      perform(answer) {
        const entry = {
          transition: 'end',
          actor: by.id,
          reason: end_reason,
          metadata: { end_reason, notes },
        } as const
        move(clinic, assignment, entry)
        assignment.endReason = end_reason
        assignment.ended = day(0)
        assignment.notes = [assignment.notes, notes].filter(Boolean).join('\n')
        return shown(assignment, answer)
      },
    }
  },
)

export const assignmentSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: assign },
  { weight: 7, arbitrary: change },
  { weight: 9, arbitrary: pause },
  { weight: 3, arbitrary: end },
]
