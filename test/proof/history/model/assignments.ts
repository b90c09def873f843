import type { Row } from '../commits/commits.ts'
import { hundredths, type View } from '../commits/replay.ts'
import type { Request } from '../race/attempts.ts'
import { decimal, type Expected, type Model, notAllowed, refused, text, unknownRow } from './expected.ts'

type Terms = { employee: string; position: string; hours: string; except?: string }

const cap = 6000
const pairTaken = 'The employee already has an active assignment to this position.'

/** Creation, change and the three verbs of assignments. */
export const assignments: Model = (request, view) => {
  if (request.procedure === 'assignments.create') return created(request, view)
  const row = view.row('assignments', request.id ?? '')
  if (!row) return unknownRow
  return request.procedure === 'assignments.update' ? patched(request, row, view) : moved(request, row, view)
}

function created({ body }: Request, view: View): Expected {
  const terms = {
    employee: text(body.employee),
    position: text(body.position_id),
    hours: text(body.effective_hours),
  }
  const set = { ...columns(terms), status: 'ACTIVE', notes: text(body.notes), end_reason: '' }
  return checked(terms, view) ?? { effect: { table: 'assignments', set } }
}

const columns = ({ employee, position, hours }: Terms): Row => ({
  employee_id: employee,
  position_id: position,
  effective_hours: decimal(hours),
})

/** The refusal for the employee's status, the position, or the pair and the weekly cap, in this order. */
function checked({ employee, position, hours, except }: Terms, view: View): Expected | undefined {
  const status = text(view.row('employees', employee)?.status)
  if (!['ACTIVE', 'ON_LEAVE'].includes(status))
    return refused('assignable employee', 400, 'employee: The employee must be ACTIVE or ON_LEAVE.')
  if (view.row('positions', position)?.is_active !== 't')
    return refused('active position', 400, 'position_id: The position must be active.')
  const others = view.activeOf(employee).filter(({ id }) => id !== except)
  const total = others.reduce((sum, one) => sum + one.hours, hundredths(hours))
  const isTaken = others.some((one) => one.position === position)
  const problems = [
    ...(isTaken ? [`DUPLICATE_ASSIGNMENT: ${pairTaken}`] : []),
    ...(total > cap
      ? [`MAX_WEEKLY_HOURS: The weekly hours would be ${(total / 100).toFixed(2)}, above the cap of 60.00.`]
      : []),
  ]
  if (!problems.length) return undefined
  const messages = problems.map((problem) => `non_field_errors: ${problem}`)
  return refused(isTaken ? 'one active pair' : 'weekly cap', 400, ...messages)
}

function patched({ id = '', body }: Request, row: Row, view: View): Expected {
  const terms = {
    employee: text(body.employee ?? row.employee_id),
    position: text(body.position_id ?? row.position_id),
    hours: text(body.effective_hours ?? row.effective_hours),
    except: id,
  }
  const isSame = Object.entries(columns(terms)).every(([column, value]) => row[column] === value)
  if (!isSame && row.status === 'ENDED')
    return refused(
      'ended assignment',
      409,
      "detail: An assignment in state 'ENDED' can change its notes only.",
    )
  const refusal = isSame ? undefined : checked(terms, view)
  const set = { ...columns(terms), notes: text(body.notes ?? row.notes) }
  return refusal ?? { effect: { table: 'assignments', id, set, may: isSame ? [] : ['metadata'] } }
}

const moves: Record<string, { from: string[]; to: string; may: string[] }> = {
  suspend: { from: ['ACTIVE'], to: 'SUSPENDED', may: ['suspended_at'] },
  resume: { from: ['SUSPENDED'], to: 'ACTIVE', may: ['suspended_at'] },
  end: { from: ['ACTIVE', 'SUSPENDED'], to: 'ENDED', may: ['end_date'] },
}

function moved({ procedure, id = '', body }: Request, row: Row, view: View): Expected {
  const transition = procedure.split('.')[1] ?? ''
  const { from, to, may } = moves[transition] ?? { from: [], to: '', may: [] }
  const status = text(row.status)
  if (!from.includes(status)) return notAllowed(transition, status)
  const refusal = transition === 'resume' && resumeRefused(row, view)
  if (refusal) return refusal
  const notes = [row.notes, body.notes].filter(Boolean).join('\n')
  const set = { status: to, ...(transition === 'end' && { end_reason: text(body.end_reason), notes }) }
  const entry = {
    transition,
    from_status: status,
    to_status: to,
    employee_id: text(row.employee_id),
    assignment_id: id,
    reason: text(body.reason ?? body.end_reason),
  }
  return { effect: { table: 'assignments', id, set, may, logged: { table: 'transition_log', entry } } }
}

/** Resuming asks neither the cap nor the employee's status (D31), but the position and the pair (D52). */
function resumeRefused(row: Row, view: View): Expected | undefined {
  if (view.row('positions', text(row.position_id))?.is_active !== 't')
    return refused('active position', 409, 'detail: The position is inactive.')
  const active = view.activeOf(text(row.employee_id))
  if (active.some(({ position }) => position === row.position_id))
    return refused('one active pair', 409, `detail: ${pairTaken}`)
}
