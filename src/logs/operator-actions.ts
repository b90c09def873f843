/** Everything that an operator can do, as named in the operators' log. */
export const operatorActions = [
  'throttles.reset_key',
  'throttles.set_limit',
  'throttles.block',
  'throttles.lift',
  'users.create',
  'users.set_role',
  'users.set_flags',
  'users.set_password',
  'users.deactivate',
  'users.reactivate',
  'users.end_session',
  'users.end_sessions',
  'rules.update',
  'rules.set_clinic_cap',
  'units.set_management',
  'planning.apply',
  'system.run_sweep',
] as const
export type OperatorAction = (typeof operatorActions)[number]
