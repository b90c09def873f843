import { Text } from '@mantine/core'
import { useTagWords } from '../../fields/choices.tsx'
import { Said, saidText } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import type { Answers } from '../../live/api.ts'
import { GiveTagButton } from './tag-acts.tsx'

const named = [
  ['blocking', 'Refused'],
  ['warnings', 'Warning'],
  ['info', 'Note'],
] as const

type Violations = Answers['assignments']['preview']['violations']

type Props = {
  violations: Violations
  /** Who can be given what is missing, if that is to be offered. */
  employee?: string | undefined
}

/** What the business rules say, the worst first. */
export const ViolationList = ({ violations, employee }: Props) =>
  named.flatMap(([severity, name]) =>
    violations[severity].map(({ rule_code, message, missing_tags = [] }) => (
      <Text key={rule_code} size="sm" component="div">
        <strong>{say(name)}:</strong>{' '}
        {missing_tags.length ? <Lacks tags={missing_tags} /> : <Said>{message}</Said>}
        {employee &&
          missing_tags.map((tag) => (
            <GiveTagButton key={tag} employee={employee} name={tag} of={tag} label={say('Add')} />
          ))}
      </Text>
    )),
  )

function Lacks({ tags }: { tags: string[] }) {
  return say('Lacks {tags}.', { tags: useTagWords()(tags.join(', '), tags) })
}

/** The same as plain texts. */
export const violationTexts = (violations: Violations) =>
  named.flatMap(([severity, name]) =>
    violations[severity].map(({ message }) => `${say(name)}: ${saidText(message)}`),
  )
