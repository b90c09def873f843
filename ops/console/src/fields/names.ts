import { api } from '../live/api.ts'
import { useLive } from '../live/live.tsx'

const rarely = 600_000

/** An id of a row that is stored, unlike one that a scenario adds. */
const isStored = (id: string) => id.length === 36

/** The name of an employee; empty for none, and until it is known. */
export function usePersonName(id: string): string {
  const employee = { name: 'employees.get', of: api.employees.get, input: { id } }
  const { data } = useLive({ ...employee, every: rarely, isWanted: isStored(id) })
  return data ? `${data.last_name}, ${data.first_name}` : ''
}

/** The name of a position with its unit; empty for none, and until it is known. */
export function usePositionName(id: string): string {
  const position = { name: 'position', of: api.positions.get, input: { id } }
  const { data } = useLive({ ...position, every: rarely, isWanted: isStored(id) })
  return data ? `${data.title}, ${data.org_unit_name}` : ''
}
