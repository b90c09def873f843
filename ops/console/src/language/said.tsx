import { type Message, useText } from './text.ts'
import { dayOf, number } from './wording.ts'

/** Sentences of the service that the console says in its own language on any page. */
export const known = [
  'The weekly hours would be {hours}, above the cap of {cap}.',
  'The week would need {days} working days of {hours} hours, with a limit of {limit}.',
  'The position would have {hours} hours assigned, above the {required} it requires.',
  "The employee's contract ends on {day}, within {days} days.",
  'The employee lacks tags of the position: {tags}.',
  'The employee is TERMINATED.',
  'The employee already has an active assignment to this position.',
  'The throttle of this scope is off.',
  'The plan took too long; choose an org unit.',
  'The planner is busy. Try again in {count} seconds.',
] as const satisfies readonly Message[]

/** Says these sentences, which the service says in English; one that is not known stays so. */
export function speaker(messages: readonly Message[]) {
  const patterns = messages.map((message) => ({
    message,
    pattern: new RegExp(`^${message.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`),
  }))
  return function Spoken({ children: sentence }: { children: string }) {
    const t = useText()
    for (const { message, pattern } of patterns) {
      const found = pattern.exec(sentence)
      if (found) return t(message, inLanguage(found.groups ?? {}))
    }
    return <span lang="en">{sentence}</span>
  }
}

const inLanguage = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)]))

/** Days and numbers as the console writes them. */
function worded(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(value)
  return /^\d+(\.\d+)?$/.test(value) ? number(value) : value
}

export const Said = speaker(known)
