import { expect, test } from 'vitest'
import {
  type Actor,
  isPermitted,
  ownEmail,
  type Permission,
  permissions,
  type Role,
  roles,
  transitionPermission,
} from '../../../src/accounts/permissions.ts'

const actor = (role: Role, is_superuser = false): Actor => ({
  id: '5e0f6a52-8f7c-4f3c-9a43-5b7f0d0a1c11',
  email: 'Ana.Ruiz@Clinic.example',
  role,
  is_superuser,
})

const columns = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'VIEWER', 'EMPLOYEE'] as const
const grid: Record<Permission, string> = {
  read_catalogue: 'yes yes yes yes yes',
  read_people: 'yes yes yes yes yes',
  oversee: 'yes yes yes yes no',
  simulate: 'yes yes yes yes yes',
  plan: 'yes yes yes yes no',
  manage_assignments: 'yes yes yes no no',
  manage: 'yes yes no no no',
  act_as_admin: 'yes no no no no',
  act_as_manager: 'yes yes no no no',
  act_as_employee: 'no no no no yes',
  act_as_superuser: 'no no no no no',
}
const cells = (Object.keys(grid) as Permission[]).flatMap((permission) =>
  grid[permission].split(' ').map((answer, column) => ({
    permission,
    role: columns[column] as Role,
    may: answer === 'yes',
  })),
)

test('the roles are those of the contract, and the grid names every permission', () => {
  expect(roles).toEqual(columns)
  expect(Object.keys(permissions)).toEqual(Object.keys(grid))
})

test.each(cells)('the permission $permission of the role $role is $may', ({ permission, role, may }) => {
  expect(isPermitted(actor(role), permission)).toBe(may)
})

test.each(cells)('a superuser with the role $role has the permission $permission', ({ permission, role }) => {
  expect(isPermitted(actor(role, true), permission)).toBe(true)
})

test.each([
  ['ADMIN', 'act_as_admin'],
  ['MANAGER', 'act_as_manager'],
  ['EMPLOYEE', 'act_as_employee'],
  ['SUPERUSER', 'act_as_superuser'],
] as const)('a transition for %s needs the permission %s', (role, permission) => {
  expect(transitionPermission(role)).toBe(permission)
})

test.each(columns)(
  'the rows that a user with the role %s sees are limited only for an EMPLOYEE, never for a superuser',
  (role) => {
    expect(ownEmail(actor(role))).toBe(role === 'EMPLOYEE' ? 'ana.ruiz@clinic.example' : undefined)
    expect(ownEmail(actor(role, true))).toBeUndefined()
  },
)
