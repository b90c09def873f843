import { Text } from '@mantine/core'
import { Said } from '../../language/said.tsx'
import { say } from '../../language/text.ts'
import type { Answers } from '../../live/api.ts'
import { GiveTagButton } from './tag-acts.tsx'

const named = [
  ['blocking', 'Refused'],
  ['warnings', 'Warning'],
  ['info', 'Note'],
] as const

type Props = {
  violations: Answers['assignments']['preview']['violations']
  /** Who can be given what is missing, if that is to be offered. */
  employee?: string | undefined
}

/** What the business rules say, the worst first. */
export const ViolationList = ({ violations, employee }: Props) =>
  named.flatMap(([severity, name]) =>
    violations[severity].map(({ rule_code, message, missing_tags = [] }) => (
      <Text key={rule_code} size="sm" component="div">
        <strong>{say(name)}:</strong>{' '}
        {missing_tags.length ? (
          say('Lacks {tags}.', { tags: missing_tags.join(', ') })
        ) : (
          <Said>{message}</Said>
        )}
        {employee &&
          missing_tags.map((tag) => (
            <GiveTagButton key={tag} employee={employee} name={tag} of={tag} label={say('Add')} />
          ))}
      </Text>
    )),
  )
