export const auth = {
  PersonalData: 'What the service stores about a user.',
  User: 'The user who is signed in.',
  sub: 'The user’s id, by its name in OpenID Connect.',
  email: 'The email with which the user signs in, ignoring case.',
  given_name: 'The user’s given name; may be blank.',
  family_name: 'The user’s family name; may be blank.',
  role: 'What the user may do.',
  email_verified: 'Whether the email is known to belong to the user.',
  is_staff: 'Whether the user may open the operators’ console.',
  date_joined: 'When the account was created.',
  last_login: 'When the user last signed in; null if never.',
  password: 'The password; never trimmed.',
  message: 'Says that the cookies were renewed.',
}

export const account = {
  OwnSession: 'A session of the user who is signed in.',
  current_password: 'The password that is in use now.',
  new_password:
    'At least 12 characters. It must not be a common password, the email, the product’s name, or the current password.',
  'OwnSession.id': 'The session’s id.',
  'end_session.id': 'The id of the session to end.',
  started_at: 'When the user signed in.',
  refreshed_at: 'When the session was last renewed.',
  expires_at: 'When the session ends unless it is renewed again.',
  address: 'The IP address that the session was last used from.',
  user_agent: 'The browser or program that the session was last used with, as it calls itself.',
  is_current: 'Whether it is the session of this request.',
}

export const live = {
  lastEventId:
    'The id of the last event that was received. The stream goes on after it; without it, it begins with a `reset`.',
}

export const health = {
  Health: 'That the service and its database work.',
  status: 'That the service works.',
  database: 'That the database answers and can store changes.',
  timestamp: 'When this was found.',
  version: 'The version of the service; only for signed-in callers and in debug mode.',
}

export const business_rules = {
  BusinessRule: 'A rule that assignments must pass, with its setting.',
  code: 'Which rule it is, such as MAX_WEEKLY_HOURS.',
  name: 'The rule’s name, for people.',
  description: 'When the rule is violated.',
}
