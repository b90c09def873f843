import fc from 'fast-check'
import type { Json } from '../calls/operations.ts'
import { type Clinic, day, type Employee, type EmployeeStatus } from './clinic.ts'
import {
  type By,
  chosen,
  given,
  invalid,
  maybe,
  mostly,
  notAllowed,
  type Refusal,
  type Step,
  stepsOf,
  unless,
  unlessManager,
  unseen,
  which,
} from './step.ts'
import type { Actor } from './world.ts'

type Rule = { from: EmployeeStatus[]; to: EmployeeStatus | 'PREVIOUS'; by: Actor[] }

const transitions: Record<string, Rule> = {
  activate: { from: ['ONBOARDING'], to: 'ACTIVE', by: ['admin'] },
  accept_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', by: ['self'] },
  reject_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', by: ['self'] },
  cancel_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', by: ['admin', 'manager'] },
  force_accept_proposal: { from: ['PROPOSAL_PENDING'], to: 'PREVIOUS', by: [] },
  go_on_leave: { from: ['ACTIVE'], to: 'ON_LEAVE', by: ['self'] },
  return_from_leave: { from: ['ON_LEAVE'], to: 'ACTIVE', by: ['self'] },
  deactivate: { from: ['ACTIVE'], to: 'DEACTIVATED', by: ['admin'] },
  reactivate: { from: ['DEACTIVATED'], to: 'ACTIVE', by: ['admin'] },
  terminate: { from: ['ACTIVE', 'ON_LEAVE', 'DEACTIVATED'], to: 'TERMINATED', by: ['admin'] },
  rehire: { from: ['TERMINATED'], to: 'ONBOARDING', by: ['admin'] },
}

const reason = () => maybe(fc.constantFrom('', 'Agreed.', 'Übergangslösung “A” 😀', "'; --"))

/** What every answer about an employee must show. */
const shown = ({ id, number, status, proposal, terminated, isOnLeave }: Employee, answer: Json) => ({
  id,
  employee_number: number,
  status,
  current_proposal: proposal && { ...proposal, expires_at: answer.current_proposal?.expires_at },
  termination_date: terminated,
  leave_started_at: isOnLeave ? answer.leave_started_at : null,
})

type Logged = { id: string | null; transition: string; reason?: string; metadata?: object }

/** Moves the employee and expects an entry in the log. */
export function move(
  clinic: Clinic,
  employee: Employee,
  { id, to, transition, reason = '', metadata = {} }: Logged & { to: EmployeeStatus },
) {
  const from = employee.status
  clinic.transitions.push({
    employee: employee.id,
    assignment: null,
    from_status: from,
    to_status: to,
    transition,
    actor: id,
    reason,
    metadata,
  })
  employee.status = to
}

/** Ends a proposal: the employee is again what they were before. */
export function settle(clinic: Clinic, employee: Employee, logged: Logged) {
  const { proposal } = employee
  if (!proposal) throw new Error('There is no proposal.')
  const { proposal_type, notes, previous_status } = proposal
  move(clinic, employee, { ...logged, to: previous_status, metadata: { proposal_type, notes } })
  employee.proposal = null
}

/** What a transition sets and clears besides the status. */
function effects(employee: Employee, transition: string) {
  if (transition === 'go_on_leave') employee.isOnLeave = true
  if (/return_from_leave|terminate|rehire/.test(transition)) employee.isOnLeave = false
  if (transition === 'terminate') employee.terminated = day(0)
  if (transition === 'rehire') employee.terminated = null
}

