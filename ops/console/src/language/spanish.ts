import type { Constant } from './constants.ts'
import acts from './spanish/acts.json' with { type: 'json' }
import audit from './spanish/audit.json' with { type: 'json' }
import common from './spanish/common.json' with { type: 'json' }
import constants from './spanish/constants.json' with { type: 'json' }
import fieldRefusals from './spanish/field-refusals.json' with { type: 'json' }
import frame from './spanish/frame.json' with { type: 'json' }
import master from './spanish/master.json' with { type: 'json' }
import overview from './spanish/overview.json' with { type: 'json' }
import people from './spanish/people.json' with { type: 'json' }
import planning from './spanish/planning.json' with { type: 'json' }
import refusals from './spanish/refusals.json' with { type: 'json' }
import system from './spanish/system.json' with { type: 'json' }
import throttles from './spanish/throttles.json' with { type: 'json' }
import users from './spanish/users.json' with { type: 'json' }
import webhooks from './spanish/webhooks.json' with { type: 'json' }
import work from './spanish/work.json' with { type: 'json' }

export { fieldRefusals }

/** Every text of the console in Spanish, by its English; constants by their names. */
export const spanish = {
  ...common,
  ...frame,
  // Statuses agree with persona, asignación, etiqueta or puesto.
  ...(constants satisfies Record<Constant, string>),
  ...overview,
  ...throttles,
  ...work,
  ...people,
  ...master,
  ...users,
  ...webhooks,
  ...audit,
  // Sentences that the service says in English only; most say why it refused something.
  ...refusals,
  ...fieldRefusals,
  ...system,
  ...planning,
  ...acts,
}
