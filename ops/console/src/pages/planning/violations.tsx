import { Text } from '@mantine/core'
import { Said } from '../../language/said.tsx'
import { text } from '../../language/text.ts'
import type { Violations } from './answers.ts'

const named = [
  ['blocking', 'Refused'],
  ['warnings', 'Warning'],
  ['info', 'Note'],
] as const

/** What the business rules say, the worst first. */
export const ViolationList = ({ violations }: { violations: Violations }) =>
  named.flatMap(([severity, name]) =>
    violations[severity].map(({ rule_code, message, missing_tags }) => (
      <Text key={rule_code} size="sm">
        <strong>{text(name)}:</strong>{' '}
        {missing_tags ? text('Lacks {tags}.', { tags: missing_tags.join(', ') }) : <Said>{message}</Said>}
      </Text>
    )),
  )
