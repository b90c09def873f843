import { Text } from '@mantine/core'
import type { Violations } from './answers.ts'

const named = [
  ['blocking', 'Refused'],
  ['warnings', 'Warning'],
  ['info', 'Note'],
] as const

/** What the business rules say, the worst first. */
export const ViolationList = ({ violations }: { violations: Violations }) =>
  named.flatMap(([severity, name]) =>
    violations[severity].map(({ rule_code, message }) => (
      <Text key={rule_code} size="sm">
        <strong>{name}:</strong> {message}
      </Text>
    )),
  )