const transition = stepsOf(
  'transition',
  { employee: which(), isAllowed: mostly(), transition: fc.nat(100), reason: reason() },
  (clinic, { employee: at, isAllowed, transition, reason }, by: By) => {
    const employee = chosen(clinic.employees, at)
    if (!employee) return undefined
    const all = Object.entries(transitions)
    const allowed = all.filter(([, { from }]) => from.includes(employee.status))
    const [name, rule] = chosen(isAllowed ? allowed : all, transition) as [string, Rule]
    return {
      operation: `employees_${name}`,
      input: { id: employee.id, ...given({ reason }) },
      refusal:
        unless(by, ...rule.by) ||
        unseen(by, employee) ||
        (!rule.from.includes(employee.status) && notAllowed(name, employee.status)),
      perform(answer) {
        const logged = { id: by.id, transition: name, reason }
        if (rule.to === 'PREVIOUS') settle(clinic, employee, logged)
        else move(clinic, employee, { ...logged, to: rule.to })
        effects(employee, name)
        return shown(employee, answer)
      },
    }
  },
)

const proposalTypes = ['ASSIGNMENT', 'TRANSFER']

const propose = stepsOf(
  'propose',
  {
    employee: which(),
    proposal_type: fc.constantFrom(...proposalTypes, 'PROMOTION'),
    notes: maybe(fc.constantFrom('', 'Night shifts')),
    expires_in_days: maybe(fc.constantFrom(1, 7, 90, 0, 91)),
  },
  (clinic, { employee: at, ...input }, by: By) => {
    const employee = chosen(clinic.employees, at)
    if (!employee) return undefined
    const { proposal_type, notes = '', expires_in_days = 7 } = input
    return {
      operation: 'employees_propose',
      input: { id: employee.id, ...given(input) },
      refusal:
        unless(by, 'manager', 'admin') ||
        wrong({
          proposal_type: !proposalTypes.includes(proposal_type),
          expires_in_days: expires_in_days < 1 || expires_in_days > 90,
        }) ||
        (!['ACTIVE', 'ON_LEAVE'].includes(employee.status) && notAllowed('propose', employee.status)),
      perform(answer) {
        const previous_status = employee.status
        const metadata = { proposal_type, notes }
        move(clinic, employee, { id: by.id, to: 'PROPOSAL_PENDING', transition: 'propose', metadata })
        employee.proposal = { proposal_type, notes, previous_status }
        return shown(employee, answer)
      },
    }
  },
)

/** 400 under the fields that are wrong. */
export function wrong(fields: Record<string, boolean>): Refusal | false {
  const names = Object.keys(fields).filter((name) => fields[name])
  return names.length > 0 && invalid(...names)
}

const hire = stepsOf('hire', { number: fc.nat(5) }, (clinic, { number: at }, by: By) => {
  const number = `${clinic.prefix}-${at}`
  return {
    operation: 'employees_create',
    input: {
      employee_number: number,
      first_name: 'Ana',
      last_name: `Number ${at}`,
      email: `${number}@clinic.example`,
    },
    refusal:
      unlessManager(by) ||
      (clinic.employees.some((one) => one.number === number) && invalid('employee_number')),
    perform(answer) {
      const employee: Employee = {
        id: answer.id,
        number,
        name: `Number ${at}, Ana`,
        isSelf: false,
        status: 'ONBOARDING',
        proposal: null,
        terminated: null,
        isOnLeave: false,
      }
      clinic.employees.push(employee)
      return shown(employee, answer)
    },
  }
})

const rename = stepsOf(
  'rename',
  { employee: which(), last_name: fc.constantFrom('Zapata', 'Álvarez', ' ') },
  (clinic, { employee: at, last_name }, by: By) => {
    const employee = chosen(clinic.employees, at)
    if (!employee) return undefined
    return {
      operation: 'employees_update',
      // A status that is sent is ignored: only transitions change it.
      input: { id: employee.id, last_name, status: 'ACTIVE' },
      refusal: unlessManager(by) || (last_name === ' ' && invalid('last_name')),
      perform(answer) {
        employee.name = `${last_name}, ${employee.name.split(', ')[1]}`
        return { ...shown(employee, answer), last_name }
      },
    }
  },
)

export const employeeSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 12, arbitrary: transition },
  { weight: 5, arbitrary: propose },
  { weight: 1, arbitrary: hire },
  { weight: 1, arbitrary: rename },
]
