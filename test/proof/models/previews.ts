import fc from 'fast-check'
import type { Json } from '../calls/operations.ts'
import { hours, isAssignable, unlessAssigner } from './assignments.ts'
import { decimal } from './clinic.ts'
import { violations } from './rules.ts'
import { type By, chosen, invalid, notFound, type Step, stepsOf, which } from './step.ts'

const preview = stepsOf(
  'preview',
  { employee: which(), position: which(), hours: hours() },
  (clinic, { employee: e, position: p, hours }, by: By) => {
    const [employee, position] = [chosen(clinic.employees, e), chosen(clinic.positions, p)]
    if (!employee || !position) return undefined
    const isPromised = isAssignable(employee) || employee.status === 'TERMINATED'
    const { blocking, warnings, info } = violations(clinic, { employee, position, hours, date: null })
    return {
      operation: 'assignments_preview',
      input: { employee: employee.id, position_id: position.id, effective_hours: decimal(hours) },
      refusal:
        (by.actor === 'self' && !employee.isSelf && invalid('employee')) ||
        (!isPromised && invalid('employee')) ||
        (!position.isActive && invalid('position_id')),
      perform(answer) {
        const found = (severity: string, codes: string[]) => codesIn(answer.violations[severity], codes)
        return {
          is_valid: blocking.length === 0,
          violations: {
            blocking: found('blocking', blocking),
            warnings: found('warnings', warnings),
            info: found('info', info),
          },
        }
      },
    }
  },
)

/** The violations that were answered, with the codes that the model expects in place of theirs. */
const codesIn = (answered: Json[], codes: string[]) =>
  codes.map((rule_code, at) => ({ ...answered[at], rule_code }))

/** Asks for an assignment that does not exist. */
const unknown = stepsOf(
  'unknown',
  { operation: fc.constantFrom('suspend', 'end', 'get') },
  (clinic, { operation }, by: By) => ({
    operation: `assignments_${operation}`,
    input: { id: clinic.units[0]?.id },
    refusal: (operation !== 'get' && unlessAssigner(by)) || notFound,
    perform: () => undefined,
  }),
)

export const previewSteps: fc.WeightedArbitrary<Step>[] = [
  { weight: 3, arbitrary: preview },
  { weight: 1, arbitrary: unknown },
]
