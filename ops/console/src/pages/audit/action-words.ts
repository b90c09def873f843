import type { OperatorAction } from '../../../../../src/logs/events.ts'
import type { Message } from '../../language/text.ts'

/** What operators do, in words. */
export const actionWords = {
  'throttles.reset_key': 'Reset a counter',
  'throttles.set_limit': 'Set a limit',
  'throttles.block': 'Block',
  'throttles.lift': 'Unblock or remove a limit',
  'users.create': 'Create a user',
  'users.set_role': 'Change the role',
  'users.set_flags': 'Change permissions',
  'users.set_password': 'Reset the password',
  'users.deactivate': 'Deactivate a user',
  'users.reactivate': 'Reactivate a user',
  'users.end_session': 'End a session',
  'users.end_sessions': 'End all sessions',
  'rules.update': 'Change a rule',
  'rules.set_clinic_cap': 'Set the clinic’s cap',
  'units.set_management': 'Mark a management unit',
  'planning.apply': 'Apply a plan',
  'system.run_sweep': 'Run the clean-up',
} as const satisfies Record<OperatorAction, Message>
