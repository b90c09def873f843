import type { CoverageError } from '../../../../client/src/contract/error.ts'
import { fieldOf } from './field-words.ts'
import { known, speaker } from './said.tsx'
import type { Message } from './text.ts'

/** What the service says only of changes and of its settings; apart, because the first page needs none of it. */
const refusals = [
  'The employee must be ACTIVE or ON_LEAVE.',
  'The position must be active.',
  'Only a UNIT can be management.',
  'Enter an IP address, such as 203.0.113.7 or 2001:db8::1.',
  'Enter an IP address, such as 203.0.113.7 or 2001:db8::1, or the ID of a session.',
  'Choose a user.',
  'There is no such user.',
  'There is nothing to lift: this key is not blocked.',
  'There is nothing to lift: this key has no limit of its own.',
  'There is nothing to reset: no request is counted under this key.',
  'You cannot change your own role; ask another administrator.',
  'You cannot take the staff flag from yourself; ask another administrator.',
  'You cannot take the superuser flag from yourself; ask another administrator.',
  'You cannot deactivate yourself; ask another administrator.',
  'Change your own password under Your account, which asks for the current one.',
  'Your password was entered incorrectly. Please enter it again.',
  'This password is too short. It must contain at least {count} characters.',
  'This password is too common.',
  'The password is too similar to the email.',
  'The password is too similar to the product’s name.',
  'user with this email already exists.',
  'Enter a valid email address.',
  'This field may not be blank.',
  'Null characters are not allowed.',
  'Ensure this field has no more than {count} characters.',
  'You do not have permission to perform this action.',
  'Service temporarily unavailable.',
  'Internal server error.',
  'The line no longer holds.',
  '{count} of {total} lines no longer hold.',
  '{setting}: personal data travels to {host} unencrypted; add sslmode=verify-full.',
  '{setting}: the certificate of {host} is not verified; use sslmode=verify-full.',
  '{setting}: sessions travel to {host} unencrypted; use rediss.',
] as const satisfies readonly Message[]

/** Why the service refused or warns, in the console's language. */
export const Reason = speaker([...known, ...refusals])

type ReasonsProps = { of: Pick<CoverageError, 'message' | 'fieldErrors'> }

/** Why the service refused, field by field where it names fields. */
export function Reasons({ of: { message, fieldErrors } }: ReasonsProps) {
  const fields = Object.entries(fieldErrors)
  // What is wrong in a list of objects is an object for each of them.
  const isPlain = fields.flatMap(([, messages]) => messages).every((each) => typeof each === 'string')
  if (!fields.length || !isPlain) return <Reason>{message}</Reason>
  return fields.map(([name, messages]) => (
    <div key={name}>
      {name !== 'non_field_errors' && `${fieldOf(name)}: `}
      {messages.map((each) => (
        <span key={each}>
          <Reason>{each}</Reason>{' '}
        </span>
      ))}
    </div>
  ))
}
