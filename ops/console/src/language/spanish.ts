import { audit } from './spanish/audit.ts'
import { common } from './spanish/common.ts'
import { constants } from './spanish/constants.ts'
import { overview } from './spanish/overview.ts'
import { people } from './spanish/people.ts'
import { planning } from './spanish/planning.ts'
import { refusals } from './spanish/refusals.ts'
import { system } from './spanish/system.ts'
import { throttles } from './spanish/throttles.ts'
import { users } from './spanish/users.ts'
import { work } from './spanish/work.ts'

/** Every text of the console in Spanish, by its English. */
export const spanish = {
  ...common,
  ...constants,
  ...overview,
  ...throttles,
  ...work,
  ...people,
  ...users,
  ...audit,
  ...refusals,
  ...system,
  ...planning,
} as const
