import type { CoverageError } from '../../../../client/src/contract/error.ts'
import { fieldOf } from './field-words.ts'
import { Said } from './said.tsx'
import { say } from './text.ts'

export const gone = 'It no longer exists.'
/** Whether the row that is asked for is gone. */
export const isGone = ({ message }: Pick<CoverageError, 'message'>) => message === 'Not found.'

type ReasonsProps = { of: Pick<CoverageError, 'message' | 'fieldErrors' | 'itemErrors'> }

/** Why the service refused, field by field where it names fields. */
export function Reasons({ of: { message, fieldErrors, itemErrors } }: ReasonsProps) {
  if (isGone({ message })) return say(gone)
  const fields = Object.entries(fieldErrors)
  if (!fields.length || Object.keys(itemErrors).length) return <Said>{message}</Said>
  return fields.map(([name, messages]) => (
    <div key={name}>
      {name !== 'non_field_errors' && `${fieldOf(name)}: `}
      {messages.map((each) => (
        <span key={each}>
          <Said>{each}</Said>{' '}
        </span>
      ))}
    </div>
  ))
}
