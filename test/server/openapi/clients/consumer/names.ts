import * as heyApi from './hey-api/index.ts'
import * as orval from './orval.ts'

// What the generators make of the document's names.

type Body = { employee: string; position_id: string; effective_hours: string | number }

export const body: Body = { employee: '', position_id: '', effective_hours: '8.00' }
export const calls = [
  () => heyApi.assignmentsCreate({ body }),
  () => heyApi.employeesGet({ path: { id: '' } }),
  () => orval.assignmentsCreate(body),
  () => orval.employeesGet(''),
]
export const rows: [heyApi.EmployeeRow?, orval.EmployeeRow?] = []
export const state: heyApi.CoverageState & orval.CoverageState = 'VACANT'
