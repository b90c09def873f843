import { User } from '../../entities/accounts/user.ts'
import type { Em } from '../../entities/connection/em.ts'
import type { Role } from '../../src/accounts/permissions.ts'
import { hashPassword } from '../auth/passwords.ts'
import { demoDomain } from '../stores/database.ts'

type DemoAccount = { role: Role; is_staff?: true; is_superuser?: true; password?: string }

function demoUser(name: string, [given_name, family_name]: [string, string], account: DemoAccount) {
  const { password = `${name}-of-aurelia` } = account
  return { email: `${name}@${demoDomain}`, given_name, family_name, ...account, password }
}

/** The users of the demo. Their passwords are public, so the demo is not for production. */
export const demoUsers = {
  admin: demoUser('admin', ['Teresa', 'Villalba'], { role: 'ADMIN', is_staff: true }),
  manager: demoUser('manager', ['Gwenllian', 'Byrne'], { role: 'MANAGER' }),
  supervisor: demoUser('supervisor', ['Adaeze', 'Balogun'], { role: 'SUPERVISOR' }),
  viewer: demoUser('viewer', ['Noa', 'Prat'], { role: 'VIEWER' }),
  employee: demoUser('xoan.castineira', ['Xoán', 'Castiñeira'], {
    role: 'EMPLOYEE',
    password: 'nurse-of-aurelia',
  }),
  superuser: demoUser('superuser', ['Ivo', 'Kranjčar'], { role: 'ADMIN', is_superuser: true }),
}

export type DemoUserName = keyof typeof demoUsers

/** Adds the demo's users, who cannot sign in until {@link openDoors}. */
export async function addUsers(em: Em, date_joined: Date) {
  for (const { password: _, ...fields } of Object.values(demoUsers))
    em.create(User, { ...fields, email_verified: true, date_joined })
  await em.flush()
}

/**
 * Sets the users' passwords and, for all but the superuser, their last login. Comes last, because an admin with a
 * password shows that the demo is complete.
 */
export async function openDoors(em: Em, at: Date) {
  for (const { email, password, is_superuser } of Object.values(demoUsers)) {
    const user = await em.findOneOrFail(User, { email })
    user.setPassword(await hashPassword(password))
    if (!is_superuser) user.last_login = at
  }
  await em.flush()
}
