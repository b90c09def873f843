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
  /** A genuine access token whose session or user is no longer active. */
  ended_session: 'REFUSED',
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
