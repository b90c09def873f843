/** The tables of master data; every change of them is logged. */
export const changeSubjects = [
  'assignments',
  'business_rules',
  'employee_tags',
  'employees',
  'org_units',
  'position_tags',
  'positions',
  'tags',
  'users',
] as const
export type ChangeSubject = (typeof changeSubjects)[number]

export const changeActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type ChangeAction = (typeof changeActions)[number]
