import { permissions } from '../../src/accounts/permissions.ts'
import type { Meta } from '../gate/meta.ts'

const special: Partial<Record<NonNullable<Meta['access']>, string>> = {
  public: '',
  authenticated: 'For everybody who is signed in.',
  read_catalogue: 'For every role.',
  read_people: 'For every role; an EMPLOYEE sees only what is their own.',
  simulate: 'For every role; an EMPLOYEE may only ask about themselves.',
  act_as_employee: 'For the employee themselves, with role EMPLOYEE.',
  act_as_superuser: 'For superusers.',
}

/** `A`, `A and B`, `A, B and C`. */
const listed = (names: readonly string[]) =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')

/** Who may call, in a sentence. A superuser passes every check of a role. */
function whoMay(access: NonNullable<Meta['access']>) {
  return special[access] ?? `For ${listed(permissions[access as keyof typeof permissions])}.`
}

/** What an operation does beyond its summary, and who may call it. */
export const operationText = ({
  openapi,
  description = openapi?.description,
  access = 'public',
}: Meta): string => [description, whoMay(access)].filter(Boolean).join(' ')
