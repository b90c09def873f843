import { say } from '../../language/text.ts'
import { momentOf, sentence, words } from '../../language/wording.ts'
import type { OperatorAnswers } from '../../live/api.ts'
import { Note, State } from '../../parts/parts.tsx'
import { RevealedSecret } from '../accounts/user-parts.tsx'

export type Webhook = OperatorAnswers['webhooks']['get']

export type Subject = Webhook['subjects'][number]

/** What a webhook can be told of. */
export const allSubjects = Object.keys({
  employees: true,
  tags: true,
  employee_tags: true,
  org_units: true,
  positions: true,
  position_tags: true,
  assignments: true,
  business_rules: true,
  cliffs: true,
} satisfies Record<Subject, true>) as Subject[]

export const subjectsText = ({ subjects }: Pick<Webhook, 'subjects'>) =>
  subjects.length ? subjects.map(sentence).join(', ') : say('All')

/** Whether messages are delivered, in words. */
export function webhookText({ off_reason, next_attempt_at }: Webhook) {
  if (off_reason === 'OPERATOR') return say('Switched off')
  if (off_reason) return say('Switched off: {reason}', { reason: words(off_reason) })
  return next_attempt_at
    ? say('Failing; next attempt {moment}', { moment: momentOf(next_attempt_at) })
    : say('On')
}

export function WebhookState({ of }: { of: Webhook }) {
  const text = webhookText(of)
  if (of.off_reason === 'OPERATOR') return <State tone="none">{text}</State>
  if (of.off_reason) return <State tone="bad">{text}</State>
  return of.next_attempt_at ? <State tone="low">{text}</State> : <Note>{text}</Note>
}

/** A new secret, shown only once. */
export const revealSecret = ({ name, secret }: { name: string; secret: string }) => (
  <RevealedSecret title={say('The secret of {name}', { name })} secret={secret}>
    {say('It is not shown again. The receiver verifies with it that messages come from this service.')}
  </RevealedSecret>
)
