export const outcomes = ['DONE', 'REFUSED'] as const

/** Every event of the security log, and its outcome. */
export const securityEvents = {
  login: 'DONE',
  failed_login: 'REFUSED',
  refresh: 'DONE',
  failed_refresh: 'REFUSED',
  /** The second use of a refresh token, which ends its session. */
  reuse: 'REFUSED',
  logout: 'DONE',
  /** A genuine access token of a session or user that is no longer active. */
  ended_session: 'REFUSED',
  /** A machine's token that is wrong, has expired or was revoked. */
  failed_token: 'REFUSED',
  new_token: 'DONE',
  token_revocation: 'DONE',
  csrf: 'REFUSED',
  role: 'REFUSED',
  throttled: 'REFUSED',
  personal_data_export: 'DONE',
  password_change: 'DONE',
  failed_password_change: 'REFUSED',
  session_end: 'DONE',
  reauthentication: 'DONE',
  failed_reauthentication: 'REFUSED',
  command: 'DONE',
  failed_command: 'REFUSED',
} as const satisfies Record<string, (typeof outcomes)[number]>

export type SecurityEvent = keyof typeof securityEvents

export const securityEventNames = Object.keys(securityEvents) as SecurityEvent[]

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
  'machines.create',
  'machines.issue_token',
  'machines.revoke_token',
  'webhooks.create',
  'webhooks.rotate',
  'webhooks.switch_off',
  'webhooks.switch_on',
  'webhooks.delete',
  'webhooks.send_again',
  'webhooks.test',
  'rules.update',
  'rules.set_clinic_cap',
  'units.set_management',
  'planning.apply',
  'planning.make',
  'system.run_sweep',
] as const
export type OperatorAction = (typeof operatorActions)[number]

/** The tables of master data; every change of them is logged. */
export const changeSubjects = [
  'assignments',
  'business_rules',
  'cliffs',
  'employee_dates',
  'employee_tags',
  'employees',
  'machine_tokens',
  'org_units',
  'position_requirements',
  'position_tags',
  'positions',
  'tags',
  'users',
  'webhook_endpoints',
] as const
export type ChangeSubject = (typeof changeSubjects)[number]

export const changeActions = ['CREATE', 'UPDATE', 'DELETE'] as const
export type ChangeAction = (typeof changeActions)[number]
