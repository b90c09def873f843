import type { View } from '../commits/replay.ts'
import type { Request } from '../race/attempts.ts'
import { assignments } from './assignments.ts'
import { employees } from './employees.ts'
import { type Expected, type Model, unknownRow } from './expected.ts'
import { positions } from './positions.ts'
import { employeeTags, tags } from './tags.ts'

const models: Record<string, Model> = { assignments, employees, employee_tags: employeeTags, tags, positions }

/** What the contract asks of the service for a request that finds the tables like this. */
export function expected(request: Request, view: View): Expected {
  const [resource = ''] = request.procedure.split('.')
  return models[resource]?.(request, view) ?? unknownRow
}
