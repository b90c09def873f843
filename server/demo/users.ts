import type { Em } from '../../entities/orm.ts'
import { User } from '../../entities/user.ts'
import type { Role } from '../../src/permissions.ts'
import { hashPassword } from '../auth/passwords.ts'

export type DemoUser = {
  email: string
  password: string
  given_name: string
  family_name: string
  role: Role
  is_staff?: boolean
  is_superuser?: boolean
}

/** The users of the demo. Their passwords are public, so the demo is not for production. */
export const demoUsers = {
  admin: {
    email: 'admin@aurelia.example',
    password: 'admin-of-aurelia',
    given_name: 'Teresa',
    family_name: 'Villalba',
    role: 'ADMIN',
    is_staff: true,
  },
  manager: {
    email: 'manager@aurelia.example',
    password: 'manager-of-aurelia',
    given_name: 'Gwenllian',
    family_name: 'Byrne',
    role: 'MANAGER',
  },
  supervisor: {
    email: 'supervisor@aurelia.example',
    password: 'supervisor-of-aurelia',
    given_name: 'Adaeze',
    family_name: 'Balogun',
    role: 'SUPERVISOR',
  },
  viewer: {
    email: 'viewer@aurelia.example',
    password: 'viewer-of-aurelia',
    given_name: 'Noa',
    family_name: 'Prat',
    role: 'VIEWER',
  },
  employee: {
    email: 'xoan.castineira@aurelia.example',
    password: 'nurse-of-aurelia',
    given_name: 'Xoán',
    family_name: 'Castiñeira',
    role: 'EMPLOYEE',
  },
  superuser: {
    email: 'superuser@aurelia.example',
    password: 'superuser-of-aurelia',
    given_name: 'Ivo',
    family_name: 'Kranjčar',
    role: 'ADMIN',
    is_superuser: true,
  },
} as const satisfies Record<string, DemoUser>

export type DemoUserName = keyof typeof demoUsers

/** Adds the demo's users, who cannot sign in until {@link openDoors}. */
export async function addUsers(em: Em, date_joined: Date) {
  for (const { password: _, ...fields } of Object.values(demoUsers))
    em.create(User, { ...fields, email_verified: true, date_joined })
  await em.flush()
}

/** Gives the users their passwords. This comes last: an admin with a password shows that the demo is complete. */
export async function openDoors(em: Em) {
  for (const { email, password } of Object.values(demoUsers)) {
    const user = await em.findOneOrFail(User, { email })
    user.setPassword(await hashPassword(password))
  }
  await em.flush()
}
