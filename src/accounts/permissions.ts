import type { TransitionRole } from '../people/employee-lifecycle.ts'

export const roles = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const
export type Role = (typeof roles)[number]

/** A MACHINE is a service account: it has tokens instead of a password, and is never staff (D56). */
export const userKinds = ['PERSON', 'MACHINE'] as const

/** The roles of machines: EMPLOYEE is for people, whom their email ties to an employee record. */
export const machineRoles = roles.filter((role) => role !== 'EMPLOYEE')
export type MachineRole = (typeof machineRoles)[number]

export type Actor = { id: string; email: string; role: Role; is_superuser: boolean }

/** The roles that hold each permission (D16, D17). For EMPLOYEE, `ownEmail` limits the rows as well. */
export const permissions = {
  read_catalogue: roles,
  read_people: roles,
  /** See what cannot be limited to one's own rows: all users, what they did, and who a rule affects. */
  oversee: ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER'],
  simulate: roles,
  /** See who could cover what, and what the coming weeks bring. */
  plan: ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER'],
  manage_assignments: ['ADMIN', 'MANAGER', 'SUPERVISOR'],
  manage: ['ADMIN', 'MANAGER'],
  act_as_admin: ['ADMIN'],
  act_as_manager: ['ADMIN', 'MANAGER'],
  act_as_employee: ['EMPLOYEE'],
  act_as_superuser: [],
} as const satisfies Record<string, readonly Role[]>
export type Permission = keyof typeof permissions
export const permissionNames = Object.keys(permissions) as [Permission, ...Permission[]]

/** The permission that a transition's role requires (D16). */
export function transitionPermission(role: TransitionRole) {
  return `act_as_${role.toLowerCase() as Lowercase<TransitionRole>}` as const satisfies Permission
}

/** A superuser passes every check (D16). */
export function isPermitted(actor: Actor, permission: Permission): boolean {
  return actor.is_superuser || (permissions[permission] as readonly Role[]).includes(actor.role)
}

/** The actor may see only the rows of this lower-cased email; undefined for no limit (D16, D17). */
export function ownEmail(actor: Actor): string | undefined {
  return actor.role === 'EMPLOYEE' && !actor.is_superuser ? actor.email.toLowerCase() : undefined
}
