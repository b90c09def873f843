import { Stack, Text } from '@mantine/core'
import type { Scenario } from './wire.ts'

/** Before and after, with only what differs. */
export const ScenarioResult = ({ result }: { result: Scenario }) => (
  <Stack>
    <Text fw={600} size="lg">
      {result.sentence}
    </Text>
  </Stack>
)
